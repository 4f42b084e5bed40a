import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { feedFarm } from '../../../../data/schema/input/farm_feed.ts'
import type { SourceRow } from '../../../../pipeline/read/adapter.ts'
import { farmFeed } from '../../../../pipeline/read/sources/farm_feed.ts'
import { sourceRows } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const path = join(await temporaryFolder({ after }), 'feed.jsonl')

async function rowsOf(...lines: unknown[]): Promise<SourceRow[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, text.map((line) => `${line}\n`).join(''))
  return sourceRows(farmFeed, path)
}

async function farmOf(line: object) {
  const [row] = await rowsOf({ source_id: 'a1', name: 'Stone Creek Farm', ...line })
  assert.ok(row)
  return 'farm' in row ? row.farm : assert.fail(row.rejected)
}

async function rejectionOf(line: unknown): Promise<string> {
  const [, row] = await rowsOf({ source_id: 'a1', name: 'Stone Creek Farm' }, line)
  assert.ok(row && 'rejected' in row)
  assert.equal(row.raw, typeof line === 'string' ? line : JSON.stringify(line))
  return row.rejected
}

describe('farmFeed.read(file)', () => {
  it('reads what is missing as unknown, a farm, self-reported, not synthetic', async () => {
    const farm = await farmOf({})
    assert.deepEqual(
      Object.fromEntries(Object.entries(farm).filter(([, value]) => value !== null)),
      {
        source_id: 'a1',
        name: 'Stone Creek Farm',
        place_type: 'farm',
        verification_status: 'self_reported',
        schedules: [],
        product_listings: [],
        synthetic: false,
      },
    )
  })

  it('takes the lines that the schema takes, whatever is in whichever field', async () => {
    const odd = [null, '', ' x ', 'verified', 7, -1, true, [], ['a'], [7], {}, { a: 'b' }]
    const lines = [...Object.keys(feedFarm.shape), '__proto__', 'crops'].flatMap((field) =>
      odd.map(
        (value) => `{"source_id":"a","name":"Stone Creek","${field}":${JSON.stringify(value)}}`,
      ),
    )
    const rows = await rowsOf('{"source_id":"a","name":"The first"}', ...lines, '{"name":"b"}', '7')
    for (const [index, line] of [...lines, '{"name":"b"}', '7'].entries()) {
      const row = rows[index + 1]!
      const refused = 'rejected' in row && !row.rejected.startsWith('place_type: unknown')
      assert.equal(!refused, feedFarm.safeParse(JSON.parse(line)).success, line)
    }
  })

  it('refuses a line that is nested too deep', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const line = `{"source_id":"a2","name":"Deep","hours_json":${deep}}`
    assert.match(await rejectionOf(line), /^hours_json\.timezone: /)
  })

  it('keeps apart what is unknown and what is none', async () => {
    assert.deepEqual((await farmOf({ products: [] })).products, [])
    assert.equal((await farmOf({ products: null })).products, null)
  })

  it('carries schedules, listings and the mark of generated data', async () => {
    const farm = await farmOf({
      hours: { farm_store: 'Sat: 9:00 AM-1:00 PM' },
      product_listings: [{ name: 'Eggs', price: 6.5, unit: 'dozen' }],
      synthetic: true,
    })
    assert.deepEqual(farm.schedules, [
      { name: 'farm_store', season: null, times: 'Sat: 9:00 AM-1:00 PM' },
    ])
    assert.deepEqual(farm.product_listings, [
      { id: null, name: 'Eggs', price: 6.5, unit: 'dozen', category: null, in_stock: null },
    ])
    assert.equal(farm.synthetic, true)
  })

  for (const [text, type] of [
    ['CSA', 'csa'],
    ['Farmers Market', 'farmers_market'],
    ['on-farm market', 'on_farm_market'],
  ] as const)
    it(`reads the place type ${text} as ${type}`, async () => {
      assert.equal((await farmOf({ place_type: text })).place_type, type)
    })

  it('counts lines, blank ones too', async () => {
    const rows = await rowsOf(
      { source_id: '1', name: 'One' },
      '',
      ' \r',
      { source_id: '2', name: 'Two' },
      '',
    )
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 4],
    )
  })

  it('rejects with the reason and the line as it stands', async () => {
    const farm = { source_id: '2', name: 'Two' }
    assert.equal(await rejectionOf('{"source_id": "2", "name"'), 'not JSON')
    assert.match(await rejectionOf([1]), /expected object/)
    assert.match(await rejectionOf({ source_id: '2' }), /^name: /)
    assert.match(await rejectionOf({ ...farm, lat: 'north' }), /^lat: .*number/)
    assert.match(
      await rejectionOf({ ...farm, product_listings: [{ name: 'Eggs', price: 0 }] }),
      /^product_listings\.0\.price: /,
    )
    assert.equal(
      await rejectionOf({ ...farm, webiste: 'x' }),
      'unknown field `webiste` (did you mean website?)',
    )
    assert.match(await rejectionOf({ ...farm, lat: 'x', lng: 'y' }), /\(and 1 more\)$/)
    assert.match(
      await rejectionOf({ ...farm, place_type: 'orchard' }),
      /^place_type: unknown `orchard`, expected one of farm, farmers_market, /,
    )
  })

  it('reads rejected rows before the first that is right', async () => {
    const rows = await rowsOf('oops', { source_id: '2', name: 'Two' })
    assert.deepEqual(
      rows.map((row) => 'farm' in row),
      [false, true],
    )
  })

  it('takes a file whose farms are all at fault for a feed', async () => {
    const rows = await rowsOf({ source_id: '1' }, { source_id: '2' })
    assert.deepEqual(
      rows.map((row) => 'rejected' in row),
      [true, true],
    )
  })

  it('refuses a file without one line that looks like a feed', async () => {
    const refusal = (pattern: RegExp) => ({ name: 'SourceError', message: pattern })
    await assert.rejects(
      rowsOf('FMID,MarketName', '1,x'),
      refusal(/not a farm-feed: .* line 1: not JSON/),
    )
    await assert.rejects(rowsOf('[', '{"a": 1}', ']'), refusal(/not a farm-feed/))
    await assert.rejects(rowsOf(...Array(5000).fill('x')), refusal(/not a farm-feed/))
    await assert.rejects(rowsOf('', ' '), refusal(/only blank lines/))
  })
})
