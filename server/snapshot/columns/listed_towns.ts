import { countyNear } from '../../../data/geography/counties.ts'
import type { Place } from '../../../data/geography/gazetteer/gazetteer.ts'
import { placeKey } from '../../../data/geography/place_key.ts'
import { states } from '../../../data/geography/states.ts'
import { memoize } from '../../../data/memoize.ts'
import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { FieldCodes } from '../sets/field_codes.ts'
import type { HiddenFarms } from '../sets/hidden_farms.ts'
import type { Gazetteer } from './gazetteer.ts'

type Farms = {
  columns: Pick<Columns, 'cities' | 'farms'>
  fieldCodes: Pick<FieldCodes, 'any'>
  hidden: Pick<HiddenFarms, 'has'>
}
type Town = { key: string; state: string; rows: number[] }

/**
 * Returns a function that finds the towns of a key (`placeKey`) that farms are in and the gazetteer lacks, such as
 * townships. The point of a town is that of the farm in its middle, from south to north.
 */
export function listedTowns(
  { columns: { cities, farms }, fieldCodes, hidden }: Farms,
  gazetteer: Pick<Gazetteer, 'has'>,
): (key: string) => Place[] {
  const { names, ofRow } = cities

  function towns(): Town[] {
    const keys = names.map(placeKey)
    return states.flatMap(({ abbr: state }) => {
      const isMissing = memoize((city: number) => {
        const key = keys[city] ?? ''
        return key !== '' && !gazetteer.has(key, state)
      })
      const rows: number[] = []
      fieldCodes.any('state', [state]).forEach((row) => {
        if (isMissing(ofRow[row]!) && !Number.isNaN(farms.lat[row])) rows.push(row)
      })
      const byKey = Map.groupBy(rows, (row) => keys[ofRow[row]!]!)
      return [...byKey].map(([key, own]) => ({ key, state, rows: own }))
    })
  }

  function placesOf({ state, rows }: Town): Place[] {
    const shown = rows
      .filter((row) => !hidden.has(row))
      .sort((one, other) => farms.lat[one]! - farms.lat[other]!)
    const row = shown[shown.length >> 1]
    if (row === undefined) return []
    const point = { lat: farms.lat[row]!, lng: farms.lng[row]! }
    const county_fips = countyNear(point, state)?.fips ?? null
    const name = `${names[ofRow[row]!]!.replaceAll(',', '')}, ${state}`
    return [{ name, kind: 'city', size: 0, isListed: true, ...point, county_fips }]
  }

  let byKey: Map<string, Town[]> | undefined
  return (key) => {
    byKey ??= Map.groupBy(towns(), (town) => town.key) // on first use
    return (byKey.get(key) ?? []).flatMap(placesOf)
  }
}
