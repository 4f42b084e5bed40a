import type { FarmAges } from './farm_ages.ts'

type Figures = { freshness: { as_of: string | null } }

/**
 * The answer of /v1/stats while no farm is hidden. Ages count from the day, so it is constant within a day.
 */
export class DailyStats {
  readonly #data: Figures
  readonly #ages: FarmAges
  #made: { day: string; body: Buffer } | undefined

  /** `data`: the figures that the build counted. */
  constructor(data: Figures, ages: FarmAges) {
    this.#data = data
    this.#ages = ages
  }

  /** Returns the answer's JSON on the UTC day of an instant. */
  on(now: Date): Buffer {
    const day = now.toISOString().slice(0, 10)
    if (this.#made?.day !== day) this.#made = { day, body: this.#bodyOn(now) }
    return this.#made.body
  }

  #bodyOn(now: Date): Buffer {
    const { as_of } = this.#data.freshness
    const data = { ...this.#data, freshness: { as_of, ...this.#ages.at(now) } }
    return Buffer.from(JSON.stringify({ data }))
  }
}
