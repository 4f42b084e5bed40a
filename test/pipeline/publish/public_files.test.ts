import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { FileMetaData } from 'hyparquet'
import { csv } from '../../../data/csv.ts'
import { descriptions, farmsCsvFile } from '../../../data/schema/descriptions.ts'
import { publicFarm } from '../../../data/schema/tables/farm.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { columnsOf } from '../../../data/schema/tables/table.ts'
import { literal } from '../../../data/sql_literal.ts'
import { columnDefinitions, openDatabase } from '../../../pipeline/database/database.ts'
import { writeFarmsCsv } from '../../../pipeline/publish/write.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { folder } = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })

/**
 * What a farm of the feed says in its paid fields, and nowhere else. The names of products are free,
 * in the vocabulary's words where it has any, and so are source ids.
 */
const secrets: Record<string, string | Buffer> = {
  address: 'Hollow Way',
  zip: '05851',
  phone: '555-0147',
  'phone in E.164': '+18025550147',
  website: 'hidden-hollow.example',
  email: 'Quietmail',
  social_links: 'hidden.hollow',
  description: 'Describes the Hollow',
  story: 'nobody pays for',
  tagline: 'Tagline of',
  farmer_name: 'Undisclosed',
  certifications: 'Zzyzx',
  practices: 'moonlit',
  delivery_options: 'kayak',
  payment_methods: 'seashells',
  images: 'hollow-1.jpg',
  image_url: 'hollow-main',
  farmer_photo_url: 'quilla.jpg',
  google_rating: float64(4.6171829),
  google_review_count: int32(1481516234),
  price_range: '$$$$ (secretly)',
  hours: '9:11 AM',
  hours_json: '09:11',
  'the wording of a product listing': 'JalaPEÑOS',
  'the id of a product listing': 'midnight-1',
  'the unit of a product listing': 'moonful',
  'the category of a product listing': 'nightfood',
  'the price of a product listing': float64(4.5128),
}
const publicTables = tables.filter(({ tier }) => tier === 'free')
const memberTables = tables.filter(({ tier }) => tier === 'paid')

describe('farms.csv', () => {
  it('has the rows of farms.parquet, as the API writes CSV', async () => {
    const columns = columnsOf(publicFarm).map(({ name }) => name)
    const path = join(folder, 'public/farms.parquet')
    const { rows } = await readParquet<Record<string, unknown>>(path)
    const text = await readFile(join(folder, farmsCsvFile), 'utf8')
    assert.ok(text.startsWith('\uFEFFid,'), 'spreadsheets need the mark')
    const numbers = new Set(['lat', 'lng'])
    const cells = (csv: string) =>
      parse(csv, {
        bom: true,
        columns: true,
        cast: (cell, { column }) => (numbers.has(String(column)) && cell ? Number(cell) : cell),
      })
    assert.deepEqual(cells(text), cells(csv(rows, columns)))
    assert.ok(rows.length > 10)
  })

  it('guards names that a spreadsheet would run', async (t) => {
    const names = ['=1+1', '+1', '-1', '@a', "'a", '\t=1', '＝1', 'a=1', 'a "b", c', 'Ä']
    const folder = await temporaryFolder(t)
    const path = join(folder, 'farms.csv')
    const database = await openDatabase(join(folder, 'farms.duckdb'))
    await database.run(`create table farms (${columnDefinitions(columnsOf(publicFarm))})`)
    const rows = names.map((name) => `(${literal(name)})`)
    await database.run(`insert into farms (name) values ${rows.join()}`)
    await writeFarmsCsv(database, path, 'farms')
    database.close()
    const named = (text: string) =>
      parse<{ name: string }>(text, { bom: true, columns: true }).map(({ name }) => name)
    const expected = csv(
      names.map((name) => ({ name })),
      ['name'],
    )
    assert.deepEqual(named(await readFile(path, 'utf8')), named(expected))
  })
})

describe('public files', () => {
  it('are those that the lists of tables and descriptions have', async () => {
    const names = await readdir(join(folder, 'public'))
    const expected = [...publicTables, ...descriptions].map(({ path }) => path)
    assert.deepEqual(names.map((name) => `public/${name}`).toSorted(), expected.toSorted())
  })

  for (const [field, secret] of Object.entries(secrets))
    it(`do not hold ${field}, in no byte, compressed or not`, async () => {
      for (const name of await readdir(join(folder, 'public')))
        for (const bytes of await bytesOf(join('public', name)))
          assert.equal(withoutDigests(bytes).indexOf(secret), -1, `public/${name}`)
      const text = withoutDigests(await readFile(join(folder, 'manifest.json')))
      assert.equal(text.indexOf(secret), -1, 'the manifest')
    })

  it('would be found to hold them: member files are', async () => {
    const all: Buffer[] = []
    for (const { path } of memberTables) all.push(...(await bytesOf(path)))
    // The phone number is published in E.164 only.
    const missing = Object.entries(secrets).filter(
      ([field, secret]) => field !== 'phone' && !all.some((bytes) => bytes.includes(secret)),
    )
    assert.deepEqual(missing, [])
  })

  it('have no column, nor any part of one, that is a paid field of a farm', async () => {
    const columns = memberTables.flatMap(({ schema }) => columnsOf(schema))
    const free = new Set(publicTables.flatMap(({ schema }) => Object.keys(schema.shape)))
    const paid = columns.map(({ name }) => name).filter((name) => !free.has(name))
    assert.ok(paid.length > 25)
    for (const { path } of publicTables) {
      const { metadata } = await readParquet(join(folder, path))
      const names = [
        ...metadata.schema.map(({ name }) => name),
        ...metadata.row_groups.flatMap(({ columns }) =>
          columns.flatMap(({ meta_data }) => meta_data!.path_in_schema),
        ),
      ]
      assert.deepEqual(
        names.filter((name) => paid.includes(name)),
        [],
        path,
      )
    }
  })

  it('have no bytes between their pages, indexes and footer that the search did not see', async () => {
    const path = join(folder, 'public/farms.parquet')
    const { metadata } = await readParquet(path)
    assert.deepEqual(gaps(metadata, (await stat(path)).size), [])
  })
})

/** Bytes without digests: each may have the five digits of a ZIP code by chance. */
const withoutDigests = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll(/[0-9a-f]{32,}/g, ''), 'latin1')

/** A file's bytes as they lie there, and for a Parquet file those of each page and all values too. */
async function bytesOf(path: string): Promise<Buffer[]> {
  const raw = await readFile(join(folder, path))
  if (!path.endsWith('.parquet')) return [raw]
  const { pages, rows, metadata } = await readParquet(join(folder, path))
  const statistics = JSON.stringify([metadata, rows], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return [raw, ...pages.map((page) => Buffer.from(page)), Buffer.from(statistics)]
}

/** The stretches of a Parquet file that belong to none of the parts its footer names. */
function gaps(metadata: FileMetaData, size: number): [number, number][] {
  const chunks = metadata.row_groups.flatMap(({ columns }) => columns)
  const parts: [number | bigint | undefined, number | bigint | undefined][] = [
    [0, 4],
    ...chunks.flatMap(({ meta_data: data, ...chunk }): typeof parts => [
      [data!.dictionary_page_offset ?? data!.data_page_offset, data!.total_compressed_size],
      [data!.bloom_filter_offset, data!.bloom_filter_length],
      [chunk.column_index_offset, chunk.column_index_length],
      [chunk.offset_index_offset, chunk.offset_index_length],
    ]),
    [size - 8 - metadata.metadata_length, metadata.metadata_length + 8],
  ]
  const found: [number, number][] = []
  let seen = 0
  for (const [begin, length] of parts
    .filter(([begin]) => begin !== undefined)
    .map(([begin, length]) => [Number(begin), Number(length)] as const)
    .toSorted(([a], [b]) => a - b)) {
    if (begin > seen) found.push([seen, begin])
    seen = Math.max(seen, begin + length)
  }
  if (seen !== size) found.push([seen, size])
  return found
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
