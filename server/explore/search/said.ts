import { counted } from '../../../data/counted.ts'
import { html, type Html } from '../../../data/html.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { listed, placeTypeWords, stateName } from '../parts/words.ts'
import { textOf } from './text_of.ts'
import type { Found, Known } from './found.ts'
import { pathOf, type Address, type FilterName, type View } from './view.ts'

/** The heading of a view: `CSAs with eggs near Albany, NY`. */
export function titleOf({ filters, meaning, query, address }: View): string {
  const { place_type = [], products = [], category = [], state = [] } = filters
  const kinds = place_type.map((type) => placeTypeWords[type as PlaceType]?.[1] ?? type)
  const offered = [...products, ...category]
  const named = meaning.words === null ? '' : ` named “${meaning.words}”`
  const where = whereOf(query.near, state, address.bbox !== undefined)
  const text = `${listed(kinds) || 'farms'}${offered.length > 0 ? ` with ${listed(offered)}` : ''}${named}${where}`
  return text === 'farms' ? 'Find the farms near anywhere' : capital(text)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function whereOf(near: unknown, states: readonly string[], isBox: boolean): string {
  const within = states.length > 0 ? ` in ${listed(states.map(stateName))}` : ''
  if (isBox) return `${within} in this area of the map`
  return typeof near === 'string' ? ` near ${near}${within}` : within
}

/** The number of farms, their area, and the share with known products. */
export function countLine({ query, filters, meaning }: View, { meta, known }: Found): Html {
  const radius = query.radius
  const around = radius === undefined ? '' : ` within ${radius} miles`
  return html`<p class="count">
    <strong>${counted(meta.total, 'farm')}</strong
    >${around}${meaning.words === null ? '' : ', best matches first'}.
    ${known ? html`<span class="coverage">${coverage(known, filters)}</span>` : null}
  </p>`
}

function coverage({ farms, products, recent, where }: Known, filters: View['filters']): string {
  const percent = (count: number) => Math.round((100 * count) / farms)
  const pct = `${percent(products)} %`
  const ofLate = products > 0 ? `, ${percent(recent)} % within three years` : ''
  const sold = filters.products ?? []
  const others = sold.length > 0 && products < farms ? `; others may sell ${listed(sold)}, too` : ''
  return where === 'here'
    ? `Products are known for ${pct} of the ${counted(farms, 'farm')} here${ofLate}${others}.`
    : `Products are known for ${pct} of the directory${ofLate}${others}.`
}

/** Notes about a text's reading: ignored parts, and other readings as links. */
export function notes(view: View, { namesakes }: Found): Html[] {
  const { meaning, address } = view
  const { q } = address
  const found: Html[] = []
  if (meaning.nearMe)
    found.push(html`This page does not ask for your location. Enter a ZIP code or a town.`)
  if (meaning.leftOut.length > 0)
    found.push(
      html`How it is grown (${listed(meaning.leftOut)}) is a paid field, so this filter is ignored
      here.`,
    )
  if (meaning.namesakes.length > 0)
    found.push(
      html`Not that one? ${links(meaning.namesakes.slice(0, 6), (name) => replaced(view, name))}`,
    )
  if (namesakes > 0)
    found.push(
      html`Or a name?
        <a href="${pathOf({ q, as: 'name', filters: {} })}" data-view
          >${counted(namesakes, 'farm')} named “${q.trim()}”</a
        >`,
    )
  return found.map((note) => html`<p class="note">${note}</p>`)
}

/** The same view around another place. */
const replaced = ({ address, meaning }: View, near: string): string =>
  pathOf({ ...address, as: undefined, q: textOf({ ...meaning, near }), page: undefined })

const links = (names: readonly string[], href: (name: string) => string): Html[] =>
  names.map((name, at) => html`${at > 0 ? ' · ' : ''}<a href="${href(name)}" data-view>${name}</a>`)

/** Suggestions for a view without farms, as links. */
export function helpOf(view: View, { meta, namesakes }: Found): Html {
  const { address, meaning, query } = view
  const offers: Html[] = []
  const offer = (path: string, text: string) =>
    offers.push(html`<li><a href="${path}" data-view>${text}</a></li>`)
  const wider = widerRadius(Number(query.radius))
  if (query.near !== undefined && wider !== null)
    offer(
      pathOf({ ...address, radius: String(wider), page: undefined }),
      `Search within ${wider} miles`,
    )
  if (meta.did_you_mean)
    offer(pathOf({ q: meta.did_you_mean, filters: {} }), `Search for ${meta.did_you_mean}`)
  for (const { product, farms } of meta.broader ?? [])
    offer(pathOf(withProduct(view, product)), `${capital(product)}: ${counted(farms, 'farm')}`)
  for (const name of Object.keys(address.filters) as FilterName[])
    offer(pathOf(without(address, name)), `Without the filter on ${name.replaceAll('_', ' ')}`)
  if (meaning.state !== null)
    offer(
      pathOf({ ...address, q: textOf({ ...meaning, state: null }), page: undefined }),
      'In any state',
    )
  if (address.bbox !== undefined) offer(pathOf({ ...address, bbox: undefined }), 'Everywhere')
  if (address.said_since !== undefined)
    offer(pathOf({ ...address, said_since: undefined, page: undefined }), 'Statements of any age')
  if (namesakes > 0)
    offer(
      pathOf({ q: address.q, as: 'name', filters: {} }),
      `${counted(namesakes, 'farm')} of that name`,
    )
  if (meaning.words !== null && offers.length === 0) offer('/', 'Show all farms')
  const hints = meta.hints ?? []
  return html`<div class="empty">
    <p><strong>The directory knows no such farm.</strong> That is not to say that there is none.</p>
    ${hints.map((hint) => html`<p>${capital(hint)}.</p>`)}
    ${
      offers.length > 0
        ? html`<ul>
            ${offers}
          </ul>`
        : null
    }
  </div>`
}

function withProduct({ address, meaning }: View, product: string): Address {
  const { products: _, ...filters } = address.filters
  const q = textOf({ ...meaning, products: [product] })
  return { ...address, as: undefined, q, filters, page: undefined }
}

function without(address: Address, name: FilterName): Address {
  const { [name]: _, ...filters } = address.filters
  return { ...address, filters, page: undefined }
}

export const radii_mi = [5, 10, 25, 50, 100]

const widerRadius = (radius: number): number | null =>
  radii_mi.find((each) => each > radius) ?? null

/** A note about an unknown place, with the nearest spelling. */
export function unknownPlace({ meaning }: View): Html {
  const { text, suggestion } = meaning.unknownPlace!
  return html`<div class="empty">
    <p><strong>No place is called “${text}”.</strong></p>
    ${
      suggestion === null
        ? html`<p>Enter a ZIP code, or a town and its state: “Danville, VT”.</p>`
        : html`<p>
            Did you mean
            <a
              href="${pathOf({ q: textOf({ ...meaning, near: suggestion }), filters: {} })}"
              data-view
              >${suggestion}</a
            >?
          </p>`
    }
  </div>`
}
