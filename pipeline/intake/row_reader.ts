import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Point } from '../../data/geography/distance.ts'
import { weekdaysOf } from '../../data/schema/hours.ts'
import { Findings } from '../normalize/findings.ts'
import { normalize } from '../normalize/normalize.ts'
import { saysArea } from '../normalize/place/place.ts'
import type { Adapter, TextRow } from '../read/adapter.ts'
import { firstFarmId } from './first_farm_id.ts'
import type { PlainFarmRow, PlainRow, Reading, ReadRow, RefusedRow } from './reading.ts'
import { jsonText } from './spool.ts'

/** Whose a row is: the name of its source, and what reads its text. */
export type Origin = { source: string; adapter: Pick<Adapter, 'kind' | 'readText'> }

/** What a row says, whatever its id and its place in the file. */
type Said = { source_id: string; read: ReadRow }

/** Enough for the rows of one edition of a large directory; some 4 kB each. */
const mostKnown = 20_000

/** Reads and normalizes rows; one that says what an earlier one said, as in the next edition, costs a look-up. */
export class RowReader {
  readonly #now: Date
  readonly #known = new LRUCache<string, Said>({ max: mostKnown })

  /** `now`: when the build began. */
  constructor(now: Date) {
    this.#now = now
  }

  read(row: PlainRow, origin: Origin): Reading {
    if ('rejected' in row) return row
    return 'farm' in row ? this.#readFarm(row, origin) : this.#readText(row, origin)
  }

  #readText({ line, text }: TextRow, { source, adapter }: Origin): Reading {
    const row_digest = hash('md5', text)
    const key = `${source} ${row_digest}`
    const known = this.#known.get(key)
    if (known) return atLine(known, { source, source_id: known.source_id, row_digest, line })
    const row = adapter.readText!({ line, text })
    return 'farm' in row
      ? this.#normalized({ ...row, raw: text }, { source, row_digest, key })
      : row
  }

  /** The id is no part of the key: some sources give a new one in each edition. */
  #readFarm(row: PlainFarmRow, { source }: Origin): Reading {
    const { source_id, ...others } = row.farm
    const row_digest = hash('md5', row.raw)
    const key = hash('md5', JSON.stringify([source, others]))
    const known = this.#known.get(key)
    if (known) return atLine(known, { source, source_id, row_digest, line: row.line })
    return this.#normalized(row, { source, row_digest, key })
  }

  #normalized(row: PlainFarmRow, of: { source: string; row_digest: string; key: string }): Reading {
    let point: Point | null = null
    const answered = (isAmong: boolean): Said | RefusedRow =>
      this.#said(row, of.source, (asked) => {
        point = asked
        return isAmong
      })
    const { source_id } = row.farm
    const place = { ...of, source_id, line: row.line }
    const apart = answered(false)
    if (point !== null) {
      const [waits, among] = [!saysArea(row.farm), answered(true)]
      return { point, waits, among: atLine(among, place), apart: atLine(apart, place) }
    }
    if ('read' in apart) this.#known.set(of.key, apart)
    return atLine(apart, place)
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
    if ('rejected' in result) return { ...result, found }
    const { source_id, line: _, ...others } = result
    const { place_type, corrections, synthetic, updated_at, lat, lng } = result
    const json = jsonText({ weekdays: weekdaysOf(result.hours_json), ...others })
    const point = result.location_precision === 'exact' ? { lat: lat!, lng: lng! } : null
    const read = { json, place_type, corrections, synthetic, updated_at, point, found }
    return { source_id, read }
  }
}

type Place = { source: string; source_id: string; row_digest: string; line: number }

/** The row with what is of its own alone. */
function atLine(said: Said | RefusedRow, { source, source_id, row_digest, line }: Place) {
  if ('rejected' in said) return said
  const own = { first_id: firstFarmId(source, source_id), row_digest, source_id, line }
  return { ...said.read, json: `${jsonText(own).slice(1, -1)},${said.read.json.slice(1)}` }
}
