import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Lineage } from '../../data/schema/tables/history/lineage.ts'
import { readParquet } from '../support/parquet_file.ts'
import { assertProblem } from '../support/problem_document.ts'
import { startServer } from '../support/running_server.ts'
import { buildStart, startSnapshot } from '../support/start_snapshot.ts'

const folder = join(import.meta.dirname, '../../data/start')
const files = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'))
const rowsOf = (file: string): Record<string, string>[] =>
  parse(gunzipSync(readFileSync(join(folder, file))), { columns: true })
const rows = Object.fromEntries(files.map((file) => [file, rowsOf(file)]))

const start = await startSnapshot({ after })
const table = async <Row>(path: string, snapshot = start.folder) =>
  (await readParquet<Row>(join(snapshot, path))).rows
const farms = await table<Farm>('members/farms.parquet')
const manifest = JSON.parse(readFileSync(join(start.folder, 'manifest.json'), 'utf8')) as Manifest

/** An email address, a telephone number, an address of the web. */
const personal =
  /[\w.+-]+@[\w-]+\.[a-z]{2,}|\(?\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b|https?:\/\/|\bwww\./i

/** Every text in a value, however deep. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
      ? Object.values(value).flatMap(textsIn)
      : []

describe('the files of data/start', () => {
  it('have as many rows as their README says, and each a date in sources.json', () => {
    const text = readFileSync(join(folder, 'README.md'), 'utf8')
    const said = [...text.matchAll(/^\| (\S+\.csv\.gz) +\|.*\| ([\d,]+) +\|$/gm)]
    const counts = said.map(([, file, count]) => [file!, Number(count!.replace(',', ''))])
    assert.deepEqual(
      Object.fromEntries(counts),
      Object.fromEntries(files.map((file) => [file, rows[file]!.length])),
    )
    const { sources } = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8')) as {
      sources: { path: string; retrieved_at: string }[]
    }
    assert.deepEqual(sources.map(({ path }) => path).toSorted(), files.toSorted())
    for (const { path, retrieved_at } of sources) {
      const month = /\d{4}-\d\d(-\d\d)?/.exec(path)![0]
      assert.match(retrieved_at, /^\d{4}-\d\d-\d\d$/)
      assert.ok(retrieved_at.startsWith(month), path)
    }
  })

  it('have no contact of anybody', () => {
    for (const file of files) {
      const contacts = Object.keys(rows[file]![0]!).filter((column) =>
        /contact|phone$|email|desc$|^media_|facebook|twitter|youtube|website/i.test(column),
      )
      for (const row of rows[file]!) {
        for (const column of contacts) assert.equal(row[column], '', `${file}: ${column}`)
        for (const text of Object.values(row)) assert.doesNotMatch(text, personal, file)
      }
    }
  })
})

describe('the snapshot of data/start', () => {
  it('has nearly every listing of the newest editions as a farm of its place type', () => {
    const listed = {
      farmers_market: 'portal_farmersmarket_2022-09-18.csv.gz',
      csa: 'portal_csa_2024-04-18.csv.gz',
      on_farm_market: 'portal_onfarmmarket_2024-04.csv.gz',
      food_hub: 'portal_foodhub_2024-04.csv.gz',
    }
    for (const [type, file] of Object.entries(listed)) {
      const [found, most] = [
        farms.filter(({ place_type }) => place_type === type).length,
        rows[file]!.length,
      ]
      assert.ok(found <= most && found > 0.9 * most, `${type}: ${found} farms of ${most} listings`)
    }
    assert.ok(farms.every(({ place_type }) => place_type in listed))
    assert.equal(manifest.synthetic, false)
  })

  it('rejects no row, passes every gate and credits every source', () => {
    for (const { file, read, rejected, licence, attribution } of manifest.sources) {
      assert.deepEqual([read, rejected], [rows[file]!.length, 0], file)
      assert.match(licence, /^Public domain/)
      assert.match(attribution, /^USDA Agricultural Marketing Service/)
    }
    assert.deepEqual(
      manifest.gates.filter(({ passed }) => passed === false),
      [],
    )
  })

  it('publishes no contact of anybody', async () => {
    const tables = manifest.files.filter(({ path }) => path.endsWith('.parquet'))
    assert.ok(tables.length > 10)
    for (const { path } of tables)
      for (const row of await table(path))
        for (const text of textsIn(row)) assert.doesNotMatch(text, personal, path)
  })

  it('keeps every id in the next build, and changes no farm', async () => {
    const { snapshot } = await buildStart(start.root, new Date('2026-07-01T00:00:00Z'))
    const next = join(start.root, 'snapshots', snapshot!)
    const idsIn = (list: Farm[]) => list.map(({ id, name }) => `${id} ${name}`)
    assert.deepEqual(idsIn(await table<Farm>('members/farms.parquet', next)), idsIn(farms))
    assert.deepEqual(await table('members/changes.parquet', next), [])
  })

  it('is served with its examples, its delisted farms and its age', async (t) => {
    const server = await startServer(t, start.root, { now: new Date('2026-11-23T00:00:00Z') })
    type List = { data: Farm[]; meta: { total: number } }
    const found = await server.ask<List>('/v1/search?near=Albany,NY&products=eggs&per_page=1')
    const { id, name, products } = found.body.data[0]!
    assert.deepEqual(
      [id, name],
      ['7484a2ae-4adb-544d-a29b-0c33faf12021', 'Troy Waterfront Farmers Market'],
    )
    assert.ok(products!.includes('eggs'))

    const lineage = await table<Lineage>('public/lineage.parquet')
    const left = lineage.filter(({ event }) => event === 'left')
    const lastListed = new Set(left.map(({ last_listed }) => last_listed))
    assert.deepEqual(lastListed, new Set(['2020-01-31', '2021-08-08']))
    assert.ok(left.length > 7000)
    const delisted = '899496e0-3f51-5de1-9a01-ffc0ba1e991c'
    assertProblem(await server.ask(`/v1/farms/${delisted}`), 410)

    for (const path of ['/', '/data']) {
      const text = (await server.ask(path, { key: null })).text
      assert.match(text, /Old listings\.<\/strong> The newest source list is of 18 April 2024\./)
      assert.match(text, /Half of these listings were last confirmed by \d+ \w+ 201\d\./)
    }
    server.clock.now = new Date('2025-04-18T00:00:00Z')
    const text = (await server.ask('/', { key: null })).text
    assert.doesNotMatch(text, /Old listings/, 'a list of a year ago to the day')
  })
})
