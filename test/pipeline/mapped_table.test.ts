import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Provenance } from '../../data/schema/tables/provenance.ts'
import { build } from '../../pipeline/build.ts'
import { sourcesOf } from '../../pipeline/cli/sources.ts'
import { reportPage } from '../../pipeline/report/page.ts'
import { reportText } from '../../pipeline/report/text.ts'
import { runCommand } from '../support/command.ts'
import { runHere } from '../support/command_here.ts'
import { readParquet } from '../support/parquet_file.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })
const fixtures = join(import.meta.dirname, '../fixtures/sources/csv')
const out = join(folder, 'build')

const table = await readFile(join(fixtures, 'city.csv'), 'utf8')
const mapping = JSON.parse(await readFile(join(fixtures, 'city.csv.mapping.json'), 'utf8'))

/** Builds a night from a table, by a sources file beside it. */
async function night(day: string, content: string) {
  await writeFile(join(folder, `city_${day}.csv`), content)
  const source = {
    kind: 'csv',
    name: 'city',
    path: `city_${day}.csv`,
    authority: 'agency',
    mapping,
  }
  const file = join(folder, 'sources.json')
  await writeFile(file, JSON.stringify({ sources: [source] }))
  return build({ sources: sourcesOf(file), out })
}

const first = await night('2024-05-01', table)
const rows = async <Row>(path: string) =>
  (await readParquet<Row>(join(out, 'snapshots', first.snapshot!, path))).rows

describe('a build of a city’s list that nobody has seen before', () => {
  it('publishes hours, terms and places, without code', async () => {
    const farms = await rows<Farm>('members/farms.parquet')
    const named = (name: string) => farms.find((farm) => farm.name === name)!
    const harbor = named('Harbor Greenmarket')
    assert.deepEqual(harbor.hours_json?.seasons, [
      { from: '2024-05-04', to: '2024-11-23', weekly: { sat: [['08:00', '13:00']] } },
    ])
    assert.deepEqual(harbor.payment_methods, ['SNAP', 'WIC', 'cash', 'credit card'])
    assert.deepEqual([harbor.county, harbor.state, harbor.phone], ['Kings', 'NY', '+17185550101'])
    assert.equal(harbor.verification_status, 'verified')
    assert.deepEqual(named('Two Line Market').hours_json?.seasons, [
      { from: '05-05', to: '10-27', weekly: { sun: [['09:00', '15:00']] } },
    ])
    assert.equal(named('Quiet Stand').hours_json, null, 'times without days are no hours')
    assert.equal(first.sources[0]!.read, first.sources[0]!.used + first.sources[0]!.rejected)
  })

  it('counts what it could not read, and keeps it', async () => {
    assert.equal(first.unreadable['payment_methods: Accepts EBT is neither yes nor no'], 1)
    assert.equal(first.unreadable['updated_at: not written as D/M/YYYY'], 1)
    const provenance = await rows<Provenance>('members/provenance.parquet')
    const kept = provenance.flatMap(({ kept_texts }) => kept_texts?.['payment_methods'] ?? [])
    assert.deepEqual(kept, ['Accepts EBT: ask at the stall'])
  })

  it('names the columns that it leaves, and those that change', async () => {
    assert.deepEqual(first.sources[0]!.columns!.unmapped, ['Health bucks'])
    const other = table
      .replace('Health bucks', 'Health Buck')
      .replace(/^(Market Name.*)$/m, '$1,Moon')
    const second = await night('2024-06-01', other.replaceAll(/^((?!Market Name).*,.*)$/gm, '$1,'))
    const line = 'Health bucks is missing, Health Buck is new: renamed?'
    assert.ok(reportText(second).includes(`  ${line}\n  Moon is new\n`), reportText(second))
    assert.ok(reportPage('x', second).includes(line))
  })
})

describe('npm run build -- --suggest FILE', () => {
  it('prints a sources file that a build takes as it is', async () => {
    const run = (...args: string[]) =>
      runCommand('pipeline/main.ts', ['build', ...args], { cwd: folder })
    const { status, out: text, err } = await run('--suggest', 'city_2024-05-01.csv')
    assert.equal(status, 0)
    assert.match(err, /^suggest: retrieved_at: 2024-05-01 is the date in its name; check it/)
    assert.match(err, /^suggest: `publisher`, `licence`, `attribution`: /m)
    await writeFile(join(folder, 'suggested.json'), text)
    const [source] = sourcesOf(join(folder, 'suggested.json'))
    assert.equal(source!.path, join(folder, 'city_2024-05-01.csv'))
    const built = await run('--config', 'suggested.json', '--out', 'suggested', '--json')
    assert.equal(built.status, 0, built.err)
    assert.equal(JSON.parse(built.out).farms, 5)
  })

  it('says so where there is no such file', async () => {
    const { status, err } = await runHere('pipeline/main.ts', ['build', '--suggest', 'nowhere.csv'])
    assert.equal(status, 2)
    assert.match(err, /--suggest: there is no file nowhere\.csv/)
  })
})
