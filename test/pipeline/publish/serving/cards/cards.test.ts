import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  farm,
  freeFields,
  paidFields,
  profileFields,
  publicFarm,
} from '../../../../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../../../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../../../../data/schema/tables/table.ts'
import { awkwardFeed, awkwardMoment, awkwardRows } from '../../../../support/awkward_feed.ts'
import { buildSnapshot } from '../../../../support/built_snapshot.ts'
import { withDuckDb } from '../../../../support/duckdb.ts'
import { readParquet } from '../../../../support/parquet_file.ts'
import { publishedFarms } from '../../../../support/published_farms.ts'
import { readCards, readColumns } from '../../../../support/serving_files.ts'

const { folder } = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })
const cards = {
  free: await readCards(folder, 'free'),
  paid: await readCards(folder, 'paid'),
  profile: await readCards(folder, 'profile'),
}
const farms = await publishedFarms(folder)
const listings = await rowsOf<ProductListing>('members/product_listings.parquet')

/** When a farm changed, and when its groups were said, is in columns of its own. */
const ofColumns: readonly string[] = ['changed_at', 'said_at']
const cardFields = freeFields.filter((field) => !ofColumns.includes(field))

describe('the cards', () => {
  for (const card of ['free', 'paid', 'profile'] as const)
    it(`of ${card} are a line a farm, each where its start says`, async () => {
      const { lines } = cards[card]
      assert.equal(lines.length, farms.length)
      for (const line of lines) assert.match(line, /^\{[^\n]+\}$/)
      const { lines: bytes, starts } = await readColumns(folder, `${card}Cards`)
      assert.equal(starts[0], 0)
      assert.equal(starts.at(-1), bytes.length)
    })

  it('have the fields of their tier, in published order', () => {
    for (const row of cards.free.rows) assert.deepEqual(Object.keys(row), cardFields)
    for (const row of cards.paid.rows) assert.deepEqual(Object.keys(row), paidFields)
  })

  it('say what the rows of farms.parquet say, read by hyparquet', () => {
    assert.deepEqual(
      cards.free.rows.map((row, index) => ({ ...row, ...cards.paid.rows[index] })),
      farms.map((row) => pick(row, [...cardFields, ...paidFields])),
    )
    for (const [index, row] of cards.profile.rows.entries())
      for (const field of ['hours', 'opening_hours', 'timezone'] as const)
        assert.deepEqual(row[field], farms[index]![field], `${farms[index]!.name}: ${field}`)
  })

  it('say what the rows of farms.parquet say, read by DuckDB', async () => {
    const read = await readByDuckDb(join(folder, 'members/farms.parquet'))
    assert.deepEqual(
      read.map((row, index) => ({
        ...pick(row, [...cardFields, ...paidFields]),
        last_listed: farms[index]!.last_listed,
      })),
      cards.free.rows.map((row, index) => ({ ...row, ...cards.paid.rows[index] })),
    )
  })

  it('fit the schema of a farm when they are put together', () => {
    const { listing_completeness: _, changed_at: __, said_at: ___, ...shown } = farm.shape
    const fields = Object.keys(shown) as (keyof typeof shown)[]
    for (const [index, row] of cards.free.rows.entries()) {
      const whole = { ...cards.profile.rows[index], ...cards.paid.rows[index], ...row }
      farm
        .omit({ listing_completeness: true, changed_at: true, said_at: true })
        .parse(pick(whole, fields))
      publicFarm.omit({ changed_at: true, said_at: true }).parse(row)
    }
    assert.deepEqual(
      [...freeFields, ...paidFields, ...profileFields].toSorted(),
      Object.keys(farm.shape).toSorted(),
    )
  })

  it('keep awkward text as it is', () => {
    const names = new Set(cards.free.rows.map(({ name }) => name))
    for (const name of ['農場 Tanaka', '🍎 Orchard', 'O\'Brien "The" Farm, Inc.', 'Émile & Fils'])
      assert.ok(names.has(name), name)
    const row = cards.free.rows.findIndex(({ name }) => String(name).startsWith("O'Brien"))
    const { tagline, description } = cards.paid.rows[row]!
    assert.equal(tagline, "'single', ''double'', \\ and ; -- not SQL")
    assert.equal(description, '{"json": [1, 2]} line separator: end')
    assert.deepEqual(cards.profile.rows[row]!.hours, {
      stand: 'whenever the flag is up',
      'farm "store"': 'Sat: 9:00 AM-1:00 PM',
    })
  })
})

describe('the profile cards', () => {
  it('repeat what the other cards say', () => {
    for (const [index, { contact, quality_scores }] of cards.profile.rows.entries()) {
      const { phone, email, website, verification_status, updated_at, listing_completeness } =
        farms[index]!
      assert.deepEqual(contact, { phone, email, website })
      assert.deepEqual(quality_scores, {
        listing_completeness,
        verification_level: verification_status,
        last_updated: updated_at?.slice(0, 10) ?? null,
      })
    }
  })

  it('have the product listings of the table, in the order of the source', () => {
    const shown = cards.profile.rows.flatMap(({ product_listings }, index) =>
      (product_listings as Omit<ProductListing, 'farm_id'>[]).map((listing) => ({
        ...listing,
        farm_id: farms[index]!.id,
      })),
    )
    assert.equal(shown.length, 11)
    assert.deepEqual(shown.toSorted(byId), listings.toSorted(byId))
    const prices = farms.findIndex(({ name }) => name === 'Prices')
    const stated = awkwardRows.find(({ source_id }) => source_id === 'prices')!.product_listings!
    assert.deepEqual(
      (cards.profile.rows[prices]!.product_listings as ProductListing[]).map(
        ({ name, price, unit, in_stock }) => ({ name, price, unit, in_stock }),
      ),
      stated.map(({ name, price = null, unit = null, in_stock = null }) => ({
        name,
        price,
        unit,
        in_stock,
      })),
    )
  })

  it('name every listing that the farm was made from, with its licence and newest date', () => {
    const rows = Map.groupBy(awkwardRows, ({ source_id }) => source_id)
    for (const { provenance } of cards.profile.rows) {
      const traces = provenance as {
        source: string
        source_id: string
        licence: string
        updated_at: string | null
        edition: string
        fields: string[]
      }[]
      const [{ edition }] = traces as [(typeof traces)[0]]
      const ids = traces.map(({ source_id }) => source_id)
      assert.equal(new Set(ids).size, ids.length, 'each once')
      for (const { fields, ...trace } of traces) {
        const dates = rows.get(trace.source_id)!.flatMap(({ updated_at }) => updated_at ?? [])
        const [newest] = dates.map((date) => new Date(date)).toSorted((a, b) => +b - +a)
        assert.deepEqual(trace, {
          source: 'farm-feed',
          source_id: trace.source_id,
          licence: 'Not stated',
          updated_at: newest ? `${newest.toISOString().slice(0, 19)}Z` : null,
          edition,
          carried: false,
        })
        assert.ok(fields.length === 0 || fields.includes('name') || ids.length > 1)
      }
      assert.ok(traces.some(({ fields }) => fields.includes('name')))
    }
  })
})

describe('the table of product listings', () => {
  it('stands in the order of its farms, then of its ids, each once', () => {
    const rowOf = new Map(farms.map(({ id }, row) => [id, row]))
    const keys = listings.map(({ farm_id, id }) => ({ row: rowOf.get(farm_id)!, id }))
    assert.deepEqual(
      keys,
      keys.toSorted((a, b) => a.row - b.row || (a.id < b.id ? -1 : 1)),
    )
    assert.equal(new Set(keys.map(({ row, id }) => `${row} ${id}`)).size, listings.length)
  })

  it('compares prices by the measure of the product, where the vocabulary knows it', () => {
    const comparable = listings.map(
      ({ price, unit, comparable_price, comparable_unit }) =>
        `${price} a ${unit} = ${comparable_price} a ${comparable_unit}`,
    )
    for (const line of [
      '6.2839 a dozen = null a null', // of “Midnight eggs”, which are no product
      '0.1 a gallon = 0.025 a quart',
      '0.001 a kg = 0.000453592 a lb', // 1 lb = 0.45359237 kg
      '3.1416 a moonful = null a null',
      'null a bunch = null a null',
    ])
      assert.ok(comparable.includes(line), `${line} is not among\n${comparable.join('\n')}`)
  })
})

function rowsOf<Row>(path: string): Promise<Row[]> {
  return readParquet<Row>(join(folder, path)).then(({ rows }) => rows)
}

const pick = (row: object, fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, (row as Record<string, unknown>)[field]]))

const byId = (a: ProductListing, b: ProductListing) =>
  `${a.farm_id} ${a.id}` < `${b.farm_id} ${b.id}` ? -1 : 1

function readByDuckDb(path: string): Promise<Record<string, unknown>[]> {
  const columns = columnsOf(farm).map(({ name, type }) =>
    type === 'TIMESTAMPTZ' ? `strftime("${name}", '%Y-%m-%dT%H:%M:%SZ') as "${name}"` : `"${name}"`,
  )
  const sql = `select to_json(row) from (select ${columns.join(', ')} from read_parquet($path)) as row`
  return withDuckDb(async (connection) => {
    const rows = (await connection.runAndReadAll(sql, { path })).getRowsJson() as [string][]
    return rows.map(([json]) => JSON.parse(json))
  })
}
