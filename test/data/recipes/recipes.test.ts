import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'
import { recipe, rowsOf } from './recipe.ts'

const market = (number: number, id: string, payment_methods: string[] | null) =>
  told(number, id, { place_type: 'farmers_market', payment_methods })

/** Farms 0 and 4 are in Vermont, 1 and 5 in California; b comes back as b2, c after two editions. */
const markets = {
  '2020-01-01': [market(0, 'a', ['SNAP']), market(1, 'b', null), market(4, 'c', ['cash'])],
  '2021-06-01': [market(0, 'a', ['SNAP']), market(1, 'b2', ['cash'])],
  '2021-07-01': [market(0, 'a', ['cash']), market(1, 'b2', ['SNAP', 'WIC'])],
  '2023-01-01': [
    market(1, 'b2', ['SNAP', 'WIC']),
    market(4, 'c', ['SNAP']),
    market(5, 'd', ['SNAP']),
  ],
}

describe('the recipes about editions', () => {
  it('compare the editions of one series, and only these', async (t) => {
    const ofMarkets = Object.entries(markets).map(([date, lines]) => ({
      date,
      lines,
      name: 'markets',
    }))
    // It lists a market that left the other series, and is newer than all of that.
    const another = { date: '2025-01-01', lines: [market(0, 'x', ['SNAP'])], name: 'county' }
    const silent = { date: '2024-01-01', lines: [market(2, 'y', null)], name: 'silent' }
    const sources = await Promise.all(
      [...ofMarkets, another, silent].map(async ({ date, lines, name }) => ({
        kind: 'farm-feed',
        name,
        path: await writeFeed(t, lines),
        retrieved_at: `${date}T00:00:00Z`,
      })),
    )
    const { folder } = await buildSnapshot(t, { sources })

    await t.test('how long farms stay listed', async () =>
      assert.deepEqual(await rowsOf(folder, recipe('How long farms stay listed')), [
        ['markets', '2020-01-01', '2021-06-01', '3', '2', '66.7'],
        ['markets', '2020-01-01', '2021-07-01', '3', '2', '66.7'],
        ['markets', '2020-01-01', '2023-01-01', '3', '2', '66.7'],
      ]),
    )

    await t.test('markets that take SNAP: those that both editions list and know', async () =>
      assert.deepEqual(
        await rowsOf(folder, recipe('Markets that take SNAP, from edition to edition')),
        [
          ['markets', '2020-01-01', '2021-06-01', 'all', '2', '1', '1', '1'],
          ['markets', '2020-01-01', '2021-06-01', 'CA', '1', '0', '0', '0'],
          ['markets', '2020-01-01', '2021-06-01', 'VT', '1', '1', '1', '1'],
          ['markets', '2021-06-01', '2021-07-01', 'all', '2', '2', '1', '1'],
          ['markets', '2021-06-01', '2021-07-01', 'CA', '1', '1', '0', '1'],
          ['markets', '2021-06-01', '2021-07-01', 'VT', '1', '1', '1', '0'],
          ['markets', '2021-07-01', '2023-01-01', 'all', '1', '1', '1', '1'],
          ['markets', '2021-07-01', '2023-01-01', 'CA', '1', '1', '1', '1'],
        ],
      ),
    )

    await t.test('the share that takes SNAP, without editions that do not ask', async () =>
      assert.deepEqual(
        await rowsOf(folder, recipe('Share of markets that take SNAP, over editions that asked')),
        [
          ['county', '2025-01-01', 'first', '1', '1', '1', '100', 'no answer'],
          ['markets', '2020-01-01', 'first', '3', '2', '1', '50', 'no answer'],
          ['markets', '2021-06-01', 'normal', '2', '2', '1', '50', 'no answer'],
          ['markets', '2021-07-01', 'normal', '2', '2', '1', '50', 'no answer'],
          ['markets', '2023-01-01', 'normal', '3', '3', '3', '100', 'no answer'],
        ],
      ),
    )
  })
})

describe('the recipes about products of earlier editions', () => {
  it('count what any edition names, and what a later one names again', async (t) => {
    const editions = {
      '2020-01-01': [
        told(0, 'a', { products: ['eggs', 'honey'] }),
        told(1, 'b', { products: ['eggs'] }),
        told(2, 'c', { products: null }),
      ],
      '2021-01-01': [
        told(0, 'a', { products: ['honey', 'kale', 'beef'] }),
        told(1, 'b', { products: ['eggs'] }),
        told(2, 'c', { products: null }),
      ],
      '2022-01-01': [
        told(0, 'a', { products: null }),
        told(1, 'b', { products: ['beef', 'eggs'] }),
        told(2, 'c', { products: null }),
      ],
    }
    const sources = await Promise.all(
      Object.entries(editions).map(async ([date, lines]) => ({
        kind: 'farm-feed',
        name: 'farms',
        path: await writeFeed(t, lines),
        retrieved_at: `${date}T00:00:00Z`,
      })),
    )
    const { folder } = await buildSnapshot(t, { sources })
    const named = await rowsOf(folder, recipe('How old the known products are'))
    // a last named some in 2021, b in 2022, c never
    assert.deepEqual(named, [['farm', '3', '2', '66.7', '0', '2021-07-02']])
    const again = await rowsOf(folder, recipe('How long named products stay named'))
    assert.deepEqual(
      again.map((row) => row.slice(0, 6)),
      [
        ['farms', '2020-01-01', '2021-01-01', '2', '3', '66.7'],
        ['farms', '2020-01-01', '2022-01-01', '1', '1', '100'],
        ['farms', '2021-01-01', '2022-01-01', '1', '1', '100'],
      ],
    )
  })
})

describe('the recipe about Connecticut', () => {
  it('counts every farm by old county and by planning region', async (t) => {
    const at = (number: number, city: string, lat: number, lng: number) =>
      told(number, city, { city, state: 'CT', zip: null, address: null, lat, lng })
    const feed = [
      at(0, 'Norwich', 41.5243, -72.0759),
      at(1, 'Windham', 41.6998, -72.1573),
      at(2, 'Mystic', 41.3543, -71.9665),
      at(3, 'Hartford', 41.7637, -72.6851),
      told(4, 'Vermont'),
    ]
    const { folder } = await buildSnapshot(t, { feed, now: new Date('2030-01-01T00:00:00Z') })
    assert.deepEqual(
      await rowsOf(folder, recipe('Connecticut by planning region, and by old county')),
      [
        ['09110', 'Capitol', '09003', '1'],
        ['09180', 'Southeastern Connecticut', '09011', '2'],
        ['09180', 'Southeastern Connecticut', '09015', '1'],
      ],
    )
  })
})

describe('the recipe about another snapshot', () => {
  it('takes for new what the other snapshot lacks, whatever the date of its edition', async (t) => {
    const root = await temporaryFolder(t)
    const nights = [
      { now: '2030-02-01', date: '2030-01-01', feed: [told(0, 'a'), told(1, 'b'), told(2, 'c')] },
      // Its edition is older than the snapshot before.
      {
        now: '2030-03-01',
        date: '2030-01-15',
        feed: [told(0, 'a'), told(1, 'b', { products: ['honey'] }), told(3, 'd')],
      },
    ]
    const built = []
    for (const { now, date, feed } of nights) {
      const source = {
        kind: 'farm-feed',
        path: await writeFeed(t, feed),
        retrieved_at: `${date}T00:00:00Z`,
      }
      built.push(await buildSnapshot(t, { root, sources: [source], now: new Date(now) }))
    }
    const sql = recipe('Changes since another snapshot')
    assert.deepEqual(await rowsOf(built.at(-1)!.folder, sql), [
      ['as before', '1', '1'],
      ['changed', '1', '1'],
      ['left', '1', '1'],
      ['new', '1', '1'],
    ])
  })
})

describe('the nearest seller of eggs', () => {
  it('offers eggs or any of their varieties', () => {
    const query = recipe('The nearest seller of eggs to each ZIP code')
    const listed = query.match(/'[^']*\beggs'/g)!.map((name) => name.slice(1, -1))
    assert.deepEqual(listed, vocabularyOf('products')!.kindsOf('eggs'))
  })
})
