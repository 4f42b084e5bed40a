import type { Point } from '../../data/geography/distance.ts'
import { countyAt } from '../../data/geography/counties.ts'
import type { Random } from '../../data/sample/random.ts'

/** The contiguous states lie within these degrees. */
const box = { west: -124.8, south: 24.5, east: -66.9, north: 49.4 }

/** Draws points that are spread evenly over the area of the contiguous states. */
export function randomCenters(count: number, random: Random): Point[] {
  const centers: Point[] = []
  while (centers.length < count) {
    const point = randomPoint(random)
    if (countyAt(point)) centers.push(point)
  }
  return centers
}

/** Equal areas between two parallels are equal differences of the sines (Archimedes). */
function randomPoint(random: Random): Point {
  const [south, north] = [sine(box.south), sine(box.north)]
  return {
    lat: (Math.asin(south + random.fraction() * (north - south)) * 180) / Math.PI,
    lng: box.west + random.fraction() * (box.east - box.west),
  }
}

const sine = (degrees: number) => Math.sin((degrees * Math.PI) / 180)
