import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { latLngToCell } from 'h3-js'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { fileDigest } from '../../../data/file_digest.ts'
import { publicFarm } from '../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { columnDefinitions, openDatabase } from '../../../pipeline/database/database.ts'
import { writeTable } from '../../../pipeline/publish/parquet.ts'
import { areaRowGroups } from '../../../pipeline/publish/row_groups.ts'
import { byBytes } from '../../support/byte_order.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })
const database = await openDatabase(join(folder, 'farms.duckdb'))
after(() => database.close())

type Place = { lat: number; lng: number; farms: number }

/** Makes a table of farms in row order; `nowhere` of them have no location. */
async function farmsAt(name: string, places: Place[], nowhere = 0): Promise<string> {
  await database.run(`create table ${name} (${columnDefinitions(columnsOf(publicFarm))})`)
  const located = places.map((place) => ({ ...place, cell: latLngToCell(place.lat, place.lng, 9) }))
  for (const { lat, lng, farms, cell } of located.toSorted((a, b) => byBytes(a.cell, b.cell)))
    await database.run(
      `insert into ${name} by name select '${cell} ' || range as id, ${lat} as lat, ${lng} as lng, '${cell}' as h3_cell from range(${farms})`,
    )
  if (nowhere > 0)
    await database.run(
      `insert into ${name} by name select 'farm ' || range as id from range(${nowhere})`,
    )
  return name
}

const ends = (groups: number[]) => {
  let end = 0
  return groups.map((rows) => (end += rows))
}

describe('areaRowGroups(database, table)', () => {
  it('has no group of a table without rows', async () => {
    assert.deepEqual(await areaRowGroups(database, await farmsAt('none', [])), [])
  })

  it('puts few farms into one group', async () => {
    const places = [{ lat: 44, lng: -72, farms: 3 }]
    assert.deepEqual(await areaRowGroups(database, await farmsAt('few', places, 2)), [5])
  })

  it('has every row once, in groups of at most 3 × √rows', async () => {
    const places = Array.from({ length: 40 }, (_, index) => ({
      lat: 30 + index / 3,
      lng: -120 + ((index * 7) % 40),
      farms: index === 20 ? 900 : 20,
    }))
    const rows = 39 * 20 + 900 + 300
    const groups = await areaRowGroups(database, await farmsAt('many', places, 300))
    assert.equal(
      groups.reduce((sum, each) => sum + each),
      rows,
    )
    assert.ok(Math.max(...groups) <= Math.ceil(3 * Math.sqrt(rows)))
  })

  it('ends a group where a large cell ends, though it is not full', async () => {
    // In Vermont, Florida and Oregon, which share no cell; 3 × √27 is 16.
    const places = [
      { lat: 44.4, lng: -72.1, farms: 9 },
      { lat: 27.5, lng: -81.5, farms: 9 },
      { lat: 44.5, lng: -121.3, farms: 9 },
    ]
    assert.deepEqual(await areaRowGroups(database, await farmsAt('towns', places)), [9, 9, 9])
  })
})

describe('row groups of farms.parquet', () => {
  it('are as planned, whatever their size, where DuckDB has one thread too', async () => {
    const places = Array.from({ length: 60 }, (_, index) => ({
      lat: 26 + index / 3,
      lng: -120 + ((index * 11) % 50),
      farms: index % 3 === 0 ? 22_000 : 700 * (index % 5),
    }))
    const farms = await farmsAt('large', places)
    const planned = await areaRowGroups(database, farms)
    assert.ok(planned.some((rows) => rows > 2048) && planned.some((rows) => rows < 1000))
    const path = join(folder, `${farms}.parquet`)
    await database.run('set threads = 1')
    await writeTable(database, path, tables[0]!, { from: farms })
    const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path))
    const written = ends(row_groups.map(({ num_rows }) => Number(num_rows)))
    const plannedEnds = ends(planned)
    assert.deepEqual(
      plannedEnds.filter((end) => !written.includes(end)),
      [],
    )
    // DuckDB keeps a table in parts of 122,880 rows, and ends a group there too.
    const parts = Math.ceil(written.at(-1)! / 122_880)
    assert.ok(written.length <= planned.length + parts, `${written.length} of ${planned.length}`)
  })
})

describe('row groups of the other tables', () => {
  it('are the same whatever the number of threads', async () => {
    const registry = tables.find(({ path }) => path === 'members/registry.parquet')!
    await database.run(`create table listings (${columnDefinitions(columnsOf(registry.schema))})`)
    for (let rows = 15_000; rows < 25_000; rows += 999)
      await database.run(
        `insert into listings by name select 'row ' || range as source_id from range(${rows})`,
      )
    const from = `(select * from listings where source_id not like '%7')`
    const digests: Awaited<ReturnType<typeof fileDigest>>[] = []
    for (const threads of [1, 4]) {
      const path = join(folder, `${threads}.parquet`)
      await database.run(`set threads = ${threads}`)
      await writeTable(database, path, registry, { from })
      digests.push(await fileDigest(path))
    }
    assert.deepEqual(digests[0], digests[1])
  })
})
