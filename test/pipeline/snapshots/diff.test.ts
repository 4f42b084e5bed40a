import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { diffLines, diffSnapshots } from '../../../pipeline/snapshots/diff.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const eggs = { name: 'Eggs', price: 5.4, unit: 'dozen' }
const farm = (id: string, change: object = {}) => ({
  source_id: id,
  name: `${id} Farm`,
  state: 'VT',
  products: ['eggs'],
  phone: `(802) 555-01${id.length.toString().padStart(2, '0')}`,
  ...change,
})

describe('diffSnapshots(before, after)', () => {
  it('counts farms that came, went and changed, by field, source and state', async (t) => {
    const root = join(await temporaryFolder(t), 'build')
    const before = await buildSnapshot(t, {
      root,
      feed: [
        farm('Birch', { product_listings: [eggs, { ...eggs, price: 6 }] }),
        farm('Cedarwood', { product_listings: [eggs] }),
        farm('Elm', { state: 'NH' }),
        farm('Juniper Hill'),
      ],
    })
    const after = await buildSnapshot(t, {
      root,
      feed: [
        farm('Birch', { product_listings: [{ ...eggs, price: 6 }, eggs] }),
        farm('Cedarwood', {
          products: ['honey'],
          lat: 44.4,
          lng: -72.1,
          product_listings: [{ ...eggs, price: 9.5 }],
        }),
        farm('Juniper Hill', { products: ['honey'] }),
        farm('Mulberry Lane', { state: 'ME' }),
      ],
    })
    const diff = await diffSnapshots(before.folder, after.folder)
    assert.deepEqual(diff, {
      farms: { before: 4, after: 4 },
      added: 1,
      gone: 1,
      merged: 0,
      changed: 2,
      fields: { products: 2, categories: 2, location: 1, product_listings: 1 },
      sources: { 'farm-feed': { added: 1, gone: 1 } },
      states: { ME: { added: 1, gone: 0 }, NH: { added: 0, gone: 1 } },
    })
    const text = diffLines('A', 'B', diff).join('\n')
    assert.match(text, /^A → B\nfarms: 4 → 4: 1 added, 1 gone \(0 of them merged into others\)$/m)
    assert.match(text, /^ +2 {2}products$/m)
    assert.match(text, /^ +\+1 +-0 {2}ME$/m)
  })

  it('finds nothing between a snapshot and itself', async (t) => {
    const { folder } = await buildSnapshot(t, { feed: [farm('Birch'), farm('Elm')] })
    const diff = await diffSnapshots(folder, folder)
    assert.deepEqual([diff.added, diff.gone, diff.changed], [0, 0, 0])
    assert.deepEqual([diff.fields, diff.sources, diff.states], [{}, {}, {}])
  })
})
