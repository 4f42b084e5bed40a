import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { KnownList } from '../../../data/schema/serving/attributes.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rowOf } from '../row_of.ts'
import { knownLists } from '../../../data/schema/serving/attributes.ts'

/** The farm that an answer is about. */
export type Subject = {
  row: number
  farm: Pick<Farm, 'id' | 'name' | 'city' | 'state' | 'place_type' | 'lat' | 'lng' | 'products'>
  /** null = not known, so nothing can be said of what is around it. */
  center: { lat: number; lng: number } | null
}

/** Finds the farm of an id; throws as `rowOf` does. */
export function subjectOf(snapshot: Snapshot, farmId: string): Subject {
  const row = rowOf(snapshot, farmId)
  const record = farmRecord(snapshot, row, 'free', 'list') as Farm
  const { id, name, city, state, place_type, lat, lng, products: offered } = record
  return {
    row,
    farm: { id, name, city, state, place_type, lat, lng, products: offered },
    center: lat === null || lng === null ? null : { lat, lng },
  }
}

/** What of a list is known of a farm: its names and their codes; null = the list is not known. */
export function listOf(
  { attributes }: Snapshot,
  row: number,
  list: KnownList,
): { name: string; code: number }[] | null {
  const known = attributes.codeOf('known', list)
  if (known === undefined || !attributes.has(row, known)) return null
  const { first, names } = attributes.range(list)
  return [...attributes.codesOf(row)]
    .filter((code) => code >= first && code < first + names.length)
    .map((code) => ({ name: names[code - first]!, code }))
}

/** The lists of a farm that are not known, and `location` where that isn't. */
export const unknownsOf = (snapshot: Snapshot, { row, center }: Subject): string[] => [
  ...(center ? [] : ['location']),
  ...knownLists.filter((list) => listOf(snapshot, row, list) === null),
]

/**
 * Finds which of some products a row offers, as their places in the list, in no order: by any
 * spelling of the product or of a kind of it, as a request that names the product finds them. The
 * list that is returned is good until the next call.
 */
export function offersOf(
  { attributes }: Snapshot,
  offered: { name: string }[],
): (row: number) => readonly number[] {
  const { first, names } = attributes.range('products')
  const placesOf = Map.groupBy(
    offered.flatMap(({ name }, place) =>
      products.kindsOf(name).map((kind) => ({ key: products.keyOf(kind), place })),
    ),
    ({ key }) => key,
  )
  const ofCode: (number[] | undefined)[] = Array.from({ length: attributes.codes })
  for (const [each, name] of names.entries())
    ofCode[first + each] = placesOf.get(products.keyOf(name))?.map(({ place }) => place)
  const lastCall = new Uint32Array(offered.length)
  let call = 0
  const found: number[] = []
  return (row) => {
    found.length = 0
    call++
    for (const code of attributes.codesOf(row))
      for (const place of ofCode[code] ?? none) {
        if (lastCall[place] === call) continue
        lastCall[place] = call
        found.push(place)
      }
    return found
  }
}

const none: number[] = []
