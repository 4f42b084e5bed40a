import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Point } from '../../data/geography/distance.ts'
import type { FarmRow, RejectedRow } from '../read/adapter.ts'
import { Findings } from './findings.ts'
import { normalize } from './normalize.ts'
import type { Observation } from './observation.ts'

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

  /** As `normalize`. What depends on the other rows of its file is not kept for the next. */
  normalize(
    row: FarmRow,
    { source, isAmongOthers }: { source: string; isAmongOthers: (point: Point) => boolean },
  ): Observation | RejectedRow {
    const { source_id, ...said } = row.farm
    const digest = hash('md5', JSON.stringify([source, said]))
    const known = this.#known.get(digest)
    if (known) {
      this.findings.include(known.findings)
      return { ...known.observation, source_id, line: row.line }
    }
    let dependsOnOthers = false
    const findings = new Findings()
    const result = normalize(row, {
      source,
      now: this.#now,
      findings,
      isAmongOthers(point) {
        dependsOnOthers = true
        return isAmongOthers(point)
      },
    })
    this.findings.include(findings)
    if (!dependsOnOthers && !('rejected' in result))
      this.#known.set(digest, { observation: result, findings })
    return result
  }
}
