import { unavailable, type Problem } from '../http/problem.ts'

export const reasons = ['wait', 'left', 'deadline', 'connections'] as const
export type Reason = (typeof reasons)[number]

const longest_s = 30

/** Counts requests refused for lack of time or room, and decides when those clients should retry. */
export class Overload {
  readonly #counts = new Map<Reason, number>(reasons.map((reason) => [reason, 0]))
  readonly #now: () => number
  readonly #random: () => number
  #second = 0
  #inThisSecond = 0

  constructor({ now = () => performance.now(), random = Math.random } = {}) {
    this.#now = now
    this.#random = random
  }

  count(reason: Reason): number {
    return this.#counts.get(reason)!
  }

  /**
   * Counts a refusal, and returns its 503 Problem. `spacing_ms` is the interval between answers.
   * Retry-After is random, within the time it takes to answer all requests refused in this second, so that
   * clients spread out.
   */
  refuse(reason: Reason, why: string, spacing_ms: number): Problem {
    this.#counts.set(reason, this.count(reason) + 1)
    const second = Math.floor(this.#now() / 1000)
    if (second !== this.#second) [this.#second, this.#inThisSecond] = [second, 0]
    const clearing_s = (++this.#inThisSecond * spacing_ms) / 1000
    const wait_s = 1 + Math.floor(this.#random() * Math.min(clearing_s, longest_s))
    return unavailable(`${why}; try again in ${wait_s} s`, wait_s)
  }
}
