import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { ParameterError } from '../../http/problem.ts'
import { emptyState } from '../../pages/parts.ts'
import { asWords, inline, sentence } from '../../pages/shown.ts'
import { capital, dayName, kindOfPlace, listed, placeFault, stateName } from '../parts/words.ts'
import type { Found } from './found.ts'
import { textWith, textWithout } from './text.ts'
import { pathOf, searchOf, type Address, type FilterName, type View } from './view.ts'

export const radii_mi = [5, 10, 25, 50, 100]

type Offer = { path: string; text: string; found?: string }

/** Hints that the page words as links, or as a list of its own. */
const offered = /^without |open_unknown|^q finds no farm/

/** The hint at the nearest farm, which the page words beside the link to it. */
const nearest = /^no farm that matches .*(the nearest is (\d+) miles? away)$/m

/** Why a view has no farms, what is found without each condition, and what was probably meant. */
export function nothingFound(view: View, found: Found): Html {
  const hints = (found.meta.hints ?? []).filter((hint) => !offered.test(hint))
  const larger = wider(view, hints)
  const offers = [...meant(view, found), ...withoutEach(view, found), ...larger]
  const told = larger.length > 0 ? hints.filter((hint) => !nearest.test(hint)) : hints
  if (view.query.q !== undefined && offers.length === 0)
    offers.push({ path: '/', text: 'Show all farms' })
  return emptyState(
    'No listed farm meets every condition',
    html`<p>There may be farms that this directory does not list.</p>
      ${told.map((hint) => html`<p>${inline(sentence(hint))}</p>`)} ${listOf(offers)}`,
  )
}

const listOf = (offers: readonly Offer[]): Html | null =>
  offers.length === 0
    ? null
    : html`<ul>
        ${offers.map(
          ({ path, text, found }) =>
            html`<li><a href="${path}" data-view>${text}</a>${found && `: ${found}`}</li>`,
        )}
      </ul>`

function meant(view: View, { meta, namesakes }: Found): Offer[] {
  const { address } = view
  const terms = meta.did_you_mean ? [meta.did_you_mean] : []
  return [
    ...terms.map((term) => ({ path: withProduct(view, term), text: `Search for ${term}` })),
    ...(meta.broader ?? []).map(({ value, count }) => ({
      path: withProduct(view, value),
      text: capital(value),
      found: counted(count, 'farm'),
    })),
    ...(namesakes > 0
      ? [
          {
            path: pathOf({ q: address.q, as: 'name' as const, filters: {} }),
            text: `${counted(namesakes, 'farm')} of that name`,
          },
        ]
      : []),
  ]
}

const withoutEach = (view: View, { meta }: Found): Offer[] =>
  (meta.without ?? []).map(({ parameter, count, unknown }) => ({
    path: without(view, ...parameter.split(',')),
    text: `Leave out ${listed(parameter.split(',').map((each) => conditionOf(view, each)))}`,
    found: `${counted(count, 'farm')}${unknown ? ` (not known for ${groupDigits(unknown)} of them)` : ''}`,
  }))

function conditionOf({ filters, query, day }: View, parameter: string): string {
  if (parameter === 'radius') return 'the place'
  if (parameter === 'open_on') return `the day, ${dayName(day!)}`
  if (parameter === 'q') return `the name “${query.q}”`
  if (parameter === 'bbox') return 'this area of the map'
  if (parameter === 'state') return `the state, ${listed((filters.state ?? []).map(stateName))}`
  if (parameter === 'place_type') return listed((filters.place_type ?? []).map(kindOfPlace))
  return listed(filters[parameter as FilterName] ?? []) || asWords(parameter)
}

/** The address of a view without conditions of its fields, links or words. */
export function without({ address, reading }: View, ...parameters: string[]): string {
  const left: Address = { ...searchOf(address), filters: { ...address.filters } }
  left.bbox = address.bbox
  for (const parameter of parameters) {
    delete left.filters[parameter as FilterName]
    if (parameter === 'radius') left.near = left.radius = undefined
    if (parameter === 'state') left.near = undefined
    if (parameter === 'bbox') left.bbox = undefined
    if (parameter === 'open_on') left.on = undefined
    if (parameter === 'q' && address.as !== undefined) left.q = ''
  }
  if (address.as !== undefined) return pathOf(left)
  const names = parameters.includes('radius') ? ['near', ...parameters] : parameters
  return pathOf({ ...left, q: textWithout(reading, names) })
}

/** Offers a larger circle if a farm is in it. On a day it may have farms whose hours are not confirmed. */
function wider({ query, address, day }: View, hints: readonly string[]): Offer[] {
  const [, found, nearest_mi = 0] = nearest.exec(hints.join('\n')) ?? []
  if (found === undefined && day === undefined) return []
  const least = Math.max(Number(query.radius) + 1, Number(nearest_mi))
  const radius = radii_mi.find((each) => each >= least)
  if (query.near === undefined || radius === undefined) return []
  const path = pathOf({ ...address, radius: String(radius), page: undefined })
  return [{ path, text: `Within ${counted(radius, 'mile')}`, ...(found && { found }) }]
}

function withProduct({ address, reading }: View, product: string): string {
  const { products: _, ...filters } = address.filters
  const asked =
    reading.parts.find(({ parameter }) => parameter === 'products') ?? unreadPart(reading)
  if (asked) return pathOf({ ...searchOf(address), filters, q: textWith(reading, asked, product) })
  return pathOf({ ...searchOf(address), filters: { ...filters, products: [product] } })
}

/** The first unread words of a text as a part, which other words can replace. */
function unreadPart({ text, unread: [words] }: View['reading']) {
  const start = words === undefined ? -1 : text.indexOf(words)
  return start === -1 ? undefined : { start, end: start + words!.length }
}

/** Why the request of a view was refused, with the values that were probably meant. */
export const refused = (view: View, errors: readonly ParameterError[]): Html =>
  emptyState(
    headingOf(errors),
    html`<ul>
        ${errors.map(({ parameter, message, suggestion }) =>
          suggestion && parameter === 'near'
            ? html`<li>
                <a href="${pathOf({ ...view.address, near: suggestion })}" data-view
                  >${suggestion}</a
                >
              </li>`
            : html`<li>
                ${parameter === 'near' ? inline(placeFault(message)) : html`<code>${parameter}</code> ${inline(message)}`}
              </li>`,
        )}
      </ul>
      <p>
        ${errors.some(isOfPlace) ? html`<a href="${without(view, 'radius')}" data-view>Search without a place</a>` : html`<a href="/" data-view>Start again</a>`}
      </p>`,
  )

const isOfPlace = ({ parameter }: ParameterError) => parameter === 'near'

function headingOf(errors: readonly ParameterError[]): string {
  const place = errors.find(isOfPlace)
  if (!place) return 'The address of this view has a mistake'
  return place.suggestion ? 'Which place do you mean?' : 'The place was not found'
}
