import type { Point } from '../../data/geography/distance.ts'

/** Number of a file's rows by square of one degree (about 110 by 85 km). */
export class Neighborhood {
  readonly #squares = new Map<number, number>()
  #total = 0

  add({ lat, lng }: Point): void {
    const number = square(lat, lng)
    this.#squares.set(number, (this.#squares.get(number) ?? 0) + 1)
    this.#total++
  }

  /** Returns true if a tenth of the rows, and at least three, are in the point's square or those around it. */
  holds({ lat, lng }: Point): boolean {
    const steps = [-1, 0, 1]
    const around = steps.flatMap((north) => steps.map((east) => square(lat + north, lng + east)))
    const rows = around.reduce((sum, each) => sum + (this.#squares.get(each) ?? 0), 0)
    return rows >= Math.max(3, this.#total / 10)
  }
}

const square = (lat: number, lng: number) => Math.floor(lat) * 360 + Math.floor(lng)
