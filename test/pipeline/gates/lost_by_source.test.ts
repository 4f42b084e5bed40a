import assert from 'node:assert/strict'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { runGates } from '../../../pipeline/gates/gates.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { nights } from '../../support/nights.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const words = 'amber birch cedar delta ember fjord grove heath inlet jetty'.split(' ')
const states = 'VT NH ME NY MA CT RI PA NJ OH'.split(' ')

/** A listing with what a source says of it; `number` to 99. */
const listing = (number: number, said: object) => ({
  source_id: String(number),
  name: `${words[number % 10]} ${words[Math.floor(number / 10)]} farm`,
  state: states[number % 10],
  ...said,
})
const known = (number: number) => ({
  phone: `(802) 555-01${number}`,
  hours: { stand: 'Sat 9am-1pm' },
  products: ['eggs'],
})

/** Eighty farms of one source, and six of another, each with all that is known of it. */
const farms = (count: number, first: number) =>
  Array.from({ length: count }, (_, n) => listing(first + n, known(first + n)))
const { next } = await nights({ after })
const { folder } = await next([
  { name: 'large', lines: farms(80, 10) },
  { name: 'small', lines: farms(6, 90) },
])

/** What the gate says of the next night, in which the farms are these columns. */
async function verdictOn(t: TestContext, columns: string) {
  const root = await temporaryFolder(t)
  const later = join(root, 'snapshot')
  await cp(folder, later, { recursive: true })
  await rewriteParquet(
    join(later, 'members/farms.parquet'),
    `select ${columns} from (
      select *, row_number() over (partition by sources order by id) as number
      from read_parquet($source)
    )`,
  )
  const database = await openDatabase(join(root, 'gates.duckdb'))
  t.after(() => database.close())
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const { sources } = manifest
  const previous = { folder, manifest }
  const verdicts = await runGates({
    database,
    folder: later,
    sources,
    unknown_terms: {},
    decided: [],
    decisions: 0,
    previous,
  })
  return verdicts.find(({ name }) => name === 'nulls-jumped')!
}

const ofSmall = (most: number) => `sources = ['small'] and number <= ${most}`
const without = (condition: string) =>
  `* exclude (number) replace (if(${condition}, null, phone) as phone, if(${condition}, null, hours) as hours)`

describe('the gate nulls-jumped, source by source', () => {
  it('refuses a small source that lost all its telephone numbers and hours, and names it', async (t) => {
    const { passed, detail } = await verdictOn(t, without(ofSmall(6)))
    assert.equal(passed, false)
    assert.equal(detail, 'small has lost hours of 6 of 6 (100.0 %), phone of 6 of 6 (100.0 %)')
  })

  it('lets two farms go whatever their share, and a tenth of many', async (t) => {
    assert.equal((await verdictOn(t, without(ofSmall(2)))).passed, true)
    assert.equal((await verdictOn(t, without(ofSmall(3)))).passed, false)
    const tenth = await verdictOn(t, without("sources = ['large'] and number <= 8"))
    assert.equal(tenth.passed, true, tenth.detail)
  })

  it('does not ask for farms that the source lists no more', async (t) => {
    const moved = without(ofSmall(6)).replace(
      'replace (',
      "replace (if(sources = ['small'], ['large'], sources) as sources, ",
    )
    assert.equal((await verdictOn(t, moved)).passed, true)
  })
})
