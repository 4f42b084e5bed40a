import { readCity, type City } from '../../http/parameters/cities.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { isAmong, type FilterRequest } from './filter.ts'

/** The farm is in one of the cities (see `cityList`), of the state that stands with it. */
export function isInCity(entries: string[], { snapshot }: FilterRequest): Condition[] {
  const byState = Map.groupBy(entries.map(readCity), ({ state }) => state)
  const rows = async () => {
    let found = new Bitmap(snapshot.farms)
    for (const [state, cities] of byState) found = found.or(await inState(snapshot, cities, state))
    return found
  }
  return [{ key: `city=${entries.join()}`, rows }]
}

async function inState(
  { cities, sets }: Snapshot,
  asked: City[],
  state: string | null,
): Promise<Bitmap> {
  const called = cities.rows(asked.map(({ name }) => name))
  if (state === null) return called
  const [ofState] = await sets.findAll(isAmong('state')([state]))
  return called.and(ofState!)
}
