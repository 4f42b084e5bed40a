import { html, type Html } from '../../../data/html.ts'
import { codeBlock } from './code_block.ts'
import { curl, keepKey } from './first_request.ts'

/** A key's value, for the only time that it is shown, and what to do with it. */
export const secretOnce = (secret: string, publicUrl: string): Html =>
  html`<div data-once>
    <p class="lead">
      Copy it now. We keep only a fingerprint of it, so it can never be shown again.
    </p>
    ${codeBlock('API key', 'the key', secret, 'secret')}
    <h2>Try it</h2>
    ${codeBlock('Shell', 'the lines', `${keepKey(secret)}\n${curl(publicUrl)}`)}
    <p class="actions"><a class="button" href="/console/keys">I have copied it</a></p>
  </div>`
