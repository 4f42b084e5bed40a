import { haversineMiles, type Point } from '../../data/geography/distance.ts'
import { readColumns } from '../support/serving_files.ts'

/** Farms are counted by squares of so many degrees, about 35 miles. */
const square = 0.5

/** The place with about the most farms within 100 miles. */
export async function densestPlace(folder: string): Promise<Point> {
  const { lat, lng } = await readColumns(folder, 'farms')
  const squares = new Map<string, Point & { farms: number }>()
  for (let row = 0; row < lat.length && !Number.isNaN(lat[row]!); row++) {
    const middle = {
      lat: (Math.floor(lat[row]! / square) + 0.5) * square,
      lng: (Math.floor(lng[row]! / square) + 0.5) * square,
    }
    const key = `${middle.lat} ${middle.lng}`
    const found = squares.get(key)
    if (found) found.farms++
    else squares.set(key, { ...middle, farms: 1 })
  }
  const all = [...squares.values()]
  const farmsAround = (center: Point) =>
    all.reduce((sum, each) => (haversineMiles(center, each) <= 100 ? sum + each.farms : sum), 0)
  const ranked = all.map((place) => ({ place, farms: farmsAround(place) }))
  return ranked.reduce((most, each) => (each.farms > most.farms ? each : most)).place
}
