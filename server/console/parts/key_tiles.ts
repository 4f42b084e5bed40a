import { html, type Html } from '../../../data/html.ts'
import type { FilledIn } from '../visitor.ts'

/** The types of keys, each with its use. */
const kinds = [
  {
    kind: 'secret',
    name: 'Secret key',
    use: 'For your own programs: it reads the fields of its tier. Keep it out of web pages.',
  },
  {
    kind: 'browser',
    name: 'Browser key',
    use: 'For the pages of your site: visible in their source, it reads the free fields and works on your site only.',
  },
] as const

export const keyTiles: Html = html`<ul class="cards tiles">
  ${kinds.map(
    ({ name, use }) =>
      html`<li class="card">
        <header><h2>${name}</h2></header>
        <p>${use}</p>
      </li>`,
  )}
</ul>`

/** The same tiles as the choice of a form. */
export function chosenKind({ given, errors }: FilledIn): Html {
  const isBrowser =
    given['kind'] === 'browser' || errors.some(({ parameter }) => parameter === 'origins')
  return html`<fieldset class="cards tiles">
    <legend class="unseen">Type of the key</legend>
    ${kinds.map(
      ({ kind, name, use }) =>
        html`<label class="tile">
          <input
            type="radio"
            name="kind"
            value="${kind}"
            ${isBrowser === (kind === 'browser') ? html`checked` : null}
          />
          <span><strong>${name}</strong><br />${use}</span>
        </label>`,
    )}
  </fieldset>`
}
