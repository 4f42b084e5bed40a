import type { Tier } from '../../../data/schema/meta.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import {
  knownLists,
  type CountedFacet,
  type KnownList,
} from '../../../data/schema/serving/attributes.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rowOf } from '../row_of.ts'

/**
 * The farm that an answer is about, by its id; `center` is null where its location is not known, so
 * that nothing can be said of what is around it. Throws as `rowOf` does.
 */
export function subjectOf(snapshot: Snapshot, farmId: string) {
  const row = rowOf(snapshot, farmId)
  const record = farmRecord(snapshot, row, 'free', 'list') as Farm
  const { id, name, city, state, place_type, lat, lng, products } = record
  return {
    row,
    farm: { id, name, city, state, place_type, lat, lng, products },
    center: lat === null || lng === null ? null : { lat, lng },
  }
}
export type Subject = ReturnType<typeof subjectOf>

type Named = { name: string; code: number }

/** The names of a facet that a farm has, and their codes. */
export function namesOf({ attributes }: Snapshot, row: number, facet: CountedFacet): Named[] {
  const { first, names } = attributes.range(facet)
  return [...attributes.codesOf(row)]
    .filter((code) => code >= first && code < first + names.length)
    .map((code) => ({ name: names[code - first]!, code }))
}

/** A list of a farm: its names and their codes; null = it is not known. */
export function listOf(snapshot: Snapshot, row: number, list: KnownList): Named[] | null {
  const known = namesOf(snapshot, row, 'known').some(({ name }) => name === list)
  return known ? namesOf(snapshot, row, list) : null
}

/** The lists of a farm that a tier sees and that are not known, and `location` where that isn't. */
export const unknownsOf = (snapshot: Snapshot, { row, center }: Subject, tier: Tier): string[] => [
  ...(center ? [] : ['location']),
  ...knownLists.filter(
    (list) => (tier === 'paid' || list === 'products') && listOf(snapshot, row, list) === null,
  ),
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
