import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { editionOf } from '../../../pipeline/intake/edition.ts'
import { build } from '../../../pipeline/build.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { SourceError } from '../../../pipeline/read/source_error.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const dateOf = (file: string, retrieved_at: string | null = null, newest: string | null = null) =>
  editionOf({ file, retrieved_at, newest })

describe('editionOf(file)', () => {
  it('is when it was retrieved, else the date in the name, else the newest in it', () => {
    const [retrieved, newest] = ['2024-04-18T10:00:00Z', '2019-02-03T04:05:06Z']
    assert.equal(dateOf('2017-06-14.csv', retrieved, newest), '2024-04-18')
    assert.equal(dateOf('2017-06-14.csv', null, newest), '2017-06-14')
    assert.equal(dateOf('markets.csv', null, newest), '2019-02-03')
    assert.equal(dateOf('markets.csv'), null)
  })

  const names: [file: string, date: string | null][] = [
    ['farmers_markets_20170614.csv', '2017-06-14'],
    ['2017_06_14-farmers.csv', '2017-06-14'],
    ['ny_farmers_markets_2017-06.csv.gz', '2017-06-01'],
    ['2017_06.csv', '2017-06-01'],
    ['markets_2017-06_2.csv', '2017-06-01'],
    ['2016-12_checked_2017-06-14.csv', '2017-06-14'],
    ['2017-06-31.csv', null],
    ['2017-13.csv', null],
    ['season_2016-17.csv', null],
    ['201706.csv', null],
    ['12017-06.csv', null],
    ['2017.csv', null],
  ]
  for (const [file, date] of names)
    it(`reads ${date ?? 'no date'} in ${file}`, () => assert.equal(dateOf(file), date))
})

/** A feed in a file of this name; `updated` dates its rows. */
async function feed(t: TestContext, file: string, updated: (string | null)[] = [null]) {
  const path = join(await temporaryFolder(t), file)
  const rows = updated.map((updated_at, n) => told(n, `${file}-${n}`, { updated_at }))
  await writeFile(path, rows.map((row) => JSON.stringify(row) + '\n').join(''))
  return { path, adapter: adapterFor('farm-feed') }
}

const buildOf = async (t: TestContext, ...sources: Parameters<typeof build>[0]['sources']) =>
  build({ sources, out: join(await temporaryFolder(t), 'build') })

describe('a build', () => {
  it('refuses a file that nothing dates, and names it with the remedy', async (t) => {
    const dated = await feed(t, 'dated-2024-04-18.jsonl')
    await assert.rejects(buildOf(t, dated, await feed(t, 'farms.jsonl')), (error) => {
      assert.ok(error instanceof SourceError)
      assert.match(
        error.message,
        /farms\.jsonl: retrieved_at is missing, and neither its name nor its rows have a date/,
      )
      assert.match(error.message, /add "retrieved_at": "YYYY-MM-DD" to its entry/)
      return true
    })
  })

  it('takes what its name, its rows or the sources file date', async (t) => {
    const given = { ...(await feed(t, 'given.jsonl')), retrieved_at: '2024-04-18T00:00:00Z' }
    const report = await buildOf(
      t,
      { ...given, name: 'given' },
      { ...(await feed(t, 'named-2017-06.jsonl')), name: 'named' },
      { ...(await feed(t, 'rows.jsonl', [null, '2019-02-03T04:05:06Z'])), name: 'rows' },
    )
    assert.deepEqual(
      report.sources.map(({ edition }) => edition),
      ['2024-04-18', '2017-06-01', '2019-02-03'],
    )
  })

  it('refuses two files of a series that only their rows date, and alike', async (t) => {
    const at = '2024-04-10T00:00:00Z'
    const [one, other] = [await feed(t, 'one.jsonl', [at]), await feed(t, 'other.jsonl', [at])]
    await assert.rejects(
      buildOf(t, one, other),
      /one\.jsonl and .*other\.jsonl are of one series \(farm-feed\) and of one date \(2024-04-10\), .*retrieved_at/,
    )
    const retrieved_at = at
    const parts = await buildOf(t, { ...one, retrieved_at }, { ...other, retrieved_at })
    assert.equal(parts.farms, 1)
  })
})
