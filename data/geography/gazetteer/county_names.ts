import type { County } from '../counties.ts'

type Named = Pick<County, 'fips' | 'name' | 'state'>

/** Designations that differ from the state's usual one, with their FIPS codes. */
const called = new Map(
  Object.entries({
    'Census Area': '02016 02050 02063 02066 02070 02105 02158 02180 02198 02240 02261 02290',
    'Planning Region': '09110 09120 09130 09140 09150 09160 09170 09180 09190',
    Municipality: '02020 02230',
    'City and Borough': '02110 02220 02275 02282',
  }).flatMap(([kind, codes]) => codes.split(' ').map((fips) => [fips, kind])),
)

const byState: Readonly<Record<string, string>> = {
  AK: 'Borough',
  LA: 'Parish',
  PR: 'Municipio',
}
/** County names in these states include the designation. */
const bare = new Set(['AS', 'DC', 'GU', 'MP', 'VI'])

/** Returns true for a city that is in no county: the Census numbers them from 510, and counties up to 507. */
export const isIndependentCity = (fips: string): boolean => Number(fips.slice(2)) >= 510

/** A county's name with its designation: `Orleans Parish`, `Caledonia County`, `Fairfax city`. */
export function fullCountyName({ fips, name, state }: Named): string {
  if (bare.has(state)) return name
  const usual = isIndependentCity(fips) ? 'city' : (byState[state] ?? 'County')
  return `${name} ${called.get(fips) ?? usual}`
}

/** Keys of the designations, which a request may omit. */
export const countyKinds = [
  'county',
  'parish',
  'borough',
  'censusarea',
  'municipality',
  'cityandborough',
  'municipio',
  'planningregion',
]
