import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { expectedColumns, sourceColumns, useOfColumn } from '../../../data/source_columns.ts'
import type { Adapter } from '../../../pipeline/read/adapter.ts'
import { adapterFor, adapters } from '../../../pipeline/read/adapters.ts'
import { readRecords } from '../../../pipeline/read/formats/records.ts'
import { SourceBytes } from '../../../pipeline/read/formats/source_bytes.ts'
import { columnKey } from '../../../pipeline/read/columns/column_key.ts'
import { Row } from '../../../pipeline/read/row.ts'
import type { FileKind } from '../../../pipeline/read/rows.ts'
import { SeenColumns } from '../../../pipeline/read/seen_columns.ts'

const root = fileURLToPath(new URL('../../../../shared/data/', import.meta.url))
const directories = {
  'usda-farmers-market-directory': [
    'usda_farmers_market_directory/2017-01-10.csv.gz',
    'usda_farmers_market_directory/2021-08-08.csv.gz',
  ],
  'usda-local-food-portal': ['csa_2024-04-18', 'farmersmarket_2022-09-18', 'foodhub_2024-04']
    .concat('onfarmmarket_2024-04')
    .map((name) => `usda_local_food_portal/${name}.csv.gz`),
  'usda-csa-directory': ['usda_legacy_directories/csa_2017-05-15.csv.gz'],
  'usda-on-farm-directory': ['usda_legacy_directories/onfarm_2017-05-15.csv.gz'],
  'new-york-farmers-markets': ['state_and_city/ny_farmers_markets_2017-06.csv.gz'],
}

/** The keys of all columns that an adapter looks into while it reads a file. */
async function columnsAsked(kind: string, file: string): Promise<Set<string>> {
  const asked = new Set<string>()
  const columns = new SeenColumns()
  columns.take = () => {} // it samples every column
  const get = Reflect.get(Row.prototype, 'get')
  Reflect.set(Row.prototype, 'get', function (this: Row, ...names: string[]) {
    for (const name of names) asked.add(columnKey(name))
    return get.apply(this, names)
  })
  try {
    await using source = await SourceBytes.open(root + file)
    await Array.fromAsync(adapterFor(kind).read(source, undefined, columns))
  } finally {
    Reflect.set(Row.prototype, 'get', get)
  }
  return asked
}

async function headerOf(file: string): Promise<string[]> {
  await using source = await SourceBytes.open(root + file)
  for await (const record of readRecords(source))
    if ('fields' in record) return record.fields.map((name) => name.trim()).filter(Boolean)
  return assert.fail(`${file} has no header`)
}

describe('data/source_columns.tsv', () => {
  it('names kinds of source, and those that have columns of their own', () => {
    const kinds = new Set(adapters.map(({ kind }) => kind))
    for (const kind of Object.keys(sourceColumns)) assert.ok(kinds.has(kind), kind)
    assert.deepEqual(
      [...kinds].filter((kind) => !(kind in sourceColumns)),
      ['csv', 'xlsx', 'geojson', 'farm-feed'],
      'name the columns of each other kind in data/source_columns.tsv',
    )
  })

  it('has the columns by which files are recognized, with underscores for blanks', () => {
    for (const { kind, needed = [] } of adapters as (Adapter & Partial<FileKind>)[])
      for (const name of kind in sourceColumns ? needed.flat() : [])
        assert.ok(useOfColumn(kind, name), `${kind}: ${name}`)
  })

  it('says nothing of a column that no one has judged', () => {
    assert.equal(useOfColumn('usda-farmers-market-directory', 'Parking'), undefined)
    assert.equal(useOfColumn('usda-csa-directory', 'Moonkale'), undefined)
  })
})

describe(
  'the columns of the published files',
  {
    skip: !existsSync(root) && `${root} is absent`,
  },
  () => {
    for (const [kind, files] of Object.entries(directories))
      it(`are all there that a ${kind} is expected to have`, async () => {
        for (const file of files) {
          const keys = new Set((await headerOf(file)).map(columnKey))
          const missing = expectedColumns(kind).filter(
            (names) => !names.some((name) => keys.has(columnKey(name))),
          )
          assert.deepEqual(missing, [], file)
        }
      })

    for (const [kind, files] of Object.entries(directories))
      for (const file of files)
        it(`are read, or ignored for a reason, in ${file}`, async () => {
          const asked = await columnsAsked(kind, file)
          for (const column of await headerOf(file)) {
            const use = useOfColumn(kind, column)
            assert.ok(use, `${column} is neither read nor ignored`)
            const isSpare = 'becomes' in use && use.becomes.includes('(if')
            if (!isSpare) assert.equal(asked.has(columnKey(column)), 'becomes' in use, column)
          }
        })
  },
)
