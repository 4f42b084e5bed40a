import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import { tables } from '../../../../data/schema/tables/tables.ts'
import { readManifest } from '../../../../pipeline/snapshots/snapshots.ts'
import { duckdbCatalog } from '../../../../server/query/duckdb_catalog.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const names = tables
  .filter(({ path }) => path.startsWith('public/'))
  .map(({ path }) => basename(path, '.parquet'))

/** A served snapshot: its folder, and the addresses of the server and of the catalog. */
async function served(t: TestContext) {
  const { root, folder } = await fixtureSnapshot(t)
  const { url } = await startServer(t, root)
  return { folder, url, address: `${url}/v1/catalog.duckdb` }
}

/** A new DuckDB without any file, and a function that runs a statement in it. */
async function duckdb(t: TestContext) {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  t.after(() => (connection.closeSync(), instance.closeSync()))
  return async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJS()
}

/** The catalog as a client saves it, attached. */
async function attached(t: TestContext, address: string) {
  const run = await duckdb(t)
  const path = join(await temporaryFolder(t), 'catalog.duckdb')
  const response = await fetch(address)
  assert.equal(response.status, 200, response.ok ? '' : await response.clone().text())
  await writeFile(path, Buffer.from(await response.arrayBuffer()))
  await run(`attach '${path}' as farms (read_only)`)
  return run
}

describe('GET /v1/catalog.duckdb', () => {
  it('has a view of every public table, at the address of a file of the live snapshot', async (t) => {
    const { folder, address } = await served(t)
    const run = await attached(t, address)
    const views = await run(
      `select view_name, sql from duckdb_views() where database_name = 'farms' and not internal`,
    )
    assert.deepEqual(new Set(views.map(([name]) => name)), new Set(names))
    for (const [name, sql] of views as [string, string][]) {
      const [, base, file] = /'(http[^']+)'\) \|\| '([^']+)'/.exec(sql)!
      const response = await fetch(`${base}${file}`)
      assert.equal(response.status, 200, name)
      const sent = createHash('sha256').update(Buffer.from(await response.arrayBuffer()))
      const kept = createHash('sha256').update(
        await readFile(join(folder, `public/${name}.parquet`)),
      )
      assert.equal(sent.digest('hex'), kept.digest('hex'), name)
    }
  })

  it('answers from a copy of the files, if catalog_base names it', async (t) => {
    const { folder, address } = await served(t)
    const run = await attached(t, address)
    await run(`set variable catalog_base = '${join(folder, 'public')}'`)
    for (const name of names) {
      const { rows } = await readParquet(join(folder, `public/${name}.parquet`))
      const [[count]] = (await run(`select count(*)::integer from farms."${name}"`)) as [[number]]
      assert.equal(count, rows.length, name)
    }
  })

  it('has the same bytes when it is made again, so that parts of several answers fit', async (t) => {
    const { folder, url, address } = await served(t)
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    const part = await fetch(address, { headers: { Range: 'bytes=4096-8191' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(4096, 8192))
    const manifest = await readManifest(folder)
    const pathOf = async (_: unknown, { path }: { path: string }) => join(folder, path)
    const base = `${url}/v1/snapshots/${manifest.id}/files/public`
    assert.deepEqual(await duckdbCatalog(manifest, { pathOf }, base), whole)
  })

  it('is attached by DuckDB over HTTP in one line', async (t) => {
    const run = await duckdb(t)
    try {
      await run('load httpfs')
    } catch {
      return t.skip('the DuckDB extension httpfs is not installed')
    }
    const { folder, address } = await served(t)
    await run(`attach '${address}' as farms`)
    const [[count]] = (await run('select count(*)::integer from farms.farms')) as [[number]]
    assert.equal(count, (await readParquet(join(folder, 'public/farms.parquet'))).rows.length)
  })
})
