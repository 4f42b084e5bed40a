// Runs alone: it measures time, and sets the time zone of its process.
import assert from 'node:assert/strict'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { Problem } from '../../../server/http/problem.ts'
import { onBehalfOf } from '../../../server/load/asker.ts'
import { parquetFiles, SnapshotDatabase } from '../../../server/snapshot/database.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../support/published_farms.ts'

process.env.TZ = 'America/St_Johns'
const { root, folder } = await fixtureSnapshot({ after })
const farms = await publishedFarms(folder)

const limits = { connections: 2, deadline_ms: 5000, patience_ms: 5000, memory: '256MB' }
async function opened(t: TestContext, changed: Partial<typeof limits> = {}) {
  const views = {
    farms: 'members/farms.parquet',
    product_listings: 'members/product_listings.parquet',
  }
  const database = await SnapshotDatabase.open(folder, views, { ...limits, ...changed })
  t.after(() => database.close())
  return database
}

describe('SnapshotDatabase', () => {
  it('shows the files as views, with the number of each row', async (t) => {
    const database = await opened(t)
    const rows = await database.rows('select file_row_number, id, name from farms order by 1')
    assert.deepEqual(
      rows,
      farms.map(({ id, name }, row) => [BigInt(row), id, name]),
    )
  })

  it('takes named parameters, never as SQL', async (t) => {
    const database = await opened(t)
    const name = "x' or 1 = 1 --"
    assert.deepEqual(await database.rows('select id from farms where name = $name', { name }), [])
  })

  it('reads dates in UTC by each connection, wherever the machine is', async (t) => {
    const database = await opened(t, { connections: 2 })
    const year = "select year(timestamptz '2020-01-01 00:00:00+00'::timestamp)::integer"
    for (let n = 0; n < 4; n++)
      assert.deepEqual(await Promise.all([database.rows(year), database.rows(year)]), [
        [[2020]],
        [[2020]],
      ])
  })

  it('queues what comes beyond its connections', async (t) => {
    const database = await opened(t, { connections: 1 })
    const counts = await Promise.all(
      Array.from({ length: 20 }, () => database.rows('select count(*)::integer from farms')),
    )
    for (const count of counts) assert.deepEqual(count, [[farms.length]])
  })
})

describe('queries of requests', () => {
  const slow = 'select count(*) from range(100000) a, range(100000) b where a.range > b.range'
  const late = (caller: string, waited_ms: number) => ({
    caller,
    arrived_ms: performance.now() - waited_ms,
  })

  // While the query is prepared, DuckDB has nothing to interrupt yet.
  for (const [when, left_ms] of Object.entries({
    'while they run': 100,
    'while they are prepared': 1,
    'before they begin': -1000,
  }))
    it(`end at the deadline of the request, ${when}, with a 503; the next one is answered`, async (t) => {
      const database = await opened(t, { connections: 1, deadline_ms: 60_000 })
      const asker = late('a', 60_000 - left_ms)
      await assert.rejects(
        onBehalfOf(asker, () => database.rows(slow)),
        (error) => {
          assert.ok(error instanceof Problem)
          assert.deepEqual([error.status, error.headers['Retry-After']], [503, '1'])
          assert.match(error.message, /not done 60000 ms after the request/)
          return true
        },
      )
      assert.deepEqual(await database.rows('select 1::integer'), [[1]])
    })
})

describe('the lock-down of SnapshotDatabase', () => {
  const own = join(folder, 'manifest.json')
  const csv = join(root, 'outside.csv')
  before(() => writeFile(csv, 'a\n1\n'))

  const forbidden: Record<string, string> = {
    'reading a file of the machine': "select * from read_text('/etc/passwd')",
    'reading the environment': "select * from read_text('/proc/self/environ')",
    'reading another file of the snapshot': `select * from read_text('${own}')`,
    'reading another format': `select * from read_csv('${csv}')`,
    'reading by name alone': `select * from '${csv}'`,
    'reading over the network': "select * from read_text('http://127.0.0.1:9/x')",
    'listing a folder': `select * from glob('${folder}/*')`,
    'reaching a file by another path': `select * from read_text('${folder}/members/../manifest.json')`,
    'attaching a file': `attach '${join(root, 'new.duckdb')}'`,
    'attaching a store': `attach '${join(root, 'store.sqlite')}' (type sqlite)`,
    'making a table': 'create table own as select 1',
    'taking a view away': 'drop view farms',
    'writing a file': `copy (select 1) to '${join(root, 'written.csv')}'`,
    'writing into the snapshot': `copy (select 1) to '${join(folder, 'members/new.parquet')}' (format parquet)`,
    'exporting the database': `export database '${join(root, 'export')}'`,
    'installing an extension': 'install httpfs',
    'loading an extension': "load '/tmp/x.duckdb_extension'",
    'opening the lock': 'set lock_configuration = false',
    'allowing access again': 'set enable_external_access = true',
    'allowing a path': "set allowed_paths = ['/etc/passwd']",
    'changing the memory': "set memory_limit = '64GB'",
    'changing the temporary folder': "set temp_directory = '/tmp'",
    'resetting a setting': 'reset memory_limit',
    'making a secret': "create secret (type s3, key_id 'a', secret 'b')",
  }

  for (const [what, sql] of Object.entries(forbidden))
    it(`forbids ${what}`, async (t) => {
      const database = await opened(t)
      const there = await readdir(root, { recursive: true })
      await assert.rejects(database.rows(sql), (error) => {
        assert.ok(error instanceof Error)
        return true
      })
      assert.deepEqual(await readdir(root, { recursive: true }), there)
      assert.deepEqual(await database.rows('select count(*)::integer from farms'), [[farms.length]])
    })

  it('holds for a folder too, whose files may be read', async (t) => {
    const database = await SnapshotDatabase.openFolder(join(folder, 'members'), limits)
    t.after(() => database.close())
    for (const [what, sql] of Object.entries(forbidden))
      await assert.rejects(database.rows(sql), (error) => error instanceof Error, what)
    const files = parquetFiles([join(folder, 'members/farms.parquet')])
    assert.deepEqual(await database.rows(`select count(*)::integer from ${files}`), [
      [farms.length],
    ])
  })

  it('forbids writing over the files that it reads', async (t) => {
    const own = await fixtureSnapshot(t)
    const path = join(own.folder, 'members/farms.parquet')
    const bytes = await readFile(path)
    const views = { farms: 'members/farms.parquet' }
    const database = await SnapshotDatabase.open(own.folder, views, limits)
    t.after(() => database.close())
    for (const format of ['parquet', 'parquet, use_tmp_file false', 'csv, use_tmp_file false'])
      await assert.rejects(database.rows(`copy (select 1 as x) to '${path}' (format ${format})`))
    assert.ok(bytes.equals(await readFile(path)))
  })
})
