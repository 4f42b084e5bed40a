import type { Point } from '../../data/geography/distance.ts'
import { readPlaces } from '../../data/geography/gazetteer/gazetteer.ts'
import { states } from '../../data/geography/states.ts'
import offers from '../../data/sample/offers.json' with { type: 'json' }
import { Random, zipf } from '../../data/sample/random.ts'
import { Centers } from './centers.ts'
import { densestPlace } from './densest_area.ts'
import { farmIds } from './farm_ids.ts'

/** What requests of a run are drawn from, each part as a query has it. */
export type Draw = Awaited<ReturnType<typeof drawFrom>>

/**
 * Draws by a seed from a snapshot's folder. No center comes twice in a run; farms and places only when
 * all have come.
 */
export async function drawFrom(folder: string, seed: number) {
  const random = new Random(seed)
  const everywhere = Centers.overAllStates(random)
  const densest = Centers.near(await densestPlace(folder), random)
  const albany = Centers.near({ lat: 42.6526, lng: -73.7562 }, random)
  const farms = await farmIds(folder)
  const places = readPlaces()
  const nextFarm = shuffled(farms.count, random)
  const nextPlace = shuffled(places.length, random)
  const product = () => encodeURIComponent(products.draw(random))
  return {
    center: () => coordinates(everywhere.next()),
    centerAtAlbany: () => coordinates(albany.next()),
    centerOfMost: () => coordinates(densest.next()),
    farm: () => farms.at(nextFarm()),
    place: () => encodeURIComponent(places[nextPlace()]!.name),
    state: () => random.pick(states).abbr,
    product,
    /** Two of them, which differ. */
    twoProducts() {
      const first = product()
      for (;;) {
        const second = product()
        if (second !== first) return `${first},${second}`
      }
    },
    /** What a person types who looks for a place or a product: two to six letters. */
    beginning() {
      const text = random.chance(0.5) ? random.pick(places).name : products.draw(random)
      return encodeURIComponent(text.slice(0, random.integer(2, 6)).trim())
    },
  }
}

/** By long-tailed demand: those that most farms of a sample offer, as often as they do. */
const products = zipf(
  offers.slice(0, 30).map(({ product }) => product),
  0.9,
)

const coordinates = ({ lat, lng }: Point) => `lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}`

/** Gives each of the numbers below `count` once, in random order, then in the same order again. */
function shuffled(count: number, random: Random): () => number {
  const order = Uint32Array.from({ length: count }, (_, number) => number)
  for (let last = count - 1; last > 0; last--) {
    const other = random.integer(0, last)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  let drawn = 0
  return () => order[drawn++ % count]!
}
