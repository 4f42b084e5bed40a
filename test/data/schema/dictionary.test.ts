import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { schemaVersion } from '../../../data/schema/versions.ts'
import { dictionary } from '../../../data/schema/tables/tables.ts'

const { tables } = dictionary()
const all = tables.flatMap(({ path, columns }) =>
  columns.map((column) => ({ ...column, where: `${path} ${column.name}` })),
)
const where = (columns: typeof all) => columns.map((column) => column.where)
const isText = (value: unknown) => typeof value === 'string' && value.trim().length > 1

/** What members' files share with public ones is one column. */
const since = (version: number) =>
  new Set(
    all
      .filter((column) => column.since === version)
      .map(({ where }) => where.replace(/^\w+\//, '')),
  )

describe('the dictionary', () => {
  it('says of every column what it means, and where it comes from', () => {
    assert.ok(all.length > 200)
    assert.deepEqual(where(all.filter(({ description }) => !isText(description))), [])
    assert.deepEqual(where(all.filter(({ source }) => !isText(source))), [])
  })

  it('says of every column that may be null what null means, and of no other', () => {
    const wrong = all.filter(({ nullable, nulls }) => (nullable ? !isText(nulls) : nulls !== null))
    assert.deepEqual(where(wrong), [])
  })

  it('says of terms that null may also be terms outside the vocabulary', () => {
    const names = new Set(all.map(({ name }) => name))
    const terms = all.filter(({ name }) => names.has(`${name}_other`))
    assert.equal(new Set(terms.map(({ name }) => name)).size, 6)
    assert.deepEqual(where(terms.filter(({ nulls }) => !nulls!.includes('no known term'))), [])
  })

  it('says the unit of a number, or nothing', () => {
    const wrong = all.filter(({ unit, type }) =>
      unit === null ? false : !isText(unit) || !/INTEGER|DOUBLE/.test(type),
    )
    assert.deepEqual(where(wrong), [])
  })

  it('says of every column since which schema version it is there', () => {
    const versions = Array.from({ length: schemaVersion }, (_, index) => index + 1)
    assert.deepEqual(where(all.filter((each) => !versions.includes(each.since!))), [])
    assert.deepEqual([...since(2)], ['provenance.parquet kept_texts'])
    for (const column of [
      'farms.parquet county_fips',
      'editions.parquet rows',
      'sources.parquet history',
    ])
      assert.ok(since(3).has(column), column)
    assert.ok(since(4).has('farms.parquet hours_confirmed_at'))
  })
})
