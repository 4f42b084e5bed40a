import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keptBuild } from './fixture_snapshot.ts'
import { wholeSeconds } from '../../pipeline/read/instant.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

type Line = Record<string, unknown>

const farm = (source_id: string, name: string, city: string, zip: string, more: Line): Line => ({
  source_id,
  name,
  place_type: 'farm',
  state: 'VT',
  city,
  zip,
  products: ['eggs', 'honey'],
  updated_at: '2026-05-01T00:00:00Z',
  ...more,
})
const eggs = (price: number, in_stock = true) => [
  { id: 'eggs', name: 'Eggs', price, unit: 'dozen', in_stock },
]

const elm = farm('elm', 'Elm Row Orchard', 'Danville', '05828', { phone: '802-555-0101' })
const birch = farm('birch', 'Birch Hollow Creamery', 'Barre', '05641', {
  product_listings: eggs(4.5),
})
const larch = farm('larch', 'Larch Gate Ranch', 'Stowe', '05672', { product_listings: eggs(6) })
const maple = farm('maple', 'Maple Bend Sugarworks', 'Rutland', '05701', {})
const aster = farm('aster', 'Aster Field Flowers', 'Bennington', '05201', {})
const cedar = farm('cedar', 'Cedar Point Poultry', 'Newport', '05855', {})
const quiet = farm('quiet', 'Quiet Harbor Greens', 'Burlington', '05401', {})
const ivy = farm('ivy', 'Ivy Lane Mushrooms', 'Brattleboro', '05301', {})
const york = farm('york', 'Hudson Reach Vineyard', 'Troy', '12180', { state: 'NY' })
const anvil = farm('anvil', 'Old Anvil Bison', 'Albany', '12207', { state: 'NY' })
const fern = farm('fern', 'Fern Valley Berries', 'Woodstock', '05091', {})

const toHampshire = { state: 'NH', city: 'Hanover', zip: '03755' }
const toVermont = { state: 'VT', city: 'Windsor', zip: '05089' }
const [farAway, atElm] = [
  { lat: 42.9, lng: -73.1 },
  { lat: 44.4113, lng: -72.1401 },
]
const elmThere = { ...elm, ...atElm }

/** What each night's feed lists, and where the map has an orchard named as the feed's Elm Row Orchard. */
const nights: { feed: Line[]; elmOnMap: { lat: number; lng: number } }[] = [
  {
    elmOnMap: farAway,
    feed: [elmThere, birch, larch, maple, aster, cedar, quiet, ivy, york, anvil],
  },
  // One is new, one is delisted, one has another price, one another name.
  {
    elmOnMap: farAway,
    feed: [
      elmThere,
      { ...birch, product_listings: eggs(5.25) },
      larch,
      { ...aster, name: 'Aster Field Flowers & Herbs' },
      { ...cedar, phone: '802-555-0102' },
      quiet,
      ivy,
      york,
      anvil,
      fern,
    ],
  },
  // That one is back, as it was; one is sold out; two change in paid fields only.
  {
    elmOnMap: farAway,
    feed: [
      elmThere,
      { ...birch, product_listings: eggs(5.25) },
      { ...larch, product_listings: eggs(6, false) },
      maple,
      { ...aster, name: 'Aster Field Flowers & Herbs' },
      { ...cedar, phone: '802-555-0103' },
      { ...quiet, description: 'Greens by the lake.' },
      ivy,
      york,
      anvil,
      fern,
    ],
  },
  // Two are found to be one, one moves out of the state and one in, and a price is what it was at first.
  {
    elmOnMap: atElm,
    feed: [
      elmThere,
      birch,
      { ...larch, product_listings: eggs(6, false) },
      maple,
      { ...aster, name: 'Aster Field Flowers & Herbs' },
      { ...cedar, phone: '802-555-0103' },
      { ...quiet, description: 'Greens by the lake.' },
      { ...ivy, ...toHampshire },
      { ...york, ...toVermont },
      anvil,
      fern,
    ],
  },
  // One has its old name again, one its stock; one leaves for good; the newest edition is a new one.
  {
    elmOnMap: atElm,
    feed: [
      elmThere,
      birch,
      larch,
      maple,
      aster,
      quiet,
      { ...ivy, ...toHampshire },
      { ...york, ...toVermont },
      { ...anvil, updated_at: '2026-06-04T00:00:00Z' },
      { ...fern, products: ['strawberries'] },
    ],
  },
]

/** The names of what `nights` lists: by these, a test tells which farm it speaks of. */
export const nightsFarms = { maple: maple['name'], birch: birch['name'], ivy: ivy['name'] } as {
  [Name in 'maple' | 'birch' | 'ivy']: string
}

/**
 * A build folder of one's own with five snapshots, a night apart, in which what is awkward for a copy
 * happens: the last is live. Their ids, the oldest first. Built once for the whole suite.
 */
export const fixtureNights = (life: Lifetime): Promise<BuiltNights> =>
  nightsIn(life, 'nights', nights)

/** The first three of them, without what changes in fields that free keys do not see. */
export const fixtureFreeNights = (life: Lifetime): Promise<BuiltNights> =>
  nightsIn(
    life,
    'free-nights',
    nights.slice(0, 3).map(({ feed, elmOnMap }) => ({ elmOnMap, feed: feed.map(withoutPaid) })),
  )

const paid = ['phone', 'description', 'product_listings']
const withoutPaid = (line: Line): Line =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !paid.includes(name)))

type BuiltNights = { root: string; ids: string[] }

async function nightsIn(life: Lifetime, name: string, built: typeof nights): Promise<BuiltNights> {
  const root = await keptBuild(life, name, (ownLife, folder) => buildNights(ownLife, folder, built))
  const ids = (await readdir(join(root, 'snapshots'))).toSorted()
  return { root, ids }
}

async function buildNights(life: Lifetime, root: string, built: typeof nights): Promise<void> {
  const { buildSnapshot } = await import('./built_snapshot.ts')
  for (const [index, { feed, elmOnMap }] of built.entries()) {
    const path = join(await temporaryFolder(life), 'map.geojson')
    const feature = {
      type: 'Feature',
      id: 'node/1',
      properties: { shop: 'farm', name: elm['name'] },
      geometry: { type: 'Point', coordinates: [elmOnMap.lng, elmOnMap.lat] },
    }
    await writeFile(path, JSON.stringify({ type: 'FeatureCollection', features: [feature] }))
    const now = new Date(Date.UTC(2026, 5, 1 + index, 2))
    const map = { kind: 'geojson', path, retrieved_at: wholeSeconds(now) }
    await buildSnapshot(life, { root, feed, sources: [map], now })
  }
}
