import { counted } from '../../../data/counted.ts'
import { html, type Html } from '../../../data/html.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { emptyState } from '../../pages/parts.ts'
import { listed, placeTypeWords, stateName } from '../parts/words.ts'
import type { Part } from '../../query/reader/draft.ts'
import type { Found, Known } from './found.ts'
import { pathOf, type Address, type FilterName, type View } from './view.ts'

/** The heading of a view: `CSAs with eggs near Albany, NY`. */
export function titleOf({ filters, query, address }: View): string {
  const { place_type = [], products = [], category = [], state = [] } = filters
  const kinds = place_type.map((type) => placeTypeWords[type as PlaceType]?.[1] ?? type)
  const offered = [...products, ...category]
  const named = query.q === undefined ? '' : ` named “${query.q}”`
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
export function countLine({ query, filters }: View, { meta, known }: Found): Html {
  const radius = query.radius
  const around = radius === undefined ? '' : ` within ${radius} miles`
  return html`<p class="count">
    <strong>${counted(meta.total, 'farm')}</strong
    >${around}${query.q === undefined ? '' : ', best matches first'}.
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

/** Notes about a text's reading: corrected and ignored parts, and other readings as links. */
export function notes(view: View, { namesakes }: Found): Html[] {
  const { reading, leftOut, address } = view
  const { q } = address
  const found: Html[] = []
  for (const part of reading.parts) {
    const typed = reading.text.slice(part.start, part.end)
    if (part.corrected) found.push(html`“${typed}” is read as ${part.value}.`)
    const others = part.others.flatMap(({ parameter, value }) =>
      parameter === 'near' ? value : [],
    )
    if (others.length > 0)
      found.push(
        html`Not that one? ${links(others.slice(0, 6), (name) => replaced(view, part, name))}`,
      )
  }
  for (const { text, reason } of leftOut)
    found.push(
      reading.nearMe && text === 'near me'
        ? html`This page does not ask for your location. Enter a ZIP code or a town.`
        : html`“${text}” is left out: ${reason}.`,
    )
  if (reading.unknownPlace !== null)
    found.push(
      html`No place is called “${reading.unknownPlace}”. Enter a ZIP code, or a town and its state:
      “Danville, VT”.`,
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

/** The same view with another text in place of a part; without one, a preposition before it goes, too. */
function replaced({ address, reading }: View, { start, end }: Part, by: string): string {
  const before = reading.text.slice(0, start)
  const kept = by === '' ? before.replace(/\b(?:in|en|from)\s*$/i, '') : before
  const q = `${kept}${by}${reading.text.slice(end)}`
  return pathOf({ ...address, as: undefined, q, page: undefined })
}

const links = (names: readonly string[], href: (name: string) => string): Html[] =>
  names.map((name, at) => html`${at > 0 ? ' · ' : ''}<a href="${href(name)}" data-view>${name}</a>`)

/** Suggestions for a view without farms, as links. */
export function helpOf(view: View, { meta, namesakes }: Found): Html {
  const { address, reading, query } = view
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
    offer(withProduct(view, product), `${capital(product)}: ${counted(farms, 'farm')}`)
  for (const name of Object.keys(address.filters) as FilterName[])
    offer(pathOf(without(address, name)), `Without the filter on ${name.replaceAll('_', ' ')}`)
  const state = reading.parts.find(({ parameter }) => parameter === 'state')
  if (state) offer(replaced(view, state, ''), 'In any state')
  if (address.bbox !== undefined) offer(pathOf({ ...address, bbox: undefined }), 'Everywhere')
  if (address.said_since !== undefined)
    offer(pathOf({ ...address, said_since: undefined, page: undefined }), 'Statements of any age')
  if (namesakes > 0)
    offer(
      pathOf({ q: address.q, as: 'name', filters: {} }),
      `${counted(namesakes, 'farm')} of that name`,
    )
  if (query.q !== undefined && offers.length === 0) offer('/', 'Show all farms')
  const hints = meta.hints ?? []
  return emptyState(
    'The directory lists no such farm',
    html`<p>There may be farms that this directory does not list.</p>
      ${hints.map((hint) => html`<p>${capital(hint)}.</p>`)}
      ${
        offers.length > 0
          ? html`<ul>
              ${offers}
            </ul>`
          : null
      }`,
  )
}

function withProduct(view: View, product: string): string {
  const { address, reading } = view
  const { products: _, ...filters } = address.filters
  const asked = reading.parts.find(({ parameter }) => parameter === 'products')
  return asked
    ? replaced({ ...view, address: { ...address, filters } }, asked, product)
    : pathOf({ ...address, filters: { ...filters, products: [product] }, page: undefined })
}

function without(address: Address, name: FilterName): Address {
  const { [name]: _, ...filters } = address.filters
  return { ...address, filters, page: undefined }
}

export const radii_mi = [5, 10, 25, 50, 100]

const widerRadius = (radius: number): number | null =>
  radii_mi.find((each) => each > radius) ?? null
