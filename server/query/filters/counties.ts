import { formerCounties } from '../../../data/geography/former_counties.ts'
import { isIndependentCity } from '../../../data/geography/gazetteer/county_names.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'

type Searched = Pick<Snapshot, 'farms'> & {
  fieldCodes: Pick<Snapshot['fieldCodes'], 'any'>
  farmColumns: Pick<Snapshot['farmColumns'], 'countyFips2020'>
}

/**
 * Finds the farms in counties of some names. `Roanoke County` leaves out the independent city of that name,
 * `Roanoke city` the county; `Roanoke` is both.
 */
export function inCountiesNamed(snapshot: Snapshot, names: readonly string[]): Bitmap {
  const { countiesNamed, fieldCodes, farms } = snapshot
  const inNamed = (name: string) => inCountiesCalled(snapshot, countiesNamed([name]))
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

/** Finds the farms in counties with one of some names, spelled as the Census does, former counties included. */
export function inCountiesCalled(searched: Searched, names: readonly string[]): Bitmap {
  const former = formerCounties.filter(({ name }) => names.includes(name))
  const codes = former.map(({ fips }) => fips)
  return searched.fieldCodes.any('county', names).or(inCountiesOf(searched, codes))
}

/** Finds the farms in counties of some FIPS codes, those of former counties included. */
export function inCountiesOf(
  { fieldCodes, farmColumns, farms }: Searched,
  codes: readonly string[],
): Bitmap {
  const former = formerCounties.filter(({ fips }) => codes.includes(fips))
  const found = fieldCodes.any('county_fips', [...codes, ...former.flatMap(({ parts }) => parts)])
  if (former.length === 0) return found
  const numbers = new Set(former.map(({ fips }) => Number(fips)))
  return found.or(Bitmap.where(farms, (row) => numbers.has(farmColumns.countyFips2020[row]!)))
}
