import { readCity, type City } from '../../http/parameters/cities.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import { isAmong, type FilterRequest } from './filter.ts'

/** The farm is in one of the cities (see `cityList`), of the state that stands with it. */
export function isInCity(entries: string[], request: FilterRequest): Condition[] {
  const byState = Map.groupBy(entries.map(readCity), ({ state }) => state)
  const rows = async () => {
    let found = new Bitmap(request.snapshot.farms)
    for (const [state, cities] of byState) found = found.or(await inState(request, cities, state))
    return found
  }
  return [{ key: `city=${entries.join()}`, rows }]
}

async function inState(
  request: FilterRequest,
  asked: City[],
  state: string | null,
): Promise<Bitmap> {
  const { cities, sets } = request.snapshot
  const called = cities.rows(asked.map(({ name }) => name))
  if (state === null) return called
  const [ofState] = await sets.findAll(isAmong('state')([state], request))
  return called.and(ofState!)
}
