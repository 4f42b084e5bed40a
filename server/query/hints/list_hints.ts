import { counted } from '../../../data/counted.ts'
import { after, all, type Eventual } from '../../eventual.ts'
import { conditions, type FilterValues } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { countFarms, type Scope } from '../select.ts'
import { placeHint } from './place_hints.ts'
import {
  askedTerms,
  broaderProducts,
  isUnknown,
  meantBy,
  unknownHint,
  type AskedTerm,
} from './unknown_terms.ts'

/** Hints for an empty list, or for a list whose filters name unknown terms. */
export type ListHints = {
  matched_products?: string[]
  did_you_mean?: string | null
  broader?: { product: string; farms: number }[]
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
  return total > 0 && unknown.length === 0 ? {} : hintsOf(listed, { asked, unknown }, request)
}

function hintsOf(
  listed: Listed,
  { asked, unknown }: Record<'asked' | 'unknown', AskedTerm[]>,
  request: FilterRequest,
): Eventual<ListHints> {
  const { values, scope, total } = listed
  const { snapshot } = request
  const products = asked.filter((each) => each.field === 'products')
  const ofPlace =
    total === 0 && scope.near ? placeHint(snapshot, scope.near, conditions(values, request)) : []
  return after(ofPlace, (placeHints) =>
    after(total === 0 ? broaderOf(products, listed, request) : [], (broader) =>
      after(unknownHours(listed, request), (hoursHints) => {
        const hints = [
          ...unknown.map((term) => unknownHint(snapshot, term)),
          ...hoursHints,
          ...placeHints,
        ]
        return {
          ...(products.length > 0 && {
            matched_products: products.flatMap(({ text }) =>
              snapshot.terms.matchKinds('products', text),
            ),
          }),
          ...(unknown[0] && { did_you_mean: meantBy(snapshot, unknown[0]) }),
          ...(total === 0 && products.length > 0 && { broader }),
          ...(hints.length > 0 && { hints }),
        }
      }),
    ),
  )
}

/** Tells an empty list how many farms only lack recent hours. */
function unknownHours(
  { values, scope, total }: Listed,
  request: FilterRequest,
): Eventual<string[]> {
  const { open_at, open_on, open_unknown } = values
  const asksHours = open_at !== undefined || open_on !== undefined
  if (total > 0 || !asksHours || open_unknown === 'include') return []
  const wanted = conditions({ ...values, open_unknown: 'include' }, request)
  return after(countFarms(request.snapshot, scope, wanted), (farms) =>
    farms === 0 ? [] : [unknownHoursHint(farms)],
  )
}

const unknownHoursHint = (farms: number) =>
  `${counted(farms, 'farm')} ${farms === 1 ? 'matches' : 'match'} the other filters, but the hours are unknown or were said over three years before: open_unknown=include lists ${farms === 1 ? 'it' : 'them'}, with dates in said_at`

/** The broader products that match farms under the other filters, each in place of the requested one. */
function broaderOf(
  products: AskedTerm[],
  { values, scope }: Listed,
  request: FilterRequest,
): Eventual<{ product: string; farms: number }[]> {
  const counted = products.flatMap(({ text }) => {
    const others = products.flatMap((each) => (each.text === text ? [] : each.text))
    return broaderProducts(text)
      .slice(0, mostBroader)
      .map((product) => {
        const wanted = conditions({ ...values, products: [...others, product] }, request)
        return after(countFarms(request.snapshot, scope, wanted), (farms) => ({ product, farms }))
      })
  })
  return after(all(counted), (found) => found.filter(({ farms }) => farms > 0))
}
