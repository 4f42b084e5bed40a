import { gridDisk, latLngToCell } from 'h3-js'
import type { Point } from '../geography/distance.ts'
import { mappedZips, zipCentroid, zipState } from '../geography/zip_codes.ts'
import { countyAt, type County } from '../geography/counties.ts'
import { isInside } from '../geography/outlines.ts'
import populationWeights from './population_weights.json' with { type: 'json' }
import { Random, Weighted } from './random.ts'
import { directions, townBeginnings, townEndings } from './words.ts'

/** A farm's place. `town` is invented; the ZIP code, its county and its state are real. */
export type SamplePlace = Point & {
  zip: string
  town: string
  county: string | null
  state: string
}

type ZipArea = { zip: string; state: string; centroid: Point; spreadMi: number }

/**
 * Draws a populated place: a ZIP code by its weight, and a point around its middle, in the same county.
 *
 * The weights replace a table of population by ZIP code. Each state has a weight (population_weights.json:
 * its House seats after the 2020 census, proportional to population; territories by population in seats).
 * Its ZIP codes share the weight in proportion to n^0.75. n is the number of ZIP codes with their middle in
 * the seven H3 cells of resolution 6 (97 square miles) around: the Postal Service makes ZIP codes small in
 * populated areas. With these weights the 25 miles around 14 large cities get 0.8 to 1.5 times their share
 * of the population.
 */
export function drawPlace(random: Random, seed: number): SamplePlace {
  for (;;) {
    const area = zipAreas().draw(random)
    const county = countyOf(area)
    // The few ZIP codes that cross a state line would put a farm in the wrong state.
    if (county && county.state !== area.state) continue
    return {
      ...scatter(area, county, random),
      zip: area.zip,
      town: townName(area.zip, seed),
      county: county?.name ?? null,
      state: area.state,
    }
  }
}

const densityResolution = 6
const densityAreaSqMi = 97.6
const densityPower = 0.75
/** Bounds of a ZIP code's reach, which is the square root of its share of the surrounding area. */
const [leastSpreadMi, mostSpreadMi] = [1, 10]
/** Off the simplified coast, land is inside no county's outline. */
const unknownCountySpreadMi = 0.25

let weighted: Weighted<ZipArea> | undefined
const zipAreas = () => (weighted ??= weighZips())

function weighZips(): Weighted<ZipArea> {
  const located = mappedZips.map((zip) => {
    const centroid = zipCentroid(zip)!
    const cell = latLngToCell(centroid.lat, centroid.lng, densityResolution)
    return { zip, state: zipState(zip)!, centroid, cell }
  })
  const inCell = Map.groupBy(located, ({ cell }) => cell)
  const areas = located.map(({ cell, ...area }) => {
    const around = sum(gridDisk(cell, 1).map((near) => inCell.get(near)?.length ?? 0))
    return { ...area, spreadMi: spread(around), share: around ** densityPower }
  })
  const seats: Readonly<Record<string, number>> = populationWeights
  const weights = new Map<ZipArea, number>()
  for (const [state, group] of Map.groupBy(areas, (area) => area.state)) {
    const total = sum(group.map(({ share }) => share))
    for (const area of group) weights.set(area, ((seats[state] ?? 0) * area.share) / total)
  }
  return new Weighted(
    areas,
    areas.map((area) => weights.get(area)!),
  )
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const spread = (zipsAround: number) =>
  Math.min(mostSpreadMi, Math.max(leastSpreadMi, Math.sqrt(densityAreaSqMi / zipsAround)))

const counties = new Map<string, County | null>()

function countyOf({ zip, centroid }: ZipArea): County | null {
  if (!counties.has(zip)) counties.set(zip, countyAt(centroid))
  return counties.get(zip) ?? null
}

/** Separates the towns' random numbers from the farms'. */
const townStream = 0x746f776e

/** Invents the town of a ZIP code: always the same for a ZIP code and seed. */
function townName(zip: string, seed: number): string {
  const random = new Random(seed, Number(zip), townStream)
  const name = random.pick(townBeginnings) + random.pick(townEndings)
  return random.chance(0.15) ? `${random.pick(directions)} ${name}` : name
}

/** Draws a point around the ZIP code's middle, closer each time until it is in the county. */
function scatter({ centroid, spreadMi }: ZipArea, county: County | null, random: Random): Point {
  let radiusMi = county ? spreadMi : unknownCountySpreadMi
  for (let attempt = 0; attempt < 20; attempt++) {
    const point = pointAround(centroid, radiusMi, random)
    if (!county || isInside(point, county.outlines)) return point
    radiusMi *= 0.8
  }
  return centroid
}

const milesPerDegree = 69.09

/** A point in a disc, evenly distributed; six decimals, about 4 inches. */
function pointAround(centre: Point, radiusMi: number, random: Random): Point {
  const distance = (radiusMi * Math.sqrt(random.fraction())) / milesPerDegree
  const direction = 2 * Math.PI * random.fraction()
  const parallel = Math.cos((centre.lat * Math.PI) / 180)
  return {
    lat: round(centre.lat + distance * Math.sin(direction)),
    lng: round(centre.lng + (distance * Math.cos(direction)) / parallel),
  }
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
