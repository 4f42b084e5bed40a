import { utcDay } from '../../data/calendar.ts'
import type { FarmAges } from './farm_ages.ts'

type Figures = { coverage: Record<string, unknown>; freshness: { as_of: string | null } }

/**
 * The answer of /v1/stats while no farm is hidden. Ages count from the day, so it is constant within a day.
 */
export class DailyStats {
  readonly #data: Figures
  readonly #ages: FarmAges
  readonly #said: (now: Date) => unknown
  #made: { day: string; body: Buffer } | undefined

  /** `data`: the figures that the build counted. `said`: how old the groups of fields are. */
  constructor(data: Figures, ages: FarmAges, said: (now: Date) => unknown) {
    this.#data = data
    this.#ages = ages
    this.#said = said
  }

  /** Returns the answer's JSON on the UTC day of an instant. */
  on(now: Date): Buffer {
    const day = utcDay(now)
    if (this.#made?.day !== day) this.#made = { day, body: this.#bodyOn(now) }
    return this.#made.body
  }

  /** The figures on the UTC day of an instant. */
  figuresOn(now: Date) {
    const { as_of } = this.#data.freshness
    return { ...this.#data, freshness: { as_of, ...this.#ages.at(now) } }
  }

  #bodyOn(now: Date): Buffer {
    const data = { ...this.figuresOn(now), said: this.#said(now) }
    return Buffer.from(JSON.stringify({ data }))
  }
}
