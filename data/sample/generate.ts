import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import { drawAttributes } from './attributes.ts'
import { drawHours } from './hours.ts'
import { farmName } from './names.ts'
import { drawRange } from './offers.ts'
import { drawPlace, type SamplePlace } from './places.ts'
import { drawProfile } from './profile.ts'
import { Random, Weighted } from './random.ts'

/**
 * Generates `count` synthetic farms, one at a time. The same seed (0 to 2³² − 1) always gives the same
 * farms, and a longer feed begins with the farms of a shorter one.
 */
export function* syntheticFarms({
  count,
  seed,
}: {
  count: number
  seed: number
}): Generator<FeedFarm> {
  for (let number = 0; number < count; number++) yield farmAt(number, seed)
}

/** Each farm has its own random numbers, one stream for its place and one for the rest. */
const [placeStream, farmStream] = [1, 2]

function farmAt(number: number, seed: number): FeedFarm {
  const random = new Random(seed, number, farmStream)
  const place = placeAt(number, seed)
  const type = typeOfPlace.draw(random)
  const name = farmName(type, place, random)
  return {
    source_id: `sample-${seed}-${String(number).padStart(7, '0')}`,
    name,
    place_type: type,
    ...located(place, number, random),
    ...drawProfile({ number, name, type, place }, random),
    ...drawRange(type, place.state, random),
    ...drawAttributes(type, random),
    hours: drawHours(type, random),
    updated_at: random.maybe(0.96, () => drawUpdate(random)),
    synthetic: true,
  }
}

/** Roughly the proportions of the USDA's directories, plus the single farms that they omit. */
const typeOfPlace = Weighted.of<PlaceType>({
  farm: 45,
  farmers_market: 17,
  on_farm_market: 12,
  csa: 9,
  ranch: 8,
  agritourism: 5,
  market: 3,
  food_hub: 1,
})

/** The first two of every thousand farms share a place. */
const groupSize = 1000
const sharesPlace = (number: number) => number % groupSize < 2

function placeAt(number: number, seed: number): SamplePlace {
  const first = sharesPlace(number) ? number - (number % groupSize) : number
  return drawPlace(new Random(seed, first, placeStream), seed)
}

const [onlyTown, onlyZip] = [0.003, 0.015]

/** The farm's location fields: some farms omit the coordinates, and a few of these the ZIP code too. */
function located(place: SamplePlace, number: number, random: Random): Partial<FeedFarm> {
  const gap = sharesPlace(number) ? 1 : random.fraction()
  const hasZip = gap >= onlyTown && (gap < onlyTown + onlyZip || random.chance(0.95))
  const hasPoint = gap >= onlyTown + onlyZip
  return {
    city: place.town,
    county: random.chance(0.9) ? place.county : undefined,
    state: place.state,
    zip: hasZip ? place.zip : undefined,
    lat: hasPoint ? place.lat : undefined,
    lng: hasPoint ? place.lng : undefined,
  }
}

const [firstUpdate, lastUpdate] = [Date.UTC(2019, 0), Date.UTC(2026, 6)]

/** An instant from 2019 to June 2026; later ones are likelier. */
function drawUpdate(random: Random): string {
  const since = (lastUpdate - firstUpdate) * Math.sqrt(random.fraction())
  const seconds = Math.floor((firstUpdate + since) / 1000)
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
