import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { FarmRow, RejectedRow } from '../read/adapter.ts'
import { Findings } from './findings.ts'
import { normalize, type Context } from './normalize.ts'
import type { Observation } from './observation.ts'
import { needsOthers } from './place/place.ts'

type Known = { observation: Observation; findings: Findings }

/** Enough for the rows of one edition of a large directory; some 4 kB each. */
const mostKnown = 20_000

/** Normalizes rows; one that says what an earlier one said, as in the next edition, costs a look-up. */
export class Normalizer {
  /** What could not be made data of, over all rows. */
  readonly findings = new Findings()
  readonly #now: Date
  readonly #known = new LRUCache<string, Known>({ max: mostKnown })

  /** `now`: when the build began. */
  constructor(now: Date) {
    this.#now = now
  }

  /** As `normalize`. */
  normalize(row: FarmRow, { source, isAmongOthers }: Omit<Context, 'now' | 'findings'>) {
    if (needsOthers(row.farm)) return this.#anew(row, source, this.findings, isAmongOthers)
    const { source_id, ...said } = row.farm
    const digest = hash('md5', JSON.stringify([source, said]))
    const known = this.#known.get(digest)
    if (known) {
      this.findings.include(known.findings)
      return { ...known.observation, source_id, line: row.line }
    }
    const findings = new Findings()
    const result = this.#anew(row, source, findings, isAmongOthers)
    this.findings.include(findings)
    if (!('rejected' in result)) this.#known.set(digest, { observation: result, findings })
    return result
  }

  #anew(
    row: FarmRow,
    source: string,
    findings: Findings,
    isAmongOthers: Context['isAmongOthers'],
  ): Observation | RejectedRow {
    return normalize(row, { source, now: this.#now, findings, isAmongOthers })
  }
}
