import type { County } from '../counties.ts'

type Named = Pick<County, 'fips' | 'name' | 'state'>

/** Counties and their like that are not called as most of their state are, by FIPS code. */
const called = new Map(
  Object.entries({
    'Census Area': '02016 02050 02070 02105 02158 02180 02198 02240 02261 02290',
    Municipality: '02020 02230',
    'City and Borough': '02110 02220 02275 02282',
    city: '24510 29510 32510',
  }).flatMap(([kind, codes]) => codes.split(' ').map((fips) => [fips, kind])),
)

const byState: Readonly<Record<string, string>> = {
  AK: 'Borough',
  LA: 'Parish',
  PR: 'Municipio',
}
/** Their counties have names of their own kind. */
const bare = new Set(['AS', 'DC', 'GU', 'MP', 'VI'])
const firstCityOfVirginia = 51_500

/** The name of a county with what it is: `Orleans Parish`, `Caledonia County`, `Fairfax city`. */
export function fullCountyName({ fips, name, state }: Named): string {
  if (bare.has(state)) return name
  const isCity = state === 'VA' && Number(fips) > firstCityOfVirginia
  return `${name} ${called.get(fips) ?? (isCity ? 'city' : (byState[state] ?? 'County'))}`
}

/** The keys of what counties are called, as a request may leave it away. */
export const countyKinds = [
  'county',
  'parish',
  'borough',
  'censusarea',
  'municipality',
  'cityandborough',
  'municipio',
]
