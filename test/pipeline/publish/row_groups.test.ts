import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileDigest } from '../../../data/file_digest.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { tables, type Table } from '../../../data/schema/tables/tables.ts'
import { columnDefinitions, openDatabase } from '../../../pipeline/database/database.ts'
import { inOneThread, writeTable } from '../../../pipeline/publish/parquet.ts'
import { byBytes } from '../../support/byte_order.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { manyFarms } from '../../support/many_farms.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { startSnapshot } from '../../support/start_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })
const database = await openDatabase(join(folder, 'farms.duckdb'))
after(() => database.close())

const start = await startSnapshot({ after })
const many = await manyFarms({ after }, 12_000)
const farmFiles = tables.filter(({ geometry }) => geometry).map(({ path }) => path)

describe('farms.parquet', () => {
  const files = {
    ...Object.fromEntries(
      farmFiles.map((path) => [`data/start, ${path}`, join(start.folder, path)]),
    ),
    '12,000 synthetic farms': many.path,
  }
  for (const [name, path] of Object.entries(files))
    it(`has at most 1.2 times the bytes of the smallest that DuckDB writes: ${name}`, async () => {
      const smallest = join(folder, 'smallest.parquet')
      await database.run(`
        copy (from read_parquet('${path}')) to '${smallest}' (
          format parquet, compression zstd, parquet_version v1, row_group_size 10_000_000, geoparquet_version 'none')`)
      const [bytes, fewest] = [statSync(path).size, statSync(smallest).size]
      assert.ok(bytes <= 1.2 * fewest, `${bytes} for ${fewest}`)
    })

  it('has its rows in the order of cells and ids, farms without a cell last', async () => {
    const { folder } = await fixtureSnapshot({ after })
    for (const path of farmFiles) {
      const { rows } = await readParquet<{ h3_cell: string | null; id: string }>(join(folder, path))
      // `z` is after every cell.
      const keys = rows.map(({ h3_cell, id }) => `${h3_cell ?? 'z'} ${id}`)
      assert.deepEqual(keys, keys.toSorted(byBytes))
      assert.ok(keys.some((key) => key < 'z') && keys.some((key) => key > 'z'))
    }
  })

  it('has row groups of 2,048 farms', async () => {
    const { row_groups } = (await readParquet(many.path)).metadata
    assert.deepEqual(
      row_groups.map(({ num_rows }) => Number(num_rows)),
      [2048, 2048, 2048, 2048, 2048, 1760],
    )
  })

  it('is the same whatever the number of threads', async () => {
    await database.run(`create table farms as from read_parquet('${many.path}')`)
    const table = tables.find(({ path }) => path === farmFiles[0])!
    await assertSameBytes(table, 'farms')
  })
})

describe('the other tables', () => {
  it('are the same whatever the number of threads', async () => {
    const registry = tables.find(({ path }) => path === 'members/registry.parquet')!
    await database.run(`create table listings (${columnDefinitions(columnsOf(registry.schema))})`)
    for (let rows = 15_000; rows < 25_000; rows += 999)
      await database.run(
        `insert into listings by name select 'row ' || range as source_id from range(${rows})`,
      )
    const from = `(select * from listings where source_id not like '%7')`
    await assertSameBytes(registry, from)
  })
})

async function assertSameBytes(table: Table, from: string) {
  const digests: Awaited<ReturnType<typeof fileDigest>>[] = []
  for (const threads of [1, 4]) {
    const path = join(folder, 'threads.parquet')
    await database.run(`set threads = ${threads}`)
    await inOneThread(
      database,
      async () => void (await writeTable(database, path, table, { from })),
    )
    assert.deepEqual(await database.rows(`select current_setting('threads')::integer as threads`), [
      { threads },
    ])
    digests.push(await fileDigest(path))
  }
  assert.deepEqual(digests[0], digests[1])
}
