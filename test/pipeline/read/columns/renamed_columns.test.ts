import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import type { Adapter } from '../../../../pipeline/read/adapter.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'
import { SeenColumns } from '../../../../pipeline/read/seen_columns.ts'
import { sourceRows } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const fixture = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../fixtures/${path}`, import.meta.url)), 'utf8')
const markets = adapterFor('usda-farmers-market-directory')
const table = (await fixture('usda/awkward.csv')).trimEnd().split('\n').slice(0, 2)
/** The columns of two lines: no cell of them is quoted. */
const columns = Object.fromEntries(
  table[0]!.split(',').map((name, at) => [name, table[1]!.split(',')[at]!]),
)

/** A table with some of these columns, in an order, by other names. */
function tableOf(names: string[], renamed: Record<string, string> = {}): string {
  const header = names.map((name) => renamed[name] ?? name)
  return (
    [header, names.map((name) => columns[name])].map((cells) => cells.join(',')).join('\n') + '\n'
  )
}

async function read(t: TestContext, text: string, given = {}, adapter: Adapter = markets) {
  const path = join(await temporaryFolder(t), 'markets.csv')
  await writeFile(path, text)
  const rows = await sourceRows(adapter, path, undefined, new SeenColumns(given))
  return rows.map((row) => ('farm' in row ? row.farm : assert.fail(row.rejected)))
}

/** The same with two columns in each other's place, as they are read by position to a wrong end. */
function swapped(names: string[], one: string, other: string): string[] {
  return names.map((name) => (name === one ? other : name === other ? one : name))
}

const all = Object.keys(columns)

describe('a table whose header is not as it was', () => {
  it('is refused where a needed column is renamed, and never read by position', async (t) => {
    const text = tableOf(swapped(all, 'WIC', 'SNAP'), { zip: 'postal_code' })
    await assert.rejects(read(t, text), {
      name: 'SourceError',
      message:
        /markets\.csv: .*`zip` is gone.*`postal_code` is probably `zip` renamed[^]*"columns": \{"postal_code":"zip"\}/,
    })
  })

  it('is never read by position, whatever is renamed and moved', async (t) => {
    const flags = fc.shuffledSubarray(['Credit', 'WIC', 'WICcash', 'SFMNP', 'SNAP', 'Organic'], {
      minLength: 2,
    })
    const some = fc.subarray(all, { maxLength: all.length - 2 })
    const [expected] = await read(t, tableOf(all))
    await fc.assert(
      fc.asyncProperty(flags, some, async ([one, other], renamed) => {
        const names = Object.fromEntries(renamed.map((name, at) => [name, `Column ${at}`]))
        const text = tableOf(swapped(all, one!, other!), names)
        const found = await read(t, text).catch((error: Error) => error)
        if (found instanceof Error) return assert.equal(found.name, 'SourceError', found.message)
        for (const field of ['zip', 'lat', 'city', 'name'] as const)
          assert.equal(found[0]![field], expected![field], field)
        for (const term of found[0]!.payment_methods ?? []) assert.match(term, /^(Credit|SNAP)$/)
      }),
      { numRuns: 60 },
    )
  })

  it('is refused where one that is not needed is renamed: by spelling, meaning, or as the only one', async (t) => {
    for (const [from, to] of [
      ['Website', 'WebSites'],
      ['updateTime', 'Last Updated'],
      ['SNAP', 'EBT'],
    ] as const)
      await assert.rejects(
        read(t, tableOf(all, { [from]: to })),
        new RegExp(`\`${to}\` is probably \`${from}\` renamed`),
      )
  })

  it('is read where columns are gone, or new, but none in place of another', async (t) => {
    const without = all.filter((name) => !['Youtube', 'Tofu'].includes(name))
    const [farm] = await read(t, tableOf(without))
    assert.equal(farm!.zip, '05828')
    const names = [...without, 'Moonphase', 'Parking']
    const rows = [names, names.map((name) => columns[name] ?? 'x')]
    const [beside] = await read(t, rows.map((cells) => cells.join(',')).join('\n') + '\n')
    assert.deepEqual(beside, farm)
  })

  it('is read as the sources file says: what a column is called now, or that it is a new one', async (t) => {
    const expected = await read(t, tableOf(all))
    const renamed = { zip: 'postal_code', SNAP: 'EBT' }
    const given = { 'Postal Code': 'zip', EBT: 'SNAP' }
    assert.deepEqual(await read(t, tableOf(swapped(all, 'WIC', 'SNAP'), renamed), given), expected)
    const [farm] = await read(t, tableOf(all, { SNAP: 'Parking' }), { Parking: null })
    assert.deepEqual(farm!.payment_methods, [])
  })

  it('may have a title above its header, and rows without a header their own layout', async (t) => {
    const expected = await read(t, tableOf(all))
    assert.deepEqual(await read(t, `Markets of the zip codes\n${tableOf(all)}`), expected)
    const names = tableOf(all, { zip: 'postal_code' })
    await assert.rejects(read(t, `Markets of the state\n${names}`), /`postal_code` is probably/)
    const [first] = await read(
      t,
      table[1]!.replace('@stonecreek', 'Twitter').replace('n/a', 'Youtube'),
    )
    assert.equal(first!.zip, '05828', 'two cells like names make no header of a row that fits')
  })
})
