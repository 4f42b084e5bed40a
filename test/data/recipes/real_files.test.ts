// Runs with files that build the real files.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { report } from '../../../data/schema/report.ts'
import { accuracyTable } from '../../../pipeline/report/text.ts'
import {
  productColumns,
  statementsByHand,
  statementsPublished,
  waysToPay,
} from '../../support/statements_by_hand.ts'
import { realData, realFilesAreMissing, realSnapshot } from './real_snapshot.ts'
import { fences, recipe, rowsOf } from './recipe.ts'

const directory = 'usda-farmers-market-directory'
const survival = recipe('How long farms stay listed')
const snapByEdition = recipe('Markets that take SNAP, from edition to edition')
const connecticut = recipe('Connecticut by planning region, and by old county')
const snapShare = recipe('Share of markets that take SNAP, over editions that asked')
const knownProducts = recipe('How old the known products are')
const stillNamed = recipe('How long named products stay named')

/** The markets of an edition by farm, from the rows of its file: whether each takes SNAP; null = unknown. */
type Markets = Map<string, boolean | null>

const payments = ['Credit', 'WIC', 'WICcash', 'SFMNP', 'SNAP'] as const
type Row = Record<
  'FMID' | 'MarketName' | 'State' | (typeof payments)[number] | (string & {}),
  string
>

/** The rows of an edition of USDA's directory as they stand in its file. */
function rowsOfEdition(date: string): Row[] {
  const file = join(realData, 'usda_farmers_market_directory', `${date}.csv.gz`)
  return parse<Row>(gunzipSync(readFileSync(file)), { columns: true, bom: true })
}

/** The editions of USDA's directory, by date. `bridges.parquet` says of which farm a row is, and no more. */
async function marketsByEdition(snapshot: string): Promise<Map<string, Markets>> {
  const bridges = `select source_id, farm_id from 'public/bridges.parquet' where source = '${directory}'`
  const farmOf = new Map((await rowsOf(snapshot, bridges)) as [string, string][])
  const editions = `select edition from 'public/editions.parquet' where series = '${directory}' order by 1`
  return new Map(
    (await rowsOf(snapshot, editions)).map(([date]) => {
      const markets: Markets = new Map()
      for (const row of rowsOfEdition(date!)) {
        const farm = farmOf.get(row.FMID)!
        const known = waysToPay(row) !== null
        const other = markets.get(farm) ?? null
        markets.set(farm, known ? other || row.SNAP === 'Y' : other)
      }
      return [date!, markets]
    }),
  )
}

/** What the first of the two recipes says of the directory, counted one by one. */
function survivalByHand(editions: Map<string, Markets>): string[][] {
  const dates = [...editions.keys()]
  const seen = new Set<string>()
  return dates.flatMap((cohort, index) => {
    const fresh = [...editions.get(cohort)!.keys()].filter((farm) => !seen.has(farm))
    for (const farm of fresh) seen.add(farm)
    return dates.slice(index + 1).map((date) => {
      const still = fresh.filter((farm) => editions.get(date)!.has(farm)).length
      const pct = Math.round((1000 * still) / fresh.length) / 10
      return [directory, cohort, date, ...[fresh.length, still, pct].map(String)]
    })
  })
}

/** What the second says of all states, counted one by one. */
function snapByHand(editions: Map<string, Markets>): string[][] {
  const dates = [...editions.keys()]
  return dates.slice(1).map((to, index) => {
    const [before, after] = [editions.get(dates[index]!)!, editions.get(to)!]
    const inBoth = [...before.keys()].filter((farm) => after.has(farm))
    const known = inBoth.filter((farm) => before.get(farm) !== null && after.get(farm) !== null)
    const takes = (markets: Markets) => known.filter((farm) => markets.get(farm)).length
    const counts = [inBoth.length, known.length, takes(before), takes(after)]
    return [directory, dates[index]!, to, 'all', ...counts.map(String)]
  })
}

/** What the recipe about editions that asked says of the directory, without event and missing values. */
const snapShareByHand = (editions: Map<string, Markets>): string[][] =>
  [...editions].map(([date, markets]) => {
    const known = [...markets.values()].filter((each) => each !== null)
    const snap = known.filter(Boolean).length
    const pct = ((100 * snap) / known.length).toFixed(1)
    return [directory, date, ...[markets.size, known.length, snap].map(String), pct]
  })

/** Rows with a yes, with only no, and blank in some columns; of one column these are its cells. */
function answersIn(rows: Row[], columns: readonly string[]): string[] {
  const answers = rows.map((row) => {
    const cells = new Set(columns.map((column) => row[column]))
    return cells.has('Y') ? 'stated' : cells.has('N') ? 'no' : 'blank'
  })
  return ['stated', 'no', 'blank'].map((answer) =>
    String(answers.filter((each) => each === answer).length),
  )
}

/** What `comparability.parquet` says of the directory's flags, counted cell by cell. */
const comparabilityByHand = (dates: string[]): string[][] =>
  dates.flatMap((date) => {
    const rows = rowsOfEdition(date)
    const fields = { products: productColumns, practices: ['Organic'], payment_methods: payments }
    return Object.entries(fields).map(([field, columns]) => {
      const [stated, no, blank] = answersIn(rows, columns)
      const one = columns.at(-1)!
      return [date, field, String(rows.length), stated!, no!, blank!, ...answersIn(rows, [one])]
    })
  })

const comparabilityOfFlags = `
  select
    edition, field, rows, stated, "no", blank,
    stated_by_column[one], no_by_column[one], blank_by_column[one]
  from 'public/comparability.parquet'
  join (values ('products', 'WildHarvested', 1), ('practices', 'Organic', 2), ('payment_methods', 'SNAP', 3))
    as shown(field, one, place) using (field)
  where series = '${directory}'
  order by edition, place`

/** The fields that the newest editions do not ask for. */
const notAsked = `
  select series, list(field order by field) as fields
  from 'public/comparability.parquet'
  where field in ('products', 'hours', 'website') and missing_means = 'not asked'
    and series in ('usda-local-food-portal/farmers_market', 'usda-local-food-portal/on_farm_market')
  group by series
  order by series`

const events = `
  select series, edition, event
  from 'public/editions.parquet'
  where event not in ('normal', 'first')
  order by series, edition`

/** The share of farms that left with each edition of the directory, in percent. */
const leftByHand = (editions: Map<string, Markets>): string[] => {
  const each = [...editions.values()]
  return each.slice(1).map((markets, index) => {
    const before = [...each[index]!.keys()]
    const gone = before.filter((farm) => !markets.has(farm)).length
    return ((100 * gone) / before.length).toFixed(1)
  })
}

/** The product columns with a yes by farm, of farms that have one. */
function namedIn(date: string, farmOf: Map<string, string>): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const row of rowsOfEdition(date)) {
    const products = productColumns.filter((column) => row[column] === 'Y')
    const farm = farmOf.get(row.FMID)!
    if (products.length > 0)
      named.set(farm, (named.get(farm) ?? new Set()).union(new Set(products)))
  }
  return named
}

type LastNamed = { day: string; products: number }

/**
 * The products that each market last named, and when, straight from the rows of all editions: of its newest
 * edition with any, and of the listing of the farm that was dated last.
 */
function lastNamedByHand(farmOf: Map<string, string>): Map<string, LastNamed> {
  const ofListing = new Map<string, LastNamed>()
  for (const date of usdaDates)
    for (const row of rowsOfEdition(date)) {
      const products = productColumns.filter((column) => row[column] === 'Y').length
      const own = new Date(`${row['updateTime']} UTC`)
      const day = Number.isNaN(own.getTime()) ? date : own.toISOString().slice(0, 10)
      if (products > 0) ofListing.set(row.FMID, { day: day < date ? day : date, products })
    }
  const ofFarm = new Map<string, LastNamed>()
  for (const [id, named] of ofListing) {
    const farm = farmOf.get(id)!
    if (!((ofFarm.get(farm)?.day ?? '') > named.day)) ofFarm.set(farm, named)
  }
  return ofFarm
}

const usdaDates =
  '2017-01-10 2017-05-15 2018-08-27 2018-09-06 2019-03-03 2020-01-31 2021-08-08'.split(' ')

/** Markets of the portal, which does not ask for products, that no other source but USDA's directory lists. */
const carriedMarkets = `
  select id, said_at.products::varchar, len(products)::varchar
  from 'members/farms.parquet' as farms
  where place_type = 'farmers_market'
    and id not in (
      select farm_id
      from 'public/bridges.parquet'
      where source <> '${directory}' and series <> 'usda-local-food-portal/farmers_market'
    )
    and id in (
      select farm_id
      from 'public/bridges.parquet'
      group by farm_id
      having count(*) filter (source = '${directory}') = 1
    )
  order by id`

/** What the recipe about products says of two editions, farm by farm. */
function stillNamedByHand(from: string, to: string, farmOf: Map<string, string>): string[] {
  const [former, later] = [namedIn(from, farmOf), namedIn(to, farmOf)]
  const farms = [...former].flatMap(([farm, named]) => {
    const now = later.get(farm)
    return now ? [{ named: named.size, again: named.intersection(now).size }] : []
  })
  const products = farms.reduce((sum, { named }) => sum + named, 0)
  const share = farms.reduce((sum, { again }) => sum + again, 0) / products
  const squares = farms.reduce((sum, { named, again }) => sum + (again - share * named) ** 2, 0)
  const margin = (1.96 * Math.sqrt(squares)) / products
  const shown = [share, share - margin, share + margin].map((part) => (100 * part).toFixed(1))
  return [directory, from, to, String(farms.length), String(products), ...shown]
}

/** The rows of 2017-01-10 that are in the edition of 2019-03-03 by id, and by id or name and state, in percent. */
function keptByNames(): string[] {
  const plain = ({ MarketName, State }: Row) =>
    `${MarketName} ${State}`.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const [before, after] = [rowsOfEdition('2017-01-10'), rowsOfEdition('2019-03-03')]
  const [ids, names] = [new Set(after.map(({ FMID }) => FMID)), new Set(after.map(plain))]
  const byId = before.filter(({ FMID }) => ids.has(FMID)).length
  const byName = before.filter((row) => ids.has(row.FMID) || names.has(plain(row))).length
  return [byId, byName].map((count) => ((100 * count) / before.length).toFixed(1))
}

/** Compares what a query answers with the rows that the document shows of it. */
async function answersAsDocumented(snapshot: string, sql: string): Promise<void> {
  const query = fences.findIndex(({ text }) => text.startsWith(sql))
  const { mark, text } = fences.slice(query).find((each) => each.mark?.startsWith('real: '))!
  const shown = `select columns(*)::varchar from (${sql}) where ${mark!.slice('real: '.length)}`
  const rows = await rowsOf(snapshot, shown)
  const [, ...lines] = text.trimEnd().split('\n')
  assert.deepEqual(
    lines,
    rows.map((row) => row.join()),
  )
}

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const [recipes, method] = [textOf('data/recipes/README.md'), textOf('data/METHOD.md')]

/** The numbers that a document gives in a sentence. */
function figures(text: string, sentence: RegExp): string[] {
  const [, ...numbers] = sentence.exec(text) ?? assert.fail(`no sentence is like ${sentence}`)
  return numbers.map((each) => each.replaceAll(',', ''))
}

const listedByThePortal = `
  select
    count(distinct farm_id) filter (old = 'usda-csa-directory' and portal),
    count(distinct farm_id) filter (old = 'usda-csa-directory'),
    count(distinct farm_id) filter (old = 'usda-on-farm-directory' and portal),
    count(distinct farm_id) filter (old = 'usda-on-farm-directory')
  from (select farm_id, series as old from 'public/listings_history.parquet')
  left join (
    select distinct farm_id, true as portal
    from 'public/listings_history.parquet'
    where series like 'usda-local-food-portal/%'
  ) using (farm_id)`

describe('the recipes on the real files', { skip: realFilesAreMissing }, () => {
  it('answer as the rows of the files do, and as the document says', async (t) => {
    const snapshot = await realSnapshot()
    const editions = await marketsByEdition(snapshot)
    await t.test('how long farms stay listed', async () => {
      assert.deepEqual(await rowsOf(snapshot, survival), survivalByHand(editions))
      await answersAsDocumented(snapshot, survival)
      assert.deepEqual(
        keptByNames(),
        figures(recipes, /2017-01-10, (\S+) % are\n.* by id, (\S+) % by id or/),
      )
    })
    await t.test('markets that take SNAP', async () => {
      const ofAll = `select * from (${snapByEdition}) where state = 'all'`
      assert.deepEqual(await rowsOf(snapshot, ofAll), snapByHand(editions))
      await answersAsDocumented(snapshot, snapByEdition)
      const counts = ['2020-01-31', '2021-08-08'].flatMap((date) => {
        const all = [...editions.get(date)!.values()]
        return [all.length, all.filter((each) => each === true).length]
      })
      const told = figures(
        recipes,
        /Of (\S+) markets in the edition of 2020, (\S+) took.* of (\S+) in\n.*, (\S+) \(/,
      )
      assert.deepEqual(told.map(Number), counts)
    })
    await t.test('Connecticut, and the farms with two codes', async () => {
      await answersAsDocumented(snapshot, connecticut)
      const told = figures(method, /Of (\S+) located farms of the real files, (\S+) have two codes/)
      assert.deepEqual(
        [told],
        await rowsOf(
          snapshot,
          `select count(*), count(*) filter (county_fips <> county_fips_2020)
          from 'public/farms.parquet'
          where county_fips is not null`,
        ),
      )
    })
    await t.test('markets that take SNAP, over editions that asked', async () => {
      const shown = `select columns(*)::varchar from (
        select * exclude (event, missing_means) from (${snapShare}) where series = '${directory}')`
      assert.deepEqual(await rowsOf(snapshot, shown), snapShareByHand(editions))
      await answersAsDocumented(snapshot, snapShare)
    })
    await t.test('what editions asked, and their events', async () => {
      const dates = [...editions.keys()]
      assert.deepEqual(await rowsOf(snapshot, comparabilityOfFlags), comparabilityByHand(dates))
      assert.deepEqual(
        figures(
          method,
          /directory, (\S+) rows of 2017-01-10 are .*\n.* and (\S+) rows of 2018-08-27 have/,
        ),
        ['2017-01-10', '2018-08-27'].map(
          (date, at) => answersIn(rowsOfEdition(date), productColumns)[2 - at],
        ),
      )
      assert.deepEqual(await rowsOf(snapshot, notAsked), [
        ['usda-local-food-portal/farmers_market', 'hours,products,website'],
        ['usda-local-food-portal/on_farm_market', 'hours,products,website'],
      ])
      assert.deepEqual(await rowsOf(snapshot, events), [
        [directory, '2021-08-08', 'purge'],
        ['usda-local-food-portal/csa', '2024-04-18', 'migration'],
        ['usda-local-food-portal/farmers_market', '2022-09-18', 'migration'],
        ['usda-local-food-portal/on_farm_market', '2024-04-18', 'migration'],
      ])
      const percents =
        /normal *\| ([\d.]+) %, ([\d.]+) %, ([\d.]+) %, ([\d.]+) %, ([\d.]+) %[^]*?purge *\| ([\d.]+) %/
      assert.deepEqual(figures(method, percents), leftByHand(editions))
    })
    await t.test('values that the newest editions lack, and their dates', async () => {
      const bridges = `select source_id, farm_id from 'public/bridges.parquet' where source = '${directory}'`
      const farmOf = new Map((await rowsOf(snapshot, bridges)) as [string, string][])
      const expected = lastNamedByHand(farmOf)
      const rows = await rowsOf(snapshot, carriedMarkets)
      assert.ok(rows.length > 400, `${rows.length} markets`)
      for (const [id, day, products] of rows) {
        const named = expected.get(id!)
        assert.deepEqual([day, products], [named?.day ?? 'null', `${named?.products ?? null}`], id)
      }
      const told = figures(method, /Of the (\S+) farmers markets listed now, .* for (\S+),/)
      const counts = `select count(*), count(products) from 'public/farms.parquet' where place_type = 'farmers_market'`
      assert.deepEqual([told], await rowsOf(snapshot, counts))
    })
    await t.test('the newest statement of each listing, for the other groups', async () => {
      const expected = statementsByHand(realData, {
        usda_farmers_market_directory: usdaDates.map((date) => `${date}.csv.gz`),
        usda_legacy_directories: ['csa_2017-05-15.csv.gz'],
      })
      const found = await rowsOf(snapshot, statementsPublished)
      const told = `for ${groupDigits(found.length)} statements about hours`
      assert.ok(method.includes(told), told)
      assert.deepEqual(
        found.filter(([listing, statement]) => expected.get(listing!) !== statement),
        [],
      )
    })
    await t.test('how often earlier statements are still right', () => {
      const live = basename(snapshot)
      const path = join(dirname(dirname(snapshot)), 'reports', live, 'report.json')
      const { accuracy } = report.parse(JSON.parse(readFileSync(path, 'utf8')))
      for (const [subject, age, ...rest] of accuracyTable({ accuracy })[1])
        assert.ok(
          method.includes(`| ${[subject, age, ...rest].join(' | ')} |`),
          `${subject}, ${age}`,
        )
      const shares = accuracy.filter(({ subject }) => subject === 'products')
      assert.equal(shares.length, 3)
    })
    await t.test('how old the known products are', async () =>
      answersAsDocumented(snapshot, knownProducts),
    )
    await t.test('how long named products stay named', async () => {
      await answersAsDocumented(snapshot, stillNamed)
      const bridges = `select source_id, farm_id from 'public/bridges.parquet' where source = '${directory}'`
      const farmOf = new Map((await rowsOf(snapshot, bridges)) as [string, string][])
      for (const from of ['2017-01-10', '2020-01-31']) {
        const [row] = await rowsOf(
          snapshot,
          `select columns(*)::varchar from (${stillNamed}) where "from" = '${from}' and "to" = '2021-08-08'`,
        )
        assert.deepEqual(row, stillNamedByHand(from, '2021-08-08', farmOf))
      }
    })
    await t.test('the farms of the old directories that the portal lists', async () => {
      const told = figures(method, /lists (\S+) of (\S+) CSAs and (\S+) of (\S+) on-farm/)
      assert.deepEqual(
        [told.map(Number)],
        (await rowsOf(snapshot, listedByThePortal)).map((row) => row.map(Number)),
      )
    })
  })
})
