import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { Lineage } from '../../../data/schema/tables/history/lineage.ts'
import type { Provenance } from '../../../data/schema/tables/provenance.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { historyTables, publishedHistory } from '../../support/published_history.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const kind = 'usda-farmers-market-directory'
const shared = '../shared/data/usda_farmers_market_directory'
const folder = join(import.meta.dirname, '../../..', shared)
const editions = [
  '2017-01-10',
  '2017-05-15',
  '2018-08-27',
  '2018-09-06',
  '2019-03-03',
  '2020-01-31',
  '2021-08-08',
]

/** A row as it stands in the file: the pipeline's reading has no part in these tests. */
type Row = Record<
  'FMID' | 'MarketName' | 'street' | 'city' | 'State' | 'zip' | 'Website' | 'x' | 'y',
  string
>
type Edition = {
  name: string
  folder: string
  rows: Map<string, Row>
  farmOf: Map<string, string>
  /** Ids that are part of another farm, or of which another came off: `id other-id`. */
  akin: Set<string>
  /** The gates that would have refused it. */
  refused: string[]
}

const skip = !existsSync(folder) && `${shared} is not there`
const built = skip ? [] : await buildAll()
const steps = built.slice(1).map((now, index) => ({ before: built[index]!, now }))

describe('farm ids through the editions of the USDA directory', () => {
  it('there are seven', { skip }, () => assert.equal(built.length, editions.length))

  for (const { before, now } of steps)
    describe(`${before.name} → ${now.name}`, () => {
      const left = [...before.rows.values()].filter(({ FMID }) => !now.rows.has(FMID))
      const came = [...now.rows.values()].filter(({ FMID }) => !before.rows.has(FMID))

      it('keeps the id of at least 95 % of the listings that came back under another FMID', (t) => {
        const [gone, fresh] = [left, came].map((rows) => Map.groupBy(rows, nameAndState))
        let back = 0
        let reissued = 0
        let kept = 0
        for (const [name, old] of gone!) {
          const again = fresh!.get(name) ?? []
          const ids = new Set(old.map(({ FMID }) => before.farmOf.get(FMID)))
          if (again.length > 0) back += old.length
          // Of two that left and one that came, one did not come back.
          reissued += Math.min(old.length, again.length)
          const same = again.filter(({ FMID }) => ids.has(now.farmOf.get(FMID))).length
          kept += Math.min(same, old.length)
        }
        t.diagnostic(
          `${left.length} left, ${back} of a name and state that came, ${reissued} reissued, ${kept} kept`,
        )
        assert.ok(kept >= 0.95 * reissued, `${kept} of ${reissued}`)
      })

      it('keeps the id of every FMID that stayed, unless the lineage says otherwise', () => {
        const other = [...now.rows.keys()].filter((fmid) => {
          const [id, was] = [now.farmOf.get(fmid), before.farmOf.get(fmid)]
          return id && was && id !== was && !now.akin.has(`${was} ${id}`)
        })
        assert.deepEqual(other, [])
      })

      it('gives no market the id of another', (t) => {
        const byFarm = Map.groupBy(before.rows.values(), ({ FMID }) => before.farmOf.get(FMID))
        let checked = 0
        const wrong: string[] = []
        for (const row of now.rows.values()) {
          const was = byFarm.get(now.farmOf.get(row.FMID) ?? 'none') ?? []
          if (was.length === 0 || was.some(({ FMID }) => FMID === row.FMID)) continue
          checked++
          const step = `${was.map(({ FMID }) => FMID).join(', ')} → ${row.FMID}`
          if (!was.some((old) => lookAlike(old, row)) && !(step in judged)) wrong.push(step)
        }
        t.diagnostic(`${checked} listings under the id of another listing`)
        assert.deepEqual(wrong, [])
      })

      it('makes one farm only of listings that look alike', () => {
        const farms = Map.groupBy(now.rows.values(), ({ FMID }) => now.farmOf.get(FMID))
        const wrong = [...farms].flatMap(([id, rows]) =>
          id === undefined
            ? []
            : rows
                .slice(1)
                .filter((row) => !rows.some((each) => each !== row && lookAlike(each, row))),
        )
        assert.deepEqual(
          wrong.map(({ FMID }) => FMID),
          [],
        )
      })
    })
})

async function buildAll(): Promise<Edition[]> {
  const root = join(await temporaryFolder({ after }), 'build')
  const all: Edition[] = []
  for (const [index, name] of editions.entries()) {
    const path = join(folder, `${name}.csv.gz`)
    const now = new Date(Date.UTC(2030, 0, 1 + index))
    const snapshot = await buildSnapshot({ after }, { sources: [{ kind, path }], root, now })
    const read = async <T>(table: string) =>
      (await readParquet<T>(join(snapshot.folder, table))).rows
    const rows: Row[] = parse(gunzipSync(await readFile(path)), {
      columns: true,
      relax_column_count: true,
      bom: true,
    })
    const provenance = await read<Provenance>('members/provenance.parquet')
    const lineage = await read<Lineage>('public/lineage.parquet')
    all.push({
      name,
      folder: snapshot.folder,
      rows: new Map(rows.map((row) => [row.FMID, row])),
      farmOf: new Map(provenance.map(({ source_id, farm_id }) => [source_id, farm_id])),
      refused: snapshot.report.gates
        .filter(({ passed, severity }) => passed === false && severity !== 'warning')
        .map(({ name }) => name),
      akin: new Set(lineage.map(({ farm_id, successor_id }) => `${farm_id} ${successor_id ?? ''}`)),
    })
  }
  return all
}

describe('the editions of the USDA directory', () => {
  it('pass every gate but the last one, a purge', { skip }, () => {
    const refused = built.map(({ name, refused }) => [name, refused] as const)
    assert.deepEqual(
      refused.slice(0, -1).filter(([, gates]) => gates.length > 0),
      [],
    )
    const [, gates] = refused.at(-1)!
    for (const gate of ['farms-lost-by-source', 'values-changed'])
      assert.ok(gates.includes(gate), gate)
  })

  it('give the same in one build as in seven nights', { skip }, async (t) => {
    const sources = editions.map((name) => ({ kind, path: join(folder, `${name}.csv.gz`) }))
    const once = await publishedHistory((await buildSnapshot(t, { sources })).folder)
    const nightly = await publishedHistory(built.at(-1)!.folder)
    for (const table of historyTables) {
      assert.equal(once[table].length, nightly[table].length, table)
      for (const [index, row] of once[table].entries())
        assert.deepEqual(row, nightly[table][index], table)
    }
    t.diagnostic(`${once.farms.length} farms, ${once.registry.length} listings ever seen`)
  })
})

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[’'`.]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
const nameAndState = ({ MarketName, State }: Row) => `${fold(MarketName)} | ${fold(State)}`

/** Steps that were judged by eye to be one market. */
const judged: Record<string, string> = {
  '1018784 → 1021420': 'one address in one town; misspelled, and the coordinates are off',
  '1019057 → 1021509': 'one web site and town in the name; the newer row has no place',
}

/** Words that any market may have in its name. */
const anyMarket = new Set(
  'the a of at in on and farm farms farmer farmers market markets community downtown city town county association inc llc certified cfm fresh summer winter outdoor'.split(
    ' ',
  ),
)
const wordsOf = (text: string) =>
  fold(text)
    .split(' ')
    .filter((word) => !anyMarket.has(word))
const hostOf = ({ Website }: Row) =>
  fold(Website.replace(/^https?:\/\/(www\.)?/i, '').split('/')[0]!)

/** Whether two rows of one state could be one market to whoever knows nothing else. */
function lookAlike(one: Row, other: Row): boolean {
  if (fold(one.State) !== fold(other.State)) return false
  const names = wordsOf(other.MarketName)
  const inCommon = wordsOf(one.MarketName).filter((word) => names.includes(word)).length
  const sameName = nameAndState(one) === nameAndState(other)
  const sameTown = fold(one.city) === fold(other.city) || (one.zip !== '' && one.zip === other.zip)
  const isNear = Math.hypot(Number(one.x) - Number(other.x), Number(one.y) - Number(other.y)) < 0.02
  const sameStreet = fold(one.street) !== '' && fold(one.street) === fold(other.street)
  const sameSite = hostOf(one) !== '' && hostOf(one) === hostOf(other)
  return sameName || ((sameTown || isNear) && (inCommon > 0 || sameStreet || sameSite || isNear))
}
