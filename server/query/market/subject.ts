import type { Tier } from '../../../data/schema/meta.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import {
  fieldsWith,
  type KnownList,
  type MarketField,
} from '../../../data/schema/serving/fields.ts'
import { products } from '../../../data/vocabulary/vocabulary.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { rowOf } from '../row_of.ts'

/**
 * Finds an answer's farm by its id. `center` is null if its location is unknown; then nothing around the
 * farm can be shown. Throws the same errors as `rowOf`.
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

/** A farm's names of a field, and their codes. */
export function namesOf({ fieldCodes }: Snapshot, row: number, field: MarketField): Named[] {
  const { first, names, lists } = fieldCodes.of(field)
  return [...lists.codesOf(row)]
    .filter((code) => code >= first && code < first + names.length)
    .map((code) => ({ name: names[code - first]!, code }))
}

/** A farm's list, as names with codes; null if unknown. */
export function listOfFarm(snapshot: Snapshot, row: number, list: KnownList): Named[] | null {
  const known = namesOf(snapshot, row, 'known').some(({ name }) => name === list)
  return known ? namesOf(snapshot, row, list) : null
}

/** The farm's unknown lists that the tier sees, and `location` if that is unknown. */
export const unknownsOf = (snapshot: Snapshot, { row, center }: Subject, tier: Tier): string[] => [
  ...(center ? [] : ['location']),
  ...fieldsWith({ kind: 'many', in: 'attributes' }).filter(
    (list) => (tier === 'paid' || list === 'products') && listOfFarm(snapshot, row, list) === null,
  ),
]

/**
 * Returns a function that finds a row's products among `offered`, as places in that list, in no order.
 * Matches any spelling of the product or its varieties, like a request for the product. The function reuses
 * its result: a list is valid until the next call.
 */
export function offersOf(
  { fieldCodes }: Snapshot,
  offered: { name: string }[],
): (row: number) => readonly number[] {
  const { first, names, lists } = fieldCodes.of('products')
  const placesOf = Map.groupBy(
    offered.flatMap(({ name }, place) =>
      products.kindsOf(name).map((kind) => ({ key: products.keyOf(kind), place })),
    ),
    ({ key }) => key,
  )
  const ofCode: (number[] | undefined)[] = Array.from({ length: lists.codes })
  for (const [each, name] of names.entries())
    ofCode[first + each] = placesOf.get(products.keyOf(name))?.map(({ place }) => place)
  const lastCall = new Uint32Array(offered.length)
  let call = 0
  const found: number[] = []
  return (row) => {
    found.length = 0
    call++
    for (const code of lists.codesOf(row))
      for (const place of ofCode[code] ?? none) {
        if (lastCall[place] === call) continue
        lastCall[place] = call
        found.push(place)
      }
    return found
  }
}

const none: number[] = []
