import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { minuteOfDay } from '../../../data/schema/hours.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { capital, dayName, listed, placeTypeWords, stateName } from '../parts/words.ts'
import type { Found, Known } from './found.ts'
import { memberFilters, pathOf, possibleName, type View } from './view.ts'
import { timeWords } from '../farm/week.ts'
import { placesOf, textWith } from './text.ts'
import type { Part } from '../../query/reader/draft.ts'
import type { LeftOut } from '../../query/reader/understand.ts'

/** The heading of a view: `CSAs with eggs near Albany, NY, open Saturday`. */
export function titleOf({ filters, query, address, day }: View): string {
  const { place_type = [], products = [], category = [], state = [] } = filters
  const kinds = place_type.map((type) => placeTypeWords[type as PlaceType]?.[1] ?? type)
  const offered = [...products, ...category]
  const text = [
    listed(kinds) || 'farms',
    offered.length > 0 ? ` with ${listed(offered)}` : '',
    query.q === undefined ? '' : ` named “${query.q}”`,
    query.city === undefined ? '' : ` in ${String(query.city)}`,
    whereOf(query.near, state, address.bbox !== undefined),
    day === undefined ? '' : `, open ${timeOf(day, query)}`,
  ].join('')
  return text === 'farms' ? 'Find local food near you' : capital(text)
}

function whereOf(near: unknown, states: readonly string[], isBox: boolean): string {
  const within = states.length > 0 ? ` in ${listed(states.map(stateName))}` : ''
  if (isBox) return `${within} in this area of the map`
  return typeof near === 'string' ? ` near ${near}${within}` : within
}

/** A day and the hours on it, `16:00-24:00`: `Friday after 4 PM`; of one minute: `Friday until 6 PM`. */
function timeOf(day: string, { open_between }: View['query']): string {
  if (open_between === undefined) return dayName(day)
  const [from, until] = String(open_between).split('-') as [string, string]
  const [start, end] = [minuteOfDay(from), minuteOfDay(until)]
  if (end - start === 1)
    return `${dayName(day)} ${start % 5 === 0 ? `at ${timeWords(from)}` : `until ${timeWords(until)}`}`
  if (until === '24:00') return `${dayName(day)} after ${timeWords(from)}`
  if (from === '00:00') return `${dayName(day)} before ${timeWords(until)}`
  return `${dayName(day)} between ${timeWords(from)} and ${timeWords(until)}`
}

/** The number of farms, their area, and the share with known products. */
export function countLine({ query, filters, day }: View, { meta, known }: Found): Html {
  const radius = query.radius
  const around = radius === undefined ? '' : ` within ${counted(Number(radius), 'mile')}`
  const open = day === undefined ? '' : ` confirmed open ${timeOf(day, query)}`
  return html`<p class="count">
    <strong>${counted(meta.total, 'farm')}</strong
    >${open}${around}${query.q === undefined || meta.total < 2 ? '' : ', best matches first'}.
    ${known && !isOnly(known, meta) ? html`<span class="coverage">${coverage(known, filters)}</span>` : null}
  </p>`
}

/** Returns true if a view has one farm, whose card shows the same. */
const isOnly = ({ farms }: Known, { total }: Found['meta']) => farms === 1 && total === 1

function coverage({ farms, products, recent, among }: Known, filters: View['filters']): string {
  const percent = (count: number) => Math.round((100 * count) / farms)
  const pct = `${percent(products)}\u00a0%`
  const lately =
    recent === 0
      ? ', none confirmed in the last three years'
      : `, confirmed in the last three years for ${Math.max(1, percent(recent))}\u00a0%`
  const ofLate = products > 0 ? lately : ''
  const sold = filters.products ?? []
  const others = sold.length > 0 && products < farms ? `; others may sell ${listed(sold)}, too` : ''
  const meet = farms === 1 ? 'meets' : 'meet'
  const found = sold.length > 0 ? `that ${meet} the other conditions` : 'found'
  const ofFarms = {
    place: `the ${counted(farms, 'farm')} here`,
    others: `the ${counted(farms, 'farm')} ${found}`,
    all: 'the directory',
  }
  return `Products are known for ${pct} of ${ofFarms[among]}${ofLate}${others}.`
}

/** Notes about a text's reading: corrected and ignored parts, and other readings as links. */
export function notes(view: View, { namesakes }: Found): Html[] {
  const { reading, leftOut } = view
  const { corrected, unknownPlace } = reading
  const others = leftOut.filter(({ text }) => text !== unknownPlace)
  const found = [
    ...(corrected ? [readAsNote(corrected.text, corrected.value)] : []),
    ...reading.parts.flatMap((part) => notesOfPart(view, part)),
    ...others.map((part) => noteOfLeftOut(view, part)),
  ]
  if (unknownPlace !== null)
    found.push(
      html`No place is called “${unknownPlace}”. Enter a ZIP code, or a town and its state:
      “Danville, VT”.`,
    )
  if (namesakes > 0)
    found.push(
      html`Or a name?
        <a href="${pathOf({ q: possibleName(view), as: 'name', filters: {} })}" data-view
          >${counted(namesakes, 'farm')} named “${possibleName(view)}”</a
        >`,
    )
  return found.map((note) => html`<p class="note">${note}</p>`)
}

/** A note about a part of a text that the request leaves out. */
function noteOfLeftOut(
  { reading, address }: View,
  { text, reason, parameter, value }: LeftOut,
): Html {
  if (reading.nearMe && text === 'near me')
    return html`“near me” needs your location: press the button beside Where, or enter a ZIP code.`
  if (parameter === 'near' && value !== undefined)
    return html`“${text}” is left out: a search has one place.
      <a href="${pathOf({ ...address, q: textWith(reading, placesOf(reading), value) })}" data-view>
        Search near ${value}</a
      >`
  if (isOfPaidTier(parameter))
    return html`“${text}” is left out: this filter is for <a href="/console#tiers">paid keys</a>.
      Ask a farm before you go.`
  return html`“${text}” is left out: ${reason}.`
}

const isOfPaidTier = (parameter: string | undefined) =>
  memberFilters.some((name) => name === parameter)

/** Notes about a part of a text: its correction, and its other meanings as links. */
function notesOfPart(view: View, part: Part): Html[] {
  const { reading, leftOut, address } = view
  const typed = reading.text.slice(part.start, part.end)
  const isLeftOut = leftOut.some(
    ({ text, parameter }) => text === typed && parameter === part.parameter,
  )
  const byWords = pathOf({ q: address.q, as: 'sentence', filters: {} })
  const [places, days] = [linksTo(view, part, 'near'), linksTo(view, part, 'open_on')]
  const products = part.parameter === 'near' ? linksTo(view, part, 'products') : []
  if (part.parameter === 'q')
    return [html`Not a name? <a href="${byWords}" data-view>Read it word by word</a>`]
  return [
    part.corrected && !isLeftOut && readAsNote(typed, part.value),
    places.length > 0 && html`Not that one? ${places}`,
    products.length > 0 && html`“${typed}” is read as a place. Or ${products}?`,
    days.length > 0 &&
      address.on === undefined &&
      html`“${typed}” is read as ${dayName(part.value)}. Or ${days}?`,
  ].filter((note) => note !== false)
}

const readAsNote = (typed: string, value: string) => html`“${typed}” is read as ${value}.`

/** Links to the values of a parameter that a part of a text may mean instead. */
function linksTo(
  { reading, address }: View,
  part: Part,
  parameter: 'near' | 'open_on' | 'products',
): Html[] {
  const others = part.others.filter((other) => other.parameter === parameter)
  const names = others.map(({ value }) => (parameter === 'open_on' ? dayName(value) : value))
  return links(names.slice(0, 6), (name) =>
    pathOf({ ...address, as: undefined, q: textWith(reading, part, name), page: undefined }),
  )
}

const links = (names: readonly string[], href: (name: string) => string): Html[] =>
  names.map((name, at) => html`${at > 0 ? ' · ' : ''}<a href="${href(name)}" data-view>${name}</a>`)
