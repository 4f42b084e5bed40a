import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Source } from '../../../../data/schema/tables/source.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import {
  historyTables,
  publishedHistory,
  type History,
} from '../../../support/published_history.ts'
import { temporaryFolder, type Lifetime } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'
import type { Listing } from '../../../support/nights.ts'

/** Editions of two directories; the second begins later, and lists farms of the first. */
const market: Record<string, Listing[]> = {
  '2021-01-01': [told(0, 'a'), told(1, 'b'), told(2, 'c'), told(3, 'd'), told(5, 'e')],
  // a is reissued, b renamed, c dropped, e becomes the same as d.
  '2022-01-01': [
    told(0, 'a2'),
    told(1, 'b', { name: 'Larkspur Dairy and Creamery' }),
    told(3, 'd'),
    told(5, 'e'),
  ],
  // c is back under another id, b dropped, a moved within its town; f is new.
  '2023-01-01': [
    told(0, 'a2', { address: '99 Maple Avenue', lat: 44.27 }),
    told(2, 'c9'),
    told(3, 'd'),
    told(6, 'f'),
    { source_id: 'bad' } as unknown as Listing,
  ],
  // b is back as it was; d's id is given to another farm.
  '2024-01-01': [told(0, 'a2'), told(1, 'b'), told(2, 'c9'), told(7, 'd'), told(6, 'f')],
}
const other: Record<string, Listing[]> = {
  '2022-06-01': [told(0, 'x1', { phone: null }), told(8, 'x2')],
  '2024-06-01': [told(8, 'x2', { products: ['honey'] }), told(9, 'x3')],
}
const dates = [...Object.keys(market), ...Object.keys(other)].toSorted()
const newest = (editions: Record<string, Listing[]>, until: string) =>
  Object.keys(editions).findLast((date) => date <= until)

type Paths = { name: string; path: string; retrieved_at: string }[]
type Built = History & { sources: Source[] }

/** Builds a snapshot of these files into `root`, and reads what it says. */
async function build(life: Lifetime, root: string, files: Paths, night: number): Promise<Built> {
  const { folder } = await buildSnapshot(life, {
    sources: files.map((file) => ({ kind: 'farm-feed', ...file })),
    root,
    now: new Date(Date.UTC(2030, 0, night)),
  })
  const sources = await readParquet<Source>(join(folder, 'public/sources.parquet'))
  return { ...(await publishedHistory(folder)), sources: sources.rows }
}

const write = (name: string, editions: Record<string, Listing[]>): Promise<Paths> =>
  Promise.all(
    Object.entries(editions).map(async ([date, lines]) => ({
      name,
      path: await writeFeed({ after }, lines),
      retrieved_at: `${date}T00:00:00Z`,
    })),
  )
const all = [...(await write('market', market)), ...(await write('other', other))]
const folder = await temporaryFolder({ after })
const nightly: Built[] = []
for (const [index, date] of dates.entries()) {
  const listed = [newest(market, date), newest(other, date)]
  const files = all.filter(({ retrieved_at }) => listed.includes(retrieved_at.slice(0, 10)))
  nightly.push(await build({ after }, join(folder, 'nights'), files, 1 + index))
}
const atOnce = await build({ after }, join(folder, 'once'), all, 1)

describe('editions', () => {
  for (const table of historyTables)
    it(`give the same ${table} in one build as night after night`, () =>
      assert.deepEqual(atOnce[table], nightly.at(-1)![table]))

  it('say what is listed by the newest one, under the id that a farm has always had', () => {
    const names = atOnce.farms.map(({ name }) => name).toSorted()
    assert.deepEqual(names, [
      'Ironwood Maple',
      'Kettle Hollow Berries',
      'Larkspur Dairy',
      'Morning Glory Mushrooms',
      'Old Anvil Vineyard',
      'Pebble Beach Poultry',
      'Stone Creek Orchard',
    ])
    for (const { source_id, farm_id } of nightly[0]!.registry.slice(0, 3))
      assert.ok(
        atOnce.farms.some(({ id }) => id === farm_id),
        source_id,
      )
  })

  it('account for each row once', () => {
    const counts = atOnce.sources.map(({ edition, read, used, merged, history, rejected }) => [
      edition,
      read,
      used + merged,
      history,
      rejected,
    ])
    assert.deepEqual(counts, [
      ['2021-01-01', 5, 0, 5, 0],
      ['2022-01-01', 4, 0, 4, 0],
      ['2023-01-01', 5, 0, 4, 1],
      ['2024-01-01', 5, 5, 0, 0],
      ['2022-06-01', 2, 0, 2, 0],
      ['2024-06-01', 2, 2, 0, 0],
    ])
  })

  it('date a farm by the first and the last that list it', () => {
    const dated = Object.fromEntries(
      atOnce.farms.map(({ name, first_listed, last_listed, listing_count }) => [
        name,
        [first_listed, last_listed, listing_count],
      ]),
    )
    assert.deepEqual(dated['Stone Creek Orchard'], ['2021-01-01', '2024-01-01', 1])
    assert.deepEqual(dated['Old Anvil Vineyard'], ['2021-01-01', '2024-01-01', 1])
    assert.deepEqual(dated['Kettle Hollow Berries'], ['2023-01-01', '2024-01-01', 1])
    assert.deepEqual(dated['Pebble Beach Poultry'], ['2024-06-01', null, 1], 'null: of the newest')
  })

  it('name what no source lists any more, with the last that did', () =>
    assert.deepEqual(
      Object.fromEntries(
        atOnce.lineage
          .filter(({ event }) => event === 'left')
          .map(({ name, last_listed }) => [name, last_listed]),
      ),
      { 'Quiet Harbor Greens': '2023-01-01', 'Thistledown Apiary': '2022-01-01' },
    ))

  it('change nothing when they are built once more', async (t) => {
    const again = await build(t, join(folder, 'nights'), all, 20)
    for (const table of historyTables) assert.deepEqual(again[table], atOnce[table], table)
  })

  it('take in one that comes late without touching what is listed', async (t) => {
    const root = join(folder, 'late')
    const late = all.filter(({ retrieved_at }) => !retrieved_at.startsWith('2021'))
    const first = await build(t, root, late, 1)
    const second = await build(t, root, all, 2)
    const ids = ({ farms }: Built) => farms.map(({ id }) => id)
    assert.deepEqual(ids(second), ids(first))
    const farm = second.farms.find(({ name }) => name === 'Stone Creek Orchard')!
    assert.equal(farm.first_listed, '2021-01-01')
    const dates = ({ registry }: Built) =>
      registry.map(({ source, source_id, holder, first_seen, last_seen }) =>
        [source, source_id, holder, first_seen, last_seen].join(' '),
      )
    assert.deepEqual(dates(second), dates(atOnce))
    const bridges = ({ bridges }: Built) => bridges.map(({ farm_id: _id, ...bridge }) => bridge)
    assert.deepEqual(bridges(second), bridges(atOnce))
    const said = ({ listings_history }: Built) =>
      listings_history.map(({ farm_id: _id, ...run }) => run)
    assert.deepEqual(said(second), said(atOnce))
  })

  it('date by one that comes late the farm that had the source id then', async (t) => {
    const root = join(folder, 'between')
    // d is another farm's from 2024 on, as the registry learns from the edition of 2025.
    const last = await write('market', { '2025-01-01': [told(0, 'a2'), told(7, 'd')] })
    const files = [...all.filter(({ name }) => name === 'market'), ...last]
    const ofYears = (...years: string[]) =>
      files.filter(({ retrieved_at }) => years.includes(retrieved_at.slice(0, 4)))
    await build(t, root, ofYears('2022', '2025'), 1)
    const { registry, bridges } = await build(t, root, ofYears('2021', '2023', '2025'), 2)
    const dates = registry
      .filter(({ source_id }) => source_id === 'd')
      .map(({ holder, first_seen, last_seen }) => [
        holder,
        first_seen?.slice(0, 4),
        last_seen?.slice(0, 4),
      ])
    assert.deepEqual(dates, [
      [1, '2021', '2023'],
      [2, '2025', undefined],
    ])
    assert.deepEqual(
      bridges
        .filter(({ source_id }) => source_id === 'd')
        .map(({ first_listed, last_listed }) => [first_listed, last_listed]),
      [
        ['2021-01-01', '2023-01-01'],
        ['2025-01-01', null],
      ],
    )
  })
})
