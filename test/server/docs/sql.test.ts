import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { questions } from '../../../server/docs/questions.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { fixtureNights } from '../../support/fixture_nights.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { startSnapshot } from '../../support/start_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

type Row = Record<string, unknown>
type Body = { data: Row & Row[] } & Row

/** What the SQL of a question answers, from the attached catalog and a copy of the files. */
async function rowsOf(server: TestServer, folder: string, sql: string): Promise<Row[]> {
  const path = join(await temporaryFolder({ after }), 'catalog.duckdb')
  const catalog = await fetch(`${server.url}/v1/catalog.duckdb`)
  await writeFile(path, Buffer.from(await catalog.arrayBuffer()))
  return withDuckDb(async (connection) => {
    await connection.run(`set variable catalog_base = '${join(folder, 'public')}'`)
    await connection.run(`attach '${path}' as farms (read_only)`)
    const statements = sql.split(/;\n\n/)
    for (const each of statements.slice(0, -1)) await connection.run(each)
    const rows = await connection.runAndReadAll(statements.at(-1)!)
    return JSON.parse(JSON.stringify(rows.getRowObjectsJson())) as Row[]
  })
}

/** The fields of rows that the SQL has too, as the API rounds and writes them. */
const compared = (rows: readonly Row[], names: readonly string[]) =>
  rows.map((row) => names.map((name) => written(name, row[name])))

function written(name: string, value: unknown): unknown {
  if (typeof value === 'number') return name === 'distance_mi' ? Number(value.toFixed(2)) : value
  if (typeof value === 'string' && /^["[]/.test(value)) return written(name, JSON.parse(value))
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\d[ T]/.test(value) ? instant(value) : value
  return value
}

const instant = (text: string) => new Date(text.replace(/\+00$/, 'Z')).toISOString()

const counts = (rows: readonly Row[], count = 'farms') =>
  Object.fromEntries(rows.map((row) => [row['place_type'], Number(row[count])]))

/** The rows of an answer that the rows of the SQL must equal, by operation. */
const inAnswer: Record<string, (body: Body) => Row[]> = {
  searchFarms: ({ data }) => data,
  findFarms: ({ data }) => data,
  searchByProduct: ({ data }) => data,
  listFarms: ({ data }) => data,
  getFarm: ({ data }) => [data],
  getFarmProducts: ({ data }) => (data['products'] as string[]).map((product) => ({ product })),
  getFarmHistory: ({ data }) => data['listings'] as Row[],
  getAvailability: ({ data }) => [{ name: data['farm_name'], listed: data['listed'] }],
  listChanges: ({ data }) => data,
}

const start = await startSnapshot({ after })
const server = await startServer({ after }, start.root)
const near = '/v1/search?near=Albany,+NY&products=eggs&per_page=2'
const { body } = await server.ask<Body>(near)
const subjects = body.data.map(({ id }) => ({ farm: String(id), since: start.id }))

const compare = async (
  server: TestServer,
  folder: string,
  id: string,
  { request, sql }: { request: string; sql?: string },
) => {
  const { body } = await server.ask<Body>(request, { key: 'free' })
  const rows = await rowsOf(server, folder, sql!)
  assert.ok(rows.length > 0, id)
  return { body, rows }
}

describe('the SQL of the reference', () => {
  it('answers from the public tables what the API answers to a free key', async () => {
    for (const subject of subjects)
      for (const [id, question] of Object.entries(questions(subject))) {
        const rowsIn = inAnswer[id]
        if (question?.sql === undefined || id === 'listChanges' || !rowsIn) continue
        const { body, rows } = await compare(server, start.folder, id, question)
        const names = Object.keys(rows[0]!)
        assert.deepEqual(compared(rows, names), compared(rowsIn(body), names), id)
      }
  })

  it('counts as the API does', async () => {
    const { getStats, getMarketLandscape } = questions(subjects[0]!)
    const stats = await compare(server, start.folder, 'getStats', getStats!)
    const ofType = stats.body.data['by_place_type'] as { value: string; count: number }[]
    const stated = Object.fromEntries(ofType.map(({ value, count }) => [value, count]))
    assert.deepEqual(counts(stats.rows), stated)
    const around = await compare(server, start.folder, 'getMarketLandscape', getMarketLandscape!)
    assert.deepEqual(counts(around.rows), around.body['place_types'])
    const known = around.rows.reduce((sum, row) => sum + Number(row['products_known']), 0)
    assert.equal(known, (around.body['known'] as Row)['products'])
  })

  it('lists the changes that the API lists', async () => {
    const { root, ids } = await fixtureNights({ after })
    const nights = await startServer({ after }, root)
    const { listChanges } = questions(subjects[0]!)
    const folder = join(root, 'snapshots', ids.at(-1)!)
    const { body, rows } = await compare(nights, folder, 'listChanges', listChanges!)
    const names = Object.keys(rows[0]!)
    assert.deepEqual(compared(rows, names), compared(body.data, names))
  })

  it('is compared for every operation that has some', () => {
    const withSql = Object.entries(questions(subjects[0]!)).filter(([, own]) => own?.sql)
    assert.deepEqual(
      withSql.map(([id]) => id).toSorted(),
      [...Object.keys(inAnswer), 'getStats', 'getMarketLandscape'].toSorted(),
    )
  })
})
