import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { writeManifestText } from '../../../../data/disk/manifest_file.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import type { Comparability } from '../../../../data/schema/tables/history/comparability.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { rewriteParquet } from '../../../support/duckdb.ts'
import { identity, marketOf, writeMarkets, type Cells } from '../../../support/market_editions.ts'
import {
  historyTables,
  publishedHistory,
  type History,
} from '../../../support/published_history.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const columnsOf = {
  payment_methods: ['Credit', 'WIC', 'SNAP'],
  products: ['Eggs', 'Honey', 'Coffee', 'Tofu'],
  practices: ['Organic'],
  website: ['Website'],
  hours: ['Season1Date', 'Season1Time'],
}
type Field = keyof typeof columnsOf

/** A digit that looks like chance, and is the same every time. */
const chance = (seed: number, most: number) =>
  Math.floor((Math.abs(Math.sin(seed * 12.9898) * 43758.5453) % 1) * most)

/** Cells of a market: each column has one of its answers; in a row without answers, the one for none. */
function answered(number: number, answers: Record<string, string[]>, none = ''): Cells {
  const isSilent = number % 4 === 0
  const cells = Object.entries(answers).map(([column, given], at) => {
    const cell = given[chance(number * 31 + at, given.length)]!
    return [column, isSilent ? (given.includes('Y') ? none : '') : cell]
  })
  return { ...marketOf(number), ...Object.fromEntries(cells) }
}

const edition = (
  columns: string[],
  numbers: number[],
  answers: Record<string, string[]>,
  none?: string,
) => ({
  columns: [...identity, ...columns],
  rows: numbers.map((number) => answered(number, answers, none)),
})

const all = Array.from({ length: 40 }, (_, number) => number)
const few = all.slice(1, 6)
const yesOrNo = ['Y', 'N']
const yesOrBlank = ['Y', '']
const webSites = ['https://market.example.org/', '', ' ', 'nan']
const paid = { Credit: yesOrNo, WIC: yesOrNo, SNAP: yesOrNo }

const editions = {
  // Asks how to pay, and leaves blank what is not so.
  '2018-01-01': edition(['Credit', 'SNAP'], all, { Credit: yesOrBlank, SNAP: yesOrBlank }),
  // A dash is no answer, and a row without products is blank.
  '2019-01-01': edition(['Credit', 'WIC', 'SNAP', 'Eggs', 'Honey', 'Organic', 'Website'], all, {
    ...paid,
    Eggs: ['Y'],
    Honey: yesOrNo,
    Organic: ['Y', 'N', '-'],
    Website: webSites,
  }),
  // A row without products has N. Another product is asked for, and no website.
  '2020-01-01': edition(
    ['Credit', 'WIC', 'SNAP', 'Eggs', 'Honey', 'Coffee', 'Organic', 'Season1Date', 'Season1Time'],
    all,
    {
      ...paid,
      Eggs: yesOrNo,
      Honey: yesOrNo,
      Coffee: yesOrNo,
      Organic: ['Y', '-'],
      Season1Date: ['05/01/2019 to 10/31/2019', ''],
      Season1Time: ['Sat: 9:00 AM-1:00 PM;', ''],
    },
    'N',
  ),
  // Few markets stay.
  '2021-01-01': edition(['Credit', 'WIC', 'SNAP', 'Eggs', 'Honey', 'Coffee'], few, {
    ...paid,
    Eggs: ['Y'],
    Honey: ['N', 'Y'],
    Coffee: ['Y'],
  }),
  // Asks for Tofu, and no row answers.
  '2021-06-01': edition(['Credit', 'WIC', 'SNAP', 'Eggs', 'Honey', 'Coffee', 'Tofu'], few, {
    ...paid,
    Eggs: ['Y'],
    Honey: ['N', 'Y'],
    Coffee: ['Y'],
  }),
}
type Date = keyof typeof editions
const dates = Object.keys(editions) as Date[]
const directory = 'usda-farmers-market-directory'
const portal = 'usda-local-food-portal/farmers_market'

const sources = new Map(
  await Promise.all(
    dates.map(async (date) => [date, await writeMarkets({ after }, date, editions[date])] as const),
  ),
)
const portalFile = {
  kind: 'usda-local-food-portal',
  path: join(await temporaryFolder({ after }), 'portal.csv'),
  retrieved_at: '2022-01-01T00:00:00Z',
}
await writeFile(
  portalFile.path,
  [
    'listing_id,listing_name,location_address,location_x,location_y,location_site,acceptedpayment,update_time',
    '300001,Anvil Anvil Farmers Market,"100 Anvil Street, Montpelier, Vermont 05602",,,Park,Cash;Checks,Nov 28th 2021',
    '300002,Moon Hollow Farmers Market,"9 Moon Road, Barre, Vermont 05641",,,,,Nov 28th 2021',
  ].join('\n') + '\n',
)
const feed = {
  kind: 'farm-feed',
  path: await writeFeed({ after }, [
    told(0, 'a', { products: ['eggs'], payment_methods: null }),
    told(1, 'b', { products: [], payment_methods: null }),
    told(2, 'c', { products: null, payment_methods: null }),
  ]),
  retrieved_at: '2021-03-01T00:00:00Z',
}

const folder = await temporaryFolder({ after })
type Source = { kind: string; path: string; retrieved_at: string }

async function build(root: string, night: number, ...read: Source[]) {
  const now = new Date(Date.UTC(2030, 0, night))
  const built = await buildSnapshot({ after }, { root: join(folder, root), sources: read, now })
  return { ...built, history: await publishedHistory(built.folder) }
}
const of = (...names: Date[]) => names.map((name) => sources.get(name)!)

/** What an edition asked and how its rows answer, cell by cell. */
function byHand(date: Date, field: Field) {
  const { columns, rows } = editions[date]
  const asked = columnsOf[field].filter((column) => columns.includes(column))
  if (asked.length === 0) return { asked: false, missing_means: 'not asked' }
  const isBlank = (cell = '') => ['', '-', 'nan'].includes(cell.trim())
  const answers = rows.map((row) => {
    const cells = asked.map((column) => row[column] ?? '').filter((cell) => !isBlank(cell))
    if (cells.length === 0) return 'blank'
    return cells.every((cell) => cell === 'N') ? 'no' : 'stated'
  })
  const count = (answer: string) => answers.filter((each) => each === answer).length
  const inColumn = (column: string, wanted: (cell: string) => boolean) =>
    rows.filter((row) => wanted(row[column] ?? '')).length
  const cells = (wanted: (cell: string) => boolean) =>
    Object.fromEntries(asked.toSorted().map((column) => [column, inColumn(column, wanted)]))
  return {
    asked: true,
    missing_means: count('no') > 0 ? 'no or no answer' : 'no answer',
    columns: asked.toSorted(),
    rows: rows.length,
    stated: count('stated'),
    no: count('no'),
    blank: count('blank'),
    stated_by_column: cells((cell) => !isBlank(cell) && cell !== 'N'),
    no_by_column: cells((cell) => cell === 'N'),
    blank_by_column: cells(isBlank),
  }
}

const rowOf = (history: History, series: string, date: string, field: string): Comparability =>
  history.comparability.find(
    (row) => row.series === series && row.edition === date && row.field === field,
  )!

const eventsOf = (history: History, series = directory) =>
  history.editions
    .filter((each) => each.series === series)
    .map(({ edition, event }) => [edition, event])

const read = [...of(...dates), portalFile, feed]
const atOnce = await build('once', 1, ...read)

describe('comparability', () => {
  for (const date of dates)
    it(`counts the answers of ${date} as they are in its file`, () => {
      for (const field of Object.keys(columnsOf) as Field[]) {
        const expected = byHand(date, field)
        const row = rowOf(atOnce.history, directory, date, field)
        const shown = Object.keys(expected).map((name) => [name, row[name as keyof typeof row]])
        assert.deepEqual(Object.fromEntries(shown), expected, field)
      }
    })

  it('tells a field that is not asked from one without an answer', () => {
    const means = (field: Field) =>
      dates.map((date) => rowOf(atOnce.history, directory, date, field).missing_means)
    assert.deepEqual(means('products'), [
      'not asked',
      'no answer',
      'no or no answer',
      'no answer',
      'no answer',
    ])
  })

  it('has no columns of a feed: fields that no row states may not be asked', () => {
    const row = (field: string) => rowOf(atOnce.history, 'farm-feed', '2021-03-01', field)
    const { asked, columns, stated, no, blank, missing_means } = row('products')
    assert.deepEqual(
      { asked, columns, stated, no, blank, missing_means },
      { asked: true, columns: null, stated: 1, no: 1, blank: 1, missing_means: 'no or no answer' },
    )
    assert.equal(row('payment_methods').asked, null)
    assert.equal(row('payment_methods').missing_means, null)
  })
})

describe('the events of editions', () => {
  it('are a purge, a change of columns, a migration, or nothing', () => {
    assert.deepEqual(eventsOf(atOnce.history), [
      ['2018-01-01', 'first'],
      ['2019-01-01', 'change of columns'],
      ['2020-01-01', 'change of columns'],
      ['2021-01-01', 'purge'],
      ['2021-06-01', 'normal'],
    ])
    assert.deepEqual(eventsOf(atOnce.history, portal), [['2022-01-01', 'migration']])
    assert.deepEqual(eventsOf(atOnce.history, 'farm-feed'), [['2021-03-01', 'first']])
  })
})

/** The tables by edition. */
const overTime = [
  'editions',
  'comparability',
  'listings_history',
  'public_listings_history',
] as const

describe('comparability and events', () => {
  it('are the same if each night reads one edition, and one comes late', async () => {
    await build('nights', 1, ...of('2019-01-01'))
    const second = await build('nights', 2, ...of('2020-01-01'), feed)
    assert.deepEqual(eventsOf(second.history), [
      ['2019-01-01', 'first'],
      ['2020-01-01', 'change of columns'],
    ])
    await build('nights', 3, ...of('2018-01-01', '2021-01-01'), feed)
    await build('nights', 4, ...of('2021-06-01'), feed)
    const last = await build('nights', 5, ...of('2021-06-01'), portalFile, feed)
    for (const table of overTime)
      assert.deepEqual(last.history[table], atOnce.history[table], table)
  })
})

/** Takes out of a snapshot what schema version 10 added. */
async function age(snapshot: string): Promise<void> {
  const without = (path: string, ...columns: string[]) =>
    rewriteParquet(
      join(snapshot, path),
      `select * exclude (${columns.join(', ')}) from read_parquet($source)`,
    )
  const lacking = 'public/comparability.parquet'
  await rm(join(snapshot, lacking))
  const manifest = join(snapshot, 'manifest.json')
  const { files, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
  const present = files.filter(({ path }) => path !== lacking)
  await writeManifestText(snapshot, JSON.stringify({ ...rest, schema_version: 9, files: present }))
  await without('public/editions.parquet', 'event')
  await without('public/listings_history.parquet', 'stated_county')
  await without('members/listings_history.parquet', 'stated_county', 'hours', 'seasons', 'website')
}

describe('a build upon a snapshot of an earlier schema version', () => {
  it('records the editions again whose files it reads', async () => {
    const { folder } = await build('again', 1, ...of('2018-01-01', '2019-01-01', '2020-01-01'))
    await age(folder)
    const now = await build('again', 2, ...read)
    for (const table of historyTables)
      assert.deepEqual(now.history[table], atOnce.history[table], table)
  })

  it('leaves null what it can not know', async () => {
    const { folder } = await build('lost', 1, ...of('2019-01-01', '2020-01-01'))
    await age(folder)
    const { history } = await build('lost', 2, ...of('2021-01-01', '2021-06-01'))
    assert.deepEqual(eventsOf(history), [
      ['2019-01-01', 'first'],
      ['2020-01-01', null],
      ['2021-01-01', 'purge'],
      ['2021-06-01', 'normal'],
    ])
    assert.deepEqual(
      [...new Set(history.comparability.map(({ edition }) => edition))],
      ['2021-01-01', '2021-06-01'],
    )
    assert.ok(
      history.listings_history.every(({ hours, website }) => hours === null && website === null),
    )
  })
})
