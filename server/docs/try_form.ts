import { html, type Html } from '../../data/html.ts'
import { exampleRequest, exampleText, parametersOf, type Parameter } from './example.ts'
import type { Operation } from './reference.ts'

/**
 * A form that sends the request from the page, by `docs.js`, which shows it; undefined where requests
 * change something. Free data is answered without a key, by the way of the service's own pages.
 */
export function tryForm(each: Operation, isFree: boolean): Html | undefined {
  if (each.method !== 'GET') return undefined
  const parameters = parametersOf(each).filter((own) => own.in !== 'header')
  const query = new URLSearchParams(exampleRequest(each).split('?')[1])
  const [first, others] = [true, false].map((wanted) =>
    parameters.filter((own) => (own.in === 'path' || query.has(own.name)) === wanted),
  )
  return html`<section
    aria-labelledby="try"
    hidden
    data-try="${each.path}"
    ${isFree ? html`data-free` : null}
  >
    <h2 id="try">Try it</h2>
    <form class="panel trying">
      <p>
        <label for="try-key">Your key</label>
        <input
          id="try-key"
          type="text"
          data-key
          autocomplete="off"
          spellcheck="false"
          maxlength="200"
          aria-describedby="try-key-hint"
        />
      </p>
      <p class="small" id="try-key-hint">
        ${isFree ? 'Without one you see what free keys see. ' : 'Paste one: this needs a key. '}It
        is sent to this service only, and kept in this tab until you close it.
        <a href="/console/keys#new">Make a key</a>
      </p>
      ${first!.map((own) => field(own, query.get(own.name) ?? exampleText(own)))}
      ${
        others!.length === 0
          ? null
          : html`<details>
              <summary>${others!.length} more parameters</summary>
              ${others!.map((own) => field(own, ''))}
            </details>`
      }
      <p><button>Send</button></p>
    </form>
    <div class="answer" role="status"></div>
  </section>`
}

const field = ({ name, in: place, required }: Parameter, value: string): Html =>
  html`<p>
    <label for="try-${name}">${name}</label>
    <input
      id="try-${name}"
      type="text"
      data-in="${place}"
      name="${name}"
      value="${value}"
      autocomplete="off"
      ${required ? html`required` : null}
    />
  </p>`
