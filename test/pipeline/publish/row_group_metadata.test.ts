import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  asyncBufferFromFile,
  asyncBufferFromUrl,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { hashParquetValue, readBloomFilter, sbbfContains } from 'hyparquet/src/bloom.js'
import { compressors } from 'hyparquet-compressors'
import { addToRowGroups } from '../../../pipeline/publish/row_group_metadata.ts'
import { byBytes } from '../../support/byte_order.ts'
import { serveFolder } from '../../support/static_files.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { manyFarms } from '../../support/many_farms.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { path, farms } = await manyFarms({ after }, 3000)
const ids = farms.map(({ id }) => id)
const folder = await temporaryFolder({ after })

const query = (sql: string) =>
  withDuckDb(async (connection) => (await connection.runAndReadAll(sql)).getRowObjectsJson())

/** Ids alike, of which the file has none. */
const notThere = Array.from(
  { length: 200 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
)

describe('Bloom filters of farms.parquet', () => {
  it('find every id in the row group that it is in, and few others', async () => {
    const groups = await readFilters(path, 'id')
    assert.ok(groups.length > 10)
    let end = 0
    for (const { rows, has } of groups) {
      const own = ids.slice(end, (end += rows))
      assert.deepEqual(
        own.filter((id) => !has(id)),
        [],
      )
      assert.ok(notThere.filter(has).length < 0.05 * notThere.length)
    }
    assert.equal(end, ids.length)
  })

  it('let DuckDB leave out nearly all row groups', async () => {
    const probe = (id: string) =>
      query(
        `select bloom_filter_excludes as out from parquet_bloom_probe('${path}', 'id', '${id}')`,
      )
    const groups = await readFilters(path, 'id')
    for (const [id, at] of [
      [ids[0]!, 1],
      [ids.at(-1)!, 1],
      [notThere[0]!, 0],
    ] as const) {
      const kept = (await probe(id)).filter(({ out }) => !out).length
      assert.ok(kept >= at && kept <= at + 0.1 * groups.length, `${kept} of ${groups.length}`)
    }
  })

  it('bring a farm for a quarter of the bytes: hyparquet', async (t) => {
    const { url, sent } = await serveFolder(t, dirname(path))
    const filter = { id: { $eq: ids[1234]! } }
    // As data/FORMATS.md shows it.
    const file = await asyncBufferFromUrl({ url: `${url}/${basename(path)}` })
    const metadata = await parquetMetadataAsync(file, { initialFetchSize: 2 ** 16 })
    const rows = await parquetReadObjects({
      file,
      metadata,
      filter,
      compressors,
      useBloomFilters: true,
    })
    assert.deepEqual(
      rows.map(({ id }) => id),
      [ids[1234]],
    )
    const pages = sent.reduce((sum, { bytes }) => sum + bytes, 0) - metadata.metadata_length
    const { size } = statSync(path)
    assert.ok(pages < size / 4, `${pages} of ${size}`)
  })
})

describe('sorting columns of farms.parquet', async () => {
  const { folder } = await fixtureSnapshot({ after })
  for (const name of ['public/farms.parquet', 'members/farms.parquet'])
    it(`are h3_cell and id, in whose order the rows of each group are: ${name}`, async () => {
      const path = join(folder, name)
      const file = await asyncBufferFromFile(path)
      const metadata = await parquetMetadataAsync(file)
      const groups = metadata.row_groups.length
      assert.ok(groups > 3, `${groups}`)
      assert.deepEqual(
        await sortingOf(path),
        metadata.row_groups.map(() => ['h3_cell', 'id']),
      )
      const columns = ['h3_cell', 'id']
      let [rowStart, mixed] = [0, 0]
      for (const { num_rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(num_rows)
        const rows = await parquetReadObjects({ file, metadata, columns, compressors, rowStart, rowEnd }) // prettier-ignore
        // `z` is after every cell.
        const keys = rows.map(({ h3_cell, id }) => `${h3_cell ?? 'z'} ${id}`)
        assert.deepEqual(keys, keys.toSorted(byBytes))
        const unknown = rows.filter(({ h3_cell }) => h3_cell === null).length
        if (unknown > 0 && unknown < rows.length) mixed++
        rowStart = rowEnd
      }
      assert.ok(mixed > 0, 'a group has rows with and without a cell')
    })
})

describe('addToRowGroups(path, additions)', () => {
  /** Writes 5,000 rows as a build does; `options` of DuckDB. */
  async function write(name: string, options: string): Promise<string> {
    const path = join(folder, name)
    await query(`
      copy (select 'id ' || i as id, case when i % 3 = 0 then i / 7 end as share, ['a', null] as list,
        {one: i, two: i} as pair, repeat('é', 90) || i as long, i % 4 as few, timestamp '2026-01-02' as at from range(5000) as r(i))
      to '${path}' (format parquet, parquet_version v1, kv_metadata {note: 'ours'}, ${options})`)
    return path
  }
  const withDictionary = 'dictionary_size_limit 10000'

  it('changes nothing else that DuckDB wrote', async () => {
    const from = await write('from', `row_group_size 2048, ${withDictionary}`)
    const to = await write('to', 'row_group_size 2048')
    const [bytes, meant] = [await readFile(to), await saidOf(to)]
    await addToRowGroups(to, { filters: { from, column: 'id' }, sortedBy: ['at', 'id'] })
    const written = await readFile(to)
    const footer = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8)
    assert.ok(written.subarray(0, footer).equals(bytes.subarray(0, footer)))
    assert.deepEqual(await saidOf(to), meant)
    assert.deepEqual(await sortingOf(to), [
      ['at', 'id'],
      ['at', 'id'],
      ['at', 'id'],
    ])
    const groups = await readFilters(to, 'id')
    assert.deepEqual(
      groups.map(({ rows }) => rows),
      [2048, 2048, 904],
    )
    assert.ok(groups[1]!.has('id 2048') && !groups[1]!.has('id 2047'))
    assert.deepEqual(await query(`select count(distinct id) as ids from read_parquet('${to}')`), [
      { ids: '5000' },
    ])
  })

  it('writes the same footer again, byte for byte, where a filter is added to one that has it', async () => {
    const path = await write('same', `row_group_size 8192, ${withDictionary}`)
    const before = await footerOf(path)
    await addToRowGroups(path, { filters: { from: path, column: 'id' }, sortedBy: [] })
    const after = await footerOf(path)
    assert.equal(after.length, before.length)
    // The filter was some bytes farther on.
    const other = [...after.keys()].filter((at) => after[at] !== before[at])
    assert.ok(other.length > 0 && other.at(-1)! - other[0]! < 8, other.join())
  })

  it('throws where row groups differ, or lack a filter or a column, and writes nothing', async () => {
    const to = await write('kept', 'row_group_size 2048')
    const bytes = await readFile(to)
    const other = await write('other', `row_group_size 4096, ${withDictionary}`)
    const add = (from: string, sortedBy = ['id']) =>
      addToRowGroups(to, { filters: { from, column: 'id' }, sortedBy })
    await assert.rejects(add(other), /row groups of 2048,2048,904 rows/)
    await assert.rejects(add(to), /without filter of id/)
    const same = await write('filtered', `row_group_size 2048, ${withDictionary}`)
    await assert.rejects(add(same, ['pair']), /no column pair/)
    assert.ok((await readFile(to)).equals(bytes))
  })
})

/** The sorting columns of each row group, ascending with nulls last, by hyparquet. */
async function sortingOf(path: string): Promise<string[][]> {
  const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path))
  return row_groups.map(({ columns, sorting_columns = [] }) =>
    sorting_columns.map(({ column_idx, ...order }) => {
      assert.deepEqual(order, { descending: false, nulls_first: false })
      return columns[column_idx]!.meta_data!.path_in_schema.join('.')
    }),
  )
}

async function footerOf(path: string): Promise<Buffer> {
  const bytes = await readFile(path)
  return bytes.subarray(bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8))
}

/** What hyparquet and DuckDB find in the metadata of a file, but for the filters of `id` and sorting columns. */
async function saidOf(path: string) {
  const { metadata_length: _length, ...metadata } = await parquetMetadataAsync(
    await asyncBufferFromFile(path),
  )
  for (const group of metadata.row_groups) {
    delete group.sorting_columns
    Object.assign(group.columns[0]!.meta_data!, {
      bloom_filter_offset: undefined,
      bloom_filter_length: undefined,
    })
  }
  return {
    metadata,
    chunks: await query(`
      select * replace (if(path_in_schema = 'id', null, bloom_filter_offset) as bloom_filter_offset,
        if(path_in_schema = 'id', null, bloom_filter_length) as bloom_filter_length)
      from parquet_metadata('${path}')`),
    schema: await query(`from parquet_schema('${path}')`),
    keys: await query(`from parquet_kv_metadata('${path}')`),
  }
}

/** The rows of each row group, and whether its filter may have a value, by the code of hyparquet. */
async function readFilters(path: string, column: string) {
  const file = await asyncBufferFromFile(path)
  const { row_groups, schema } = await parquetMetadataAsync(file)
  const element = schema.find(({ name }) => name === column)!
  return Promise.all(
    row_groups.map(async ({ columns, num_rows }) => {
      const { meta_data } = columns.find((each) => each.meta_data!.path_in_schema[0] === column)!
      const start = Number(meta_data!.bloom_filter_offset)
      const bytes = await file.slice(start, start + meta_data!.bloom_filter_length!)
      const { blocks } = readBloomFilter({ view: new DataView(bytes), offset: 0 })!
      const has = (value: string) => sbbfContains(blocks, hashParquetValue(value, element)!)
      return { rows: Number(num_rows), has }
    }),
  )
}
