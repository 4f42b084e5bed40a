import { html, type Html } from '../../data/html.ts'
import type { Tier } from '../../data/schema/meta.ts'
import { parametersOf, type Parameter } from './example.ts'
import type { Question } from './questions.ts'
import { credentialOf } from './programs.ts'
import { needsKey, type Operation } from './reference.ts'

/** Tiers that pages ask in without a key: the operation's (undefined = none), the account's. */
export type TryFormTiers = { lowest: Tier | undefined; account: Tier | undefined }

/** A form whose request `reference.js` sends and shows; undefined if requests change something. */
export function tryForm(
  each: Operation,
  asker: TryFormTiers,
  { request }: Question,
): Html | undefined {
  if (each.method !== 'GET') return undefined
  const parameters = parametersOf(each).filter((own) => own.in !== 'header')
  const values = valuesIn(each, request)
  const [first, others] = [true, false].map((wanted) =>
    parameters.filter((own) => values.has(own.name) === wanted),
  )
  return html`<section
    aria-labelledby="try"
    hidden
    data-try="${each.path}"
    ${mayAsk(asker) ? html`data-own` : null}
  >
    <h2 id="try">Try it</h2>
    <form class="panel trying">
      ${credentialOf(each) === 'session' ? ownSession : keyField(each, asker)}
      ${first!.map((own) => field(own, values.get(own.name)!))}
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

const ownSession = html`<p class="small">
  Your session in this browser is sent: <a href="/console">sign in</a> first.
</p>`

const keyField = (each: Operation, asker: TryFormTiers): Html =>
  html`<p>
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
      ${needsKey(each.operation) ? withoutKey(asker) : seenByAll} The key is sent to this service
      only and is not stored.
      <a href="/console#new">Make a key</a>
    </p>`

/** The parameters of a request, those of its path included. */
function valuesIn(each: Operation, request: string): Map<string, string> {
  const [path, query] = request.split('?')
  const pattern = new RegExp(`^${each.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const ofPath = Object.entries(pattern.exec(path!)?.groups ?? {})
  return new Map([...ofPath, ...new URLSearchParams(query)])
}

const seenByAll = 'Without a key you see the free tier.'

const mayAsk = ({ lowest, account }: TryFormTiers): boolean =>
  lowest === 'free' || (lowest !== undefined && account === 'paid')

/** The request if no key is filled in. */
function withoutKey(asker: TryFormTiers): string {
  if (!mayAsk(asker)) return asker.lowest ? 'This needs a paid key.' : 'This needs a key.'
  return asker.account
    ? `You need no key: signed in, you have the ${asker.account} tier of your account, and requests count for your address.`
    : seenByAll
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
