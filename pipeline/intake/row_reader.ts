import { LRUCache } from 'lru-cache'
import type { Point } from '../../data/geography/distance.ts'
import { Findings } from '../normalize/findings.ts'
import { normalize } from '../normalize/normalize.ts'
import { saysArea } from '../normalize/place/place.ts'
import type { Adapter } from '../read/adapter.ts'
import {
  type NamedRow,
  type PlainFarmRow,
  type Reading,
  type RefusedRow,
  readingOf,
  saidBy,
  type Said,
} from './reading.ts'

/** Whose a row is: the name of its source, and what reads its text. */
export type Origin = { source: string; adapter: Pick<Adapter, 'kind' | 'readText'> }

/** Enough for the rows of one edition of a large directory; some 4 kB each. */
const mostKnown = 20_000

/** Reads and normalizes rows. A row with an earlier row's content, as in the next edition, costs a look-up. */
export class RowReader {
  readonly #now: Date
  readonly #known = new LRUCache<string, Said>({ max: mostKnown })

  /** `now`: when the build began. */
  constructor(now: Date) {
    this.#now = now
  }

  read(row: NamedRow, { source, adapter }: Origin): Reading {
    const known = this.#known.get(row.key)
    if (known) return readingOf(known, row, source)
    if ('farm' in row) return this.#normalized(row, row, source)
    const farmRow = adapter.readText!(row)
    if ('rejected' in farmRow) return farmRow
    return this.#normalized({ ...farmRow, raw: row.text }, row, source)
  }

  #normalized(farmRow: PlainFarmRow, row: NamedRow, source: string): Reading {
    let point: Point | null = null
    const answered = (isAmong: boolean): Said | RefusedRow =>
      this.#said(farmRow, source, (asked) => {
        point = asked
        return isAmong
      })
    const apart = answered(false)
    if (point !== null) {
      const [waits, among] = [!saysArea(farmRow.farm), answered(true)]
      const [ifAmong, ifApart] = [among, apart].map((said) => readingOf(said, row, source))
      return { point, waits, among: ifAmong!, apart: ifApart! }
    }
    if ('json' in apart) this.#known.set(row.key, apart)
    return readingOf(apart, row, source)
  }

  #said(
    { line, farm, raw }: PlainFarmRow,
    source: string,
    isAmongOthers: (point: Point) => boolean,
  ): Said | RefusedRow {
    const findings = new Findings()
    const context = { source, now: this.#now, findings, isAmongOthers }
    const result = normalize({ line, farm, raw: () => raw }, context)
    const { found } = findings
    return 'rejected' in result ? { ...result, found } : saidBy(result, found)
  }
}
