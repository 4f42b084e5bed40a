import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { ListingRun } from '../../../../data/schema/tables/history/listing_run.ts'
import { rewriteParquet } from '../../../support/duckdb.ts'
import { runsIn, takeIn, type Said, type SmallEdition } from '../../../support/panel_nights.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })

const wednesdays = { wed: [['15:00', '18:00'] as [string, string]] }
const season = (from: string | null, to: string | null) => ({ from, to, weekly: wednesdays })
const hours_json = (...seasons: ReturnType<typeof season>[]) => ({
  timezone: null,
  seasons,
  note: null,
})
const summer: Partial<Said> = {
  hours: { season_1: '06/14/2017 to 08/30/2017; Wed: 3 PM-6 PM' },
  hours_json: hours_json(season('2017-06-14', '2017-08-30')),
}
const longer: Partial<Said> = {
  hours: { season_1: 'May to October; Wed: 3 PM-6 PM', season_2: 'since December' },
  hours_json: hours_json(season('12-01', null), season('05-01', '10-31'), season('12-01', null)),
}
const always: Partial<Said> = {
  hours: { schedule: 'Wed: 3 PM-6 PM' },
  hours_json: hours_json(season(null, null)),
}

const market = (source_id: string, ...others: Partial<Said>[]): Said =>
  Object.assign({ source_id, name: 'Market' }, ...others)

/** In Vermont, but east of its simplified border on a river. */
const riverside: Partial<Said> = { state: 'VT', lat: 44.15, lng: -72.03 }

/** Each listing changes one thing, in the edition after which it is named. */
const editions: SmallEdition[] = [
  {
    date: '2017-01-01',
    rows: [
      market('blank'),
      market('county', riverside, { stated_county: 'Caledonia' }),
      market('hours', summer),
      market('website', { website: 'https://one.example.org/' }),
    ],
  },
  {
    date: '2018-01-01',
    rows: [
      market('blank'),
      market('county', riverside, { stated_county: 'Orange' }),
      market('hours', longer),
      market('website', { website: 'https://two.example.org/' }),
    ],
  },
  {
    date: '2019-01-01',
    rows: [
      market('blank'),
      market('county', riverside, { stated_county: 'Orange' }),
      market('hours', always),
      market('website', { website: 'https://two.example.org/' }),
    ],
  },
]

const added = ['stated_county', 'hours', 'seasons', 'website'] as const
type Shown = keyof ListingRun
const shown = (runs: ListingRun[], ...columns: Shown[]) =>
  runs.map((run) => columns.map((column) => run[column]))

describe('hours, seasons, website and county in the history of listings', () => {
  it('end a run if one of them changes', async () => {
    const { path, publicPath } = await takeIn(null, editions, folder, 'changes')
    const runs = await runsIn(path)
    const dates = ['first_edition', 'last_edition'] as const
    const of = (id: string) => runs.filter(({ source_id }) => source_id === id)
    assert.deepEqual(shown(of('blank'), ...dates, 'hours', 'seasons', 'website', 'stated_county'), [
      ['2017-01-01', null, null, null, null, null],
    ])
    assert.deepEqual(shown(of('county'), ...dates, 'stated_county', 'county_fips'), [
      ['2017-01-01', '2017-01-01', 'Caledonia', '50017'],
      ['2018-01-01', null, 'Orange', '50017'],
    ])
    assert.deepEqual(shown(of('website'), ...dates, 'website'), [
      ['2017-01-01', '2017-01-01', 'https://one.example.org/'],
      ['2018-01-01', null, 'https://two.example.org/'],
    ])
    assert.deepEqual(shown(of('hours'), ...dates, 'hours', 'seasons'), [
      ['2017-01-01', '2017-01-01', summer.hours, ['2017-06-14/2017-08-30']],
      ['2018-01-01', '2018-01-01', longer.hours, ['05-01/10-31', '12-01/..']],
      ['2019-01-01', null, always.hours, null],
    ])
    // The public file has the county only.
    assert.deepEqual(shown(await runsIn(publicPath), 'source_id', ...dates, 'stated_county'), [
      ['blank', '2017-01-01', null, null],
      ['county', '2017-01-01', '2017-01-01', 'Caledonia'],
      ['county', '2018-01-01', null, 'Orange'],
      ['hours', '2017-01-01', null, null],
      ['website', '2017-01-01', null, null],
    ])
    const [first] = await runsIn(publicPath)
    for (const column of ['hours', 'seasons', 'website'])
      assert.ok(!(column in first!), `${column} is for paid keys`)
  })

  it('are the same if each edition has a build of its own', async () => {
    const once = await takeIn(null, editions, folder, 'once')
    let history = await takeIn(null, editions.slice(0, 1), folder, 'step-0')
    history = await takeIn(history, editions.slice(2), folder, 'step-2')
    history = await takeIn(history, editions.slice(1, 2), folder, 'step-1')
    assert.deepEqual(await runsIn(history.path), await runsIn(once.path))
    assert.deepEqual(await runsIn(history.publicPath), await runsIn(once.publicPath))
  })

  it('are null in a history from before, and end a run where they become known', async () => {
    const [first, , last] = editions
    const before = await takeIn(null, [first!], folder, 'before')
    await rewriteParquet(
      before.path,
      `select * replace (
         null::varchar as stated_county, null::json as hours, null::varchar[] as seasons, null::varchar as website
       ) from read_parquet($source)`,
    )
    const columns = ['source_id', 'first_edition', 'last_edition', ...added] as const
    const now = await takeIn({ ...before, isOld: true }, [last!], folder, 'now')
    const lost = [null, null, null, null]
    assert.deepEqual(shown(await runsIn(now.path), ...columns), [
      ['blank', '2017-01-01', null, ...lost],
      ['county', '2017-01-01', '2017-01-01', ...lost],
      ['county', '2019-01-01', null, 'Orange', null, null, null],
      ['hours', '2017-01-01', '2017-01-01', ...lost],
      ['hours', '2019-01-01', null, null, always.hours, null, null],
      ['website', '2017-01-01', '2017-01-01', ...lost],
      ['website', '2019-01-01', null, null, null, null, 'https://two.example.org/'],
    ])
    // With the file of the earlier edition, nothing is lost.
    const again = await takeIn({ ...before, isOld: true }, [first!, last!], folder, 'again')
    const fresh = await takeIn(null, [first!, last!], folder, 'fresh')
    assert.deepEqual(await runsIn(again.path), await runsIn(fresh.path))
  })
})
