import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openDatabase } from '../../../../pipeline/database/database.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { told } from '../../../support/told_farms.ts'

const market = (number: number, id: string, payment_methods: string[] | null) =>
  told(number, id, { place_type: 'farmers_market', payment_methods })

/** Farms 0 and 4 are in Vermont, 1 and 5 in California. */
const editions = {
  '2020-01-01': [market(0, 'a', ['SNAP']), market(1, 'b', null), market(4, 'c', ['cash'])],
  '2021-06-01': [market(0, 'a', ['SNAP']), market(1, 'b2', ['cash'])],
  '2021-07-01': [market(0, 'a', ['cash']), market(1, 'b2', ['SNAP', 'WIC'])],
  '2023-01-01': [market(1, 'b2', ['SNAP', 'WIC']), market(5, 'd', ['SNAP'])],
}
const sources = await Promise.all(
  Object.entries(editions).map(async ([date, lines]) => ({
    kind: 'farm-feed',
    path: await writeFeed({ after }, lines),
    retrieved_at: `${date}T00:00:00Z`,
  })),
)
const { folder } = await buildSnapshot({ after }, { sources })
const project = join(import.meta.dirname, '../../../..')
const readme = await readFile(join(project, 'README.md'), 'utf8')
const recipes = await readFile(join(project, 'data/recipes/README.md'), 'utf8')
const queries = Array.from((readme + recipes).matchAll(/```sql\n([^]*?)```/g), ([, sql]) => sql!)

async function answerTo(about: string) {
  using database = await openDatabase(':memory:')
  const sql = queries.find((each) => each.includes(about))!
  const files = sql.replaceAll(/'(public|members)\//g, `'${folder}/$1/`)
  const rows = await database.rows<Record<string, string | number>>(files)
  return rows.map((row) => Object.values(row).map(String))
}

describe('the SQL that README.md and the recipes show', () => {
  it('counts markets that take SNAP by state and year', async () =>
    assert.deepEqual(await answerTo("'SNAP'"), [
      ['2020', 'CA', '1', '0', '0'],
      ['2020', 'VT', '2', '2', '1'],
      ['2021', 'CA', '1', '1', '1'],
      ['2021', 'VT', '1', '1', '1'],
      ['2023', 'CA', '2', '2', '2'],
    ]))

  it('counts the farms still listed by age', async () =>
    // a: one and a half years, b: three, reissued, c: one edition; d is new.
    assert.deepEqual(await answerTo('still_listed'), [
      ['1', '3', '2', '66.7'],
      ['2', '3', '1', '33.3'],
      ['3', '3', '1', '33.3'],
    ]))
})
