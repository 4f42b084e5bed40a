import assert from 'node:assert/strict'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { openDatabase } from '../../../pipeline/database/database.ts'
import type { Finished } from '../../../pipeline/gates/gate.ts'
import { refuses, runGates } from '../../../pipeline/gates/gates.ts'
import { entryOf } from '../../../pipeline/runs/ledger.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** A hundred farms, 80 of them in Vermont. */
const farms = 100
const feed = Array.from({ length: farms }, (_, number) => ({
  source_id: String(number),
  name: `Farm ${'abcdefghij'[number % 10]}${'abcdefghij'[Math.floor(number / 10)]}`,
  state: number < 80 ? 'VT' : 'NH',
  phone: `(802) 555-01${String(number).padStart(2, '0')}`,
  products: ['eggs'],
  updated_at: '2025-06-01T00:00:00Z',
}))
const whole = await buildSnapshot({ after }, { feed })
const manifest: Manifest = JSON.parse(await readFile(join(whole.folder, 'manifest.json'), 'utf8'))

describe('the gates against the last snapshot', () => {
  it('have nothing to say of a first snapshot', async (t) => {
    const finished = await nextNight(t)
    await keepFarms(finished, 'false')
    assert.deepEqual(await failed({ ...finished, previous: null }), ['not-empty'])
  })

  it('have nothing to say where nothing changed but the source’s date', async (t) => {
    const finished = await nextNight(t)
    finished.sources = manifest.sources.map((source) => ({ ...source, sha256: '0'.repeat(64) }))
    assert.deepEqual(await failed(finished), [])
  })

  it('allow a tenth of the farms to go, not more', async (t) => {
    const finished = await nextNight(t)
    await keepFarms(finished, 'row >= 10')
    assert.deepEqual(await failed(finished), [])
    const more = await nextNight(t)
    await keepFarms(more, 'row >= 11')
    assert.deepEqual(await failed(more), ['farms-lost', 'farms-lost-by-source'])
    assert.match(
      await detail(more, 'farms-lost'),
      /^11 of 100 \(11\.0 %\) are gone; allowed 10\.0 %$/,
    )
    assert.match(await detail(more, 'farms-lost-by-source'), /^farm-feed: 11 of 100 /)
  })

  it('count no farm as lost that was merged into another', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'public/lineage.parquet'),
      `select id as farm_id, 'merged' as event, (select max(id) from ${previousFarms}) as successor_id,
         null::varchar as name, null::date as last_listed, null::varchar as snapshot, null::varchar as last_snapshot, null::timestamptz as at
       from ${previousFarms} where row < 50 and id <> (select max(id) from ${previousFarms})
         and $source is not null`,
    )
    await keepFarms(finished, 'row >= 50 or id = (select max(id) from read_parquet($source))')
    assert.deepEqual(await failed(finished), [])
  })

  it('count no farm as lost that a decision removed', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'public/lineage.parquet'),
      `select id as farm_id, 'removed' as event, null::varchar as successor_id,
         null::varchar as name, null::date as last_listed, null::varchar as snapshot, null::varchar as last_snapshot, null::timestamptz as at
       from ${previousFarms} where state = 'NH' and $source is not null`,
    )
    await keepFarms(finished, "state <> 'NH'")
    assert.deepEqual(await failed(finished), [])
  })

  it('find a state that lost a quarter, of more than 20', async (t) => {
    const fewer = await nextNight(t)
    await keepFarms(fewer, "state <> 'NH'")
    assert.equal(
      await detail(fewer, 'farms-lost-by-region'),
      'farm-feed: all 20 farms in NH are gone',
      '20 are not more than 20, but all',
    )
    const more = await nextNight(t)
    await keepFarms(more, "state <> 'VT' or state_row > 21")
    assert.equal(
      await detail(more, 'farms-lost-by-region'),
      'VT: 21 of 80 (26.3 %) are gone, most listed by farm-feed',
    )
    const share = await nextNight(t)
    await keepFarms(share, "state <> 'VT' or state_row > 20")
    assert.ok(!(await failed(share)).includes('farms-lost-by-region'))
  })

  it('find a county that lost a quarter, of more than 20', async (t) => {
    const lossOf = async (farms: number) => {
      const [before, finished] = [await nextNight(t), await nextNight(t)]
      const counties = `'VT' as state, if(row < ${farms}, 'Upper', 'Lower') as county`
      await rewriteParquet(
        farmsIn(before),
        numbered(`* exclude (row, state_row) replace (${counties})`),
      )
      await keepFarms(finished, `row >= ${farms}`)
      return { ...finished, previous: { folder: before.folder, manifest } }
    }
    assert.equal(
      await detail(await lossOf(21), 'farms-lost-by-region'),
      'the county of Upper, VT: 21 of 21 (100.0 %) are gone, most listed by farm-feed',
    )
    assert.ok(!(await failed(await lossOf(20))).includes('farms-lost-by-region'))
  })

  it('find every state that lost a quarter, the largest loss first, with the source of the lost farms', async (t) => {
    const [before, finished] = [await nextNight(t), await nextNight(t)]
    const states = `if(row < 60, 'ME', 'VT') as state, if(row < 22, ['other'], sources) as sources`
    await rewriteParquet(farmsIn(before), numbered(`* replace (${states})`))
    await keepFarms(finished, 'row >= 22 and row < 70')
    await rewriteParquet(
      farmsIn(finished),
      `select * replace ('ME' as state) from read_parquet($source)`,
    )
    finished.previous = { folder: before.folder, manifest }
    assert.equal(
      await detail(finished, 'farms-lost-by-region'),
      'VT: 30 of 40 (75.0 %) are gone, most listed by farm-feed; ' +
        'ME: 22 of 60 (36.7 %) are gone, most listed by other; ' +
        'farm-feed: all 40 farms in VT are gone',
    )
  })

  it('find a source that dropped all five farms of a state, not all four, unless it dropped the others too', async (t) => {
    const [before, finished] = [await nextNight(t), await nextNight(t)]
    const states = `if(row < 4, 'ME', if(row < 9, 'NY', 'VT')) as state`
    await rewriteParquet(
      farmsIn(before),
      numbered(`* exclude (row, state_row) replace (${states})`),
    )
    await rewriteParquet(
      farmsIn(finished),
      `from read_parquet('${farmsIn(before)}') where state = 'VT' and $source is not null`,
    )
    finished.previous = { folder: before.folder, manifest }
    assert.equal(
      await detail(finished, 'farms-lost-by-region'),
      'farm-feed: all 5 farms in NY are gone',
    )
    await rewriteParquet(
      join(before.folder, 'members/registry.parquet'),
      `select * replace (if(farm_id in (select id from read_parquet('${farmsIn(finished)}')), series, 'small') as series)
       from read_parquet($source)`,
    )
    assert.deepEqual(await failed(finished), ['farms-lost-by-source'])
  })

  it('count nothing of a series that was left out, except farms that another one lists', async (t) => {
    const finished = await nextNight(t)
    await keepFarms(finished, "state <> 'NH'")
    finished.leftOut = ['farm-feed']
    assert.deepEqual(await failed(finished), [])
    const before = await nextNight(t)
    const other = `select * replace ('farm-feed/csa' as series, 'csa-' || source_id as source_id)`
    await rewriteParquet(
      join(before.folder, 'members/registry.parquet'),
      `from read_parquet($source) union all (${other} from read_parquet($source))`,
    )
    finished.previous = { folder: before.folder, manifest }
    assert.deepEqual(await failed(finished), ['farms-lost', 'farms-lost-by-source'])
    assert.equal(
      await detail(finished, 'farms-lost'),
      '20 of 100 (20.0 %) are gone; allowed 10.0 %',
    )
    assert.match(await detail(finished, 'farms-lost-by-source'), /^farm-feed\/csa: [^;]*; allowed/)
  })

  it('find a source that lists farms no longer, though others still do', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'members/registry.parquet'),
      `select * replace (if(source_id::integer < 11, timestamptz '2025-06-01', last_seen) as last_seen)
       from read_parquet($source)`,
    )
    assert.equal(
      await detail(finished, 'farms-lost-by-source'),
      'farm-feed: 11 of 100 (11.0 %) are gone; allowed 10.0 %',
    )
  })

  it('find a column, and a table, that is no longer there', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'public/farms.parquet'),
      'select * exclude (county) from read_parquet($source)',
    )
    await rm(join(finished.folder, 'members/product_listings.parquet'))
    assert.equal(
      await detail(finished, 'columns-lost'),
      'members/product_listings.parquet is missing; public/farms.parquet lacks county',
    )
    const other = { ...manifest, schema_version: manifest.schema_version - 1 }
    finished.previous!.manifest = other
    const columns = (await runGates(finished)).find(({ name }) => name === 'columns-lost')!
    assert.deepEqual(
      [columns.passed, columns.detail],
      [null, 'the snapshot before this one has another schema version'],
    )
  })

  it('find a field that is known for 10 points less', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      farmsIn(finished),
      numbered('* replace (if(row < 11, null, phone) as phone)'),
    )
    assert.equal(await detail(finished, 'nulls-jumped'), 'phone is known for 89.0 %, was 100.0 %')
    const tenth = await nextNight(t)
    await rewriteParquet(farmsIn(tenth), numbered('* replace (if(row < 10, null, phone) as phone)'))
    assert.deepEqual(await failed(tenth), [])
  })

  it('do not take new farms without a value for values that are gone', async (t) => {
    const finished = await nextNight(t)
    const added = 'select * replace (reverse(id) as id, null as phone) from read_parquet($source)'
    await rewriteParquet(farmsIn(finished), `from read_parquet($source) union all ${added}`)
    assert.deepEqual(await failed(finished), [])
  })

  it('find a source that ends earlier than last time', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'members/provenance.parquet'),
      'select * replace (updated_at - interval 1 day as updated_at) from read_parquet($source)',
    )
    assert.equal(
      await detail(finished, 'source-older'),
      'farm-feed ends on 2025-05-31, last time 2025-06-01',
    )
  })

  it('let the newest listing of a source end, and an older statement replace a carried one', async (t) => {
    const [before, finished] = [await nextNight(t), await nextNight(t)]
    const told = (replaced: string) => `select * replace (${replaced}) from read_parquet($source)`
    await rewriteParquet(
      join(before.folder, 'members/provenance.parquet'),
      told(`
        updated_at + if(source_id in ('0', '1'), interval 1 day, interval 0 day) as updated_at,
        source_id = '1' as carried`),
    )
    await rewriteParquet(
      join(finished.folder, 'members/provenance.parquet'),
      `${told("source_id = '1' as carried")} where source_id <> '0'`,
    )
    const previous = { folder: before.folder, manifest }
    assert.deepEqual(await failed({ ...finished, previous }), [])
  })

  it('find an edition of an earlier retrieved_at than last time, unless only its rows date it', async (t) => {
    const finished = await nextNight(t)
    await rewriteParquet(
      join(finished.folder, 'public/editions.parquet'),
      "select * replace (date '2025-04-01' as edition) from read_parquet($source)",
    )
    assert.deepEqual(await failed(finished), [])
    const retrieved_at = '2025-04-01T00:00:00Z'
    finished.sources = manifest.sources.map((source) => ({ ...source, retrieved_at }))
    assert.equal(
      await detail(finished, 'source-older'),
      'farm-feed is of 2025-04-01, last time 2025-06-01',
    )
  })

  it('only warn of a file that is the same', async (t) => {
    const finished = await nextNight(t)
    const verdicts = await runGates(finished)
    const identical = verdicts.find(({ name }) => name === 'source-identical')!
    assert.equal(identical.detail, 'unchanged since last time: feed.jsonl')
    assert.equal(refuses(identical), false)
    finished.sources = finished.sources.map((each) => ({ ...each, used: 0, merged: 0, history: 9 }))
    const past = (await runGates(finished)).find(({ name }) => name === 'source-identical')!
    assert.ok(past.passed, 'a replaced edition never changes')
  })

  it('only warn of a file that another one had replaced', async (t) => {
    const finished = await nextNight(t)
    const verdict = async () =>
      (await runGates(finished)).find(({ name }) => name === 'source-returned')!
    const [begun_at, ended_at] = ['2025-07-01T04:00:00Z', '2025-07-01T04:01:00Z']
    const inputs = [
      { source: 'farm-feed', file: 'feed.jsonl', sha256: 'a'.repeat(64), edition: null, rows: 9 },
    ]
    const published = {
      action: 'build',
      begun_at,
      ended_at,
      outcome: 'published',
      status: 0,
    } as const
    const madeBy = (snapshot: string) => [
      { run: 1, ...entryOf({ ...published, inputs, snapshot }) },
    ]
    finished.runs = madeBy('20250701T040000Z-00000000')
    assert.ok((await verdict()).passed, 'the same file as last time')
    finished.sources = manifest.sources.map((each) => ({ ...each, sha256: 'b'.repeat(64) }))
    assert.ok((await verdict()).passed, 'a new file')
    finished.sources = manifest.sources.map((each) => ({ ...each, sha256: 'a'.repeat(64) }))
    const returned = await verdict()
    assert.equal(
      returned.detail,
      'feed.jsonl is the file of 2025-07-01 again: the publisher went back, or serves two versions in turn',
    )
    assert.equal(refuses(returned), false)
    finished.runs = madeBy('29990701T040000Z-00000000')
    assert.ok((await verdict()).passed, 'a file of a snapshot that was rolled back')
  })

  it('find terms unknown twice as often, where they are more than 100', async (t) => {
    const finished = await nextNight(t)
    finished.unknown_terms = { products: 101, practices: 100 }
    assert.equal(await detail(finished, 'vocabulary-misses'), 'products: 101 times, was 0')
    finished.unknown_terms = { products: 102 }
    finished.previous!.manifest = { ...manifest, unknown_terms: { products: 51 } }
    assert.deepEqual(await failed(finished), [])
  })

  it('are overruled one by one, with a reason; faults never', async (t) => {
    const finished = await nextNight(t)
    await keepFarms(finished, 'false')
    const accepted = [
      { gate: 'farms-lost', reason: 'a purge' },
      { gate: 'not-empty', reason: 'a purge' },
    ]
    const verdicts = await runGates(finished, accepted)
    const verdict = (name: string) => verdicts.find((each) => each.name === name)!
    assert.deepEqual(verdict('farms-lost').accepted_reason, 'a purge')
    assert.equal(refuses(verdict('farms-lost')), false)
    assert.equal(refuses(verdict('farms-lost-by-source')), true)
    assert.equal(refuses(verdict('not-empty')), true)
  })
})

const previousFarms = `(${numbered('*').replace('$source', `'${join(whole.folder, 'members/farms.parquet')}'`)})`
const farmsIn = ({ folder }: Finished) => join(folder, 'members/farms.parquet')

/** Selects from a farms file with `row` and `state_row`: numbers from 0 in id order. */
function numbered(columns: string): string {
  return `select ${columns} from (
    select *,
      row_number() over (order by id) - 1 as row,
      row_number() over (partition by state order by id) as state_row
    from read_parquet($source)
  )`
}

async function keepFarms(finished: Finished, condition: string): Promise<void> {
  await rewriteParquet(
    farmsIn(finished),
    `${numbered('* exclude (row, state_row)')} where ${condition}`,
  )
}

/** A copy of the snapshot that is to replace it, with another source file. */
async function nextNight(t: TestContext): Promise<Finished> {
  const root = await temporaryFolder(t)
  const folder = join(root, 'snapshot')
  await cp(whole.folder, folder, { recursive: true })
  const database = await openDatabase(join(root, 'gates.duckdb'))
  t.after(() => database.close())
  const previous = { folder: whole.folder, manifest }
  return {
    database,
    folder,
    sources: manifest.sources,
    unknown_terms: {},
    decided: [],
    decisions: 0,
    previous,
  }
}

/** The names of the gates that refuse. */
const failed = async (finished: Finished) =>
  (await runGates(finished)).filter(refuses).map(({ name }) => name)

const detail = async (finished: Finished, gate: string) =>
  (await runGates(finished)).find(({ name, passed }) => name === gate && passed === false)!.detail
