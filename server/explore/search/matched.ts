import { readQuery } from '../../http/parameters/query_string.ts'
import { conditions, type FilterValues } from '../../query/filters/conditions.ts'
import type { FilterRequest } from '../../query/filters/filter.ts'
import { isEmptiedByWords, type Way } from '../../query/hints/emptied_by.ts'
import { locate } from '../../query/reader/places/locate.ts'
import { hasDoubtfulWords, withoutWords } from '../../query/reader/understand.ts'
import { among, matching, rangesOf } from '../../query/select.ts'
import type { Bitmap } from '../../snapshot/sets/bitmap.ts'
import { farms } from '../../routes/farms/farms.ts'
import type { View } from './view.ts'

/** The farms of a view, selected in the same way as in the API's lists. */
export async function matchedBy(
  { route, query, day }: View,
  { snapshot, tier: ofVisitor, now }: FilterRequest,
): Promise<Bitmap> {
  const wanted = { ...query, ...(day !== undefined && { open_unknown: 'include' }) }
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const texts = new Map(given.map(([name, value]) => [name, [String(value)]]))
  const values = readQuery(route.query, texts) as FilterValues & { near?: string; radius?: number }
  // Lists of pages may filter by day, in any tier.
  const tier = day === undefined ? ofVisitor : 'paid'
  const set = await matching(snapshot, conditions(values, { snapshot, tier, now }))
  const { near, radius } = values
  const circle =
    near === undefined || radius === undefined
      ? undefined
      : { ...locate(snapshot.gazetteer, near), radius_mi: radius }
  return among(snapshot, rangesOf(snapshot, { near: circle }), set)
}

/** A view without the words that match names, if these alone leave it without farms. */
export async function settled(view: View, by: FilterRequest): Promise<View> {
  const { reading, query, leftOut } = view
  if (query.q === undefined || !hasDoubtfulWords(by.snapshot, reading)) return view
  const left = withoutWords({ query: {}, leftOut }, reading).leftOut
  const { q: _, ...others } = query
  const isAround = others.near !== undefined
  const wider: View = {
    ...view,
    query: isAround ? others : { ...others, sort: '-quality_score' },
    leftOut: left,
  }
  const words: View = { ...view, query: { q: query.q }, route: farms, day: undefined }
  const ways = { all: view, others: wider, words }
  const isFound = async (way: Way) => (await matchedBy(ways[way], by)).count() > 0
  return (await isEmptiedByWords(by.snapshot, query, isFound)) ? wider : view
}
