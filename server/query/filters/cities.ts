import { readCity } from '../../http/parameters/cities.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { FilterRequest } from './filter.ts'

/** Finds the farms in places of some names, in any state. */
type InPlaces = (snapshot: Snapshot, names: string[]) => Bitmap

/** The farm is in one of the places (see `cityList`), in the state named with the place. */
const isIn =
  (field: 'city' | 'county', inPlaces: InPlaces) =>
  (entries: string[], { snapshot }: FilterRequest): Condition[] => {
    const byState = Map.groupBy(entries.map(readCity), ({ state }) => state)
    const rows = () => {
      let found = new Bitmap(snapshot.farms)
      for (const [state, places] of byState) {
        const names = places.map(({ name }) => name)
        const named = inPlaces(snapshot, names)
        found = found.or(state === null ? named : named.and(inState(snapshot, state)))
      }
      return found
    }
    return [{ key: `${field}=${entries.join()}`, rows }]
  }

const inState = ({ fieldCodes }: Snapshot, state: string) => fieldCodes.any('state', [state])

export const isInCity = isIn('city', ({ cities }, names) => cities.rows(names))

export const isInCounty = isIn('county', ({ counties, fieldCodes }, names) =>
  fieldCodes.any('county', counties.namesOf(names)),
)
