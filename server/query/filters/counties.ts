import { countyFipsOf, countyNameOf } from '../../../data/geography/counties.ts'
import { isIndependentCity } from '../../../data/geography/gazetteer/county_names.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'

/**
 * Finds the farms in counties of some names. `Roanoke County` leaves out the independent city of that name,
 * `Roanoke city` the county; `Roanoke` is both.
 */
export function inCountiesNamed(
  { countiesNamed, fieldCodes, farms }: Snapshot,
  names: readonly string[],
): Bitmap {
  const inNamed = (name: string) => fieldCodes.any('county', countiesNamed([name]))
  const codes = fieldCodes.of('county_fips').names.filter(isIndependentCity)
  const cities = fieldCodes.any('county_fips', codes)
  const inOne = (name: string) => {
    const [, plain, kind] = /^(.+) (county|city)$/i.exec(name.trim()) ?? []
    if (plain === undefined) return inNamed(name)
    if (kind!.toLowerCase() === 'county') return inNamed(name).andNot(cities)
    return inNamed(name).or(inNamed(plain).and(cities))
  }
  return names.map(inOne).reduce((one, other) => one.or(other), new Bitmap(farms))
}

/** Alaska and Connecticut: some of their counties were split since 2017. */
const splitStates = ['02', '09']

/** Finds the farms in counties of some FIPS codes, of 2017 or of 2023. */
export function inCountiesOf(snapshot: Snapshot, codes: readonly string[]): Bitmap {
  const { fieldCodes, farmColumns, farms } = snapshot
  const found = fieldCodes.any('county_fips', codes)
  const stateOf = (fips: string) => fips.slice(0, 2)
  const parts = new Set(
    codes.filter((fips) => splitStates.includes(stateOf(fips)) && !countyNameOf(2019, fips)),
  )
  if (parts.size === 0) return found
  const split = fieldCodes
    .of('county_fips')
    .names.filter((fips) => splitStates.includes(stateOf(fips)) && !countyNameOf(2023, fips))
  const isInPart = (fips: string, row: number) => {
    const point = { lat: farmColumns.lat[row]!, lng: farmColumns.lng[row]! }
    return parts.has(countyFipsOf(2023, fips, point) ?? '')
  }
  const rows = split.flatMap((fips) =>
    [...fieldCodes.any('county_fips', [fips])].filter((row) => isInPart(fips, row)),
  )
  return found.or(Bitmap.fromRows(rows, farms))
}
