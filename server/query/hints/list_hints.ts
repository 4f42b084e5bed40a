import { counted } from '../../../data/digit_grouping.ts'
import type { Eventual } from '../../eventual.ts'
import { conditions, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { filters } from '../filters/filters.ts'
import { countFarms, type Scope } from '../select.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import { products as productTerms } from '../../../data/vocabulary/vocabulary.ts'
import { recentYears } from '../../snapshot/said/said_figures.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { emptiedBy, withoutHint, type Without, placeHint } from './emptied_by.ts'
import { noContact } from '../reader/unanswerable.ts'
import { misspelledPlace, type Misspelled } from './unknown_places.ts'
import {
  productOfWords,
  askedTerms,
  broaderProducts,
  isUnknown,
  meantBy,
  unknownHint,
  type AskedTerm,
} from './unknown_terms.ts'

/** A broader product and its number of farms. */
type Broader = { value: string; count: number }

/** Hints for an empty list, or for a list whose filters name unknown terms. */
export type ListHints = {
  did_you_mean?: string | null
  broader?: Broader[]
  without?: Without[]
  hints?: string[]
}

type Listed = {
  values: FilterValues
  /** True if the products came as the `product` of /v1/food. */
  product: boolean
  scope: Scope
  total: number
}

/** Maximum number of broader products counted. */
const mostBroader = 5

/** Finds the hints for a list; none if it has farms and all its terms are known. */
export function listHints(listed: Listed, request: FilterRequest): Eventual<ListHints> {
  const { values, product, total } = listed
  const asked = askedTerms(values, product)
  const unknown = asked.filter((term) => isUnknown(request.snapshot, term))
  const hasNews = total === 0 || unknown.length > 0 || asked.some(isClaim)
  return hasNews ? hintsOf(listed, { asked, unknown }, request) : {}
}

/** A claim, such as cage-free eggs, finds only farms that state it. */
const isClaim = ({ field, text }: AskedTerm) =>
  field === 'products' && productTerms.find(text)?.claim === true

async function hintsOf(
  listed: Listed,
  { asked, unknown }: Record<'asked' | 'unknown', AskedTerm[]>,
  request: FilterRequest,
): Promise<ListHints> {
  const { values, scope, total } = listed
  const { snapshot, now } = request
  const isEmpty = total === 0
  const products = asked.filter(({ field }) => field === 'products')
  const claims = isEmpty ? products : products.filter(isClaim)
  const { near } = scope
  const { q } = values
  const meant = isEmpty && typeof q === 'string' ? productOfWords(snapshot, q) : null
  const place = isEmpty ? await misspelledPlace(values, request) : null
  const ofPlace =
    isEmpty && near ? await placeHint(snapshot, near, conditions(values, request)) : []
  const broader = await broaderOf(claims, products, listed, request)
  const ofHours = await unknownHours(listed, request)
  const without = isEmpty ? await emptiedBy(listed, request, firstDayOf(recentYears, now)) : []
  const contact = isEmpty && typeof q === 'string' ? noContact(q) : null
  return told(snapshot, { unknown, claims, broader, without, place, meant }, [
    ...(contact === null ? [] : [contact]),
    ...(isEmpty ? [] : broader.map((each) => claimHint(claims, each))),
    ...ofHours,
    ...ofPlace,
    ...withoutHints(without, unknown),
  ])
}

type Told = Required<Pick<ListHints, 'broader' | 'without'>> &
  Record<'unknown' | 'claims', AskedTerm[]> & {
    place: Misspelled | null
    /** The product that `q` may mean. */
    meant: string | null
  }

/** The hints as fields of `meta`. */
function told(
  snapshot: Snapshot,
  { unknown, claims, broader, without, place, meant }: Told,
  more: string[],
): ListHints {
  const hints = [
    ...unknown.map((term) => unknownHint(snapshot, term)),
    ...(place === null ? [] : [placeUnknown(place)]),
    ...(meant === null ? [] : [`q finds no farm; did you mean the product \`${meant}\`?`]),
    ...more,
  ]
  return {
    ...(unknown[0]
      ? { did_you_mean: meantBy(snapshot, unknown[0]) }
      : (place ?? meant) !== null && { did_you_mean: place?.meant ?? meant }),
    ...(claims.length > 0 && { broader }),
    ...(without.length > 0 && { without }),
    ...(hints.length > 0 && { hints }),
  }
}

const placeUnknown = ({ parameter, text, meant }: Misspelled) =>
  `${parameter}: \`${text}\` is not known; did you mean \`${meant}\`?`

/**
 * Sentences about conditions that empty a list, unless a term that is not known is the reason. Of one filter
 * alone `without` tells enough.
 */
const withoutHints = (found: readonly Without[], unknown: readonly AskedTerm[]): string[] =>
  unknown.length > 0 || (found.length === 1 && isFilter(found[0]!.parameter))
    ? []
    : found.filter(({ parameter }) => parameter !== 'radius').map((each) => withoutHint(each))

const isFilter = (parameter: string) => parameter === 'product' || Object.hasOwn(filters, parameter)

const claimHint = ([claim]: AskedTerm[], { value, count }: Broader) =>
  `only farms that state \`${claim!.text}\` are listed: ${counted(count, 'farm')} ${count === 1 ? 'offers' : 'offer'} ${value}`

/** Tells an empty list how many farms only lack recent hours. */
async function unknownHours(
  { values, scope, total }: Listed,
  request: FilterRequest,
): Promise<string[]> {
  const { open_at, open_on, open_unknown } = values
  const asksHours = open_at !== undefined || open_on !== undefined
  if (total > 0 || !asksHours || open_unknown === 'include') return []
  const wanted = conditions({ ...values, open_unknown: 'include' }, request)
  const farms = await countFarms(request.snapshot, scope, wanted)
  return farms === 0 ? [] : [unknownHoursHint(farms)]
}

const unknownHoursHint = (farms: number) =>
  `${counted(farms, 'farm')} ${farms === 1 ? 'matches' : 'match'} the other filters, but the hours are unknown or were said over three years before: open_unknown=include lists ${farms === 1 ? 'it' : 'them'}, with dates in said_at`

/** The broader products that match farms under the other filters, each in place of the requested one. */
async function broaderOf(
  asked: AskedTerm[],
  products: AskedTerm[],
  { values, scope }: Listed,
  request: FilterRequest,
): Promise<Broader[]> {
  const counted = asked.map(({ text }) => {
    const others = products.flatMap((each) => (each.text === text ? [] : each.text))
    return countBroader(text, (product) => {
      const wanted = conditions({ ...values, products: [...others, product] }, request)
      return countFarms(request.snapshot, scope, wanted)
    })
  })
  const found = (await Promise.all(counted)).flat()
  const isFirst = ({ value }: Broader, at: number) =>
    found.findIndex((each) => each.value === value) === at
  return found.filter(isFirst)
}

/** The broader products of a product of which there are some, with their number. */
export async function countBroader(
  text: string,
  count: (product: string) => Eventual<number>,
): Promise<Broader[]> {
  const counted = broaderProducts(text)
    .slice(0, mostBroader)
    .map(async (value) => ({ value, count: await count(value) }))
  return (await Promise.all(counted)).filter(({ count }) => count > 0)
}
