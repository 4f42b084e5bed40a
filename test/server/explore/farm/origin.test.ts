import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { originSection, timeline } from '../../../../server/explore/farm/origin.ts'
import type { HistoryChange, Run, Shown } from '../../../../server/explore/farm/profile.ts'

const run = (more: Partial<Run> = {}) =>
  ({
    source: 'usda-csa-directory',
    source_id: '1',
    first_edition: '2017-01-01',
    last_edition: '2018-01-01',
    name: 'Birch Farm',
    place_type: 'csa',
    city: 'Barre',
    state: 'VT',
    products: ['beef', 'eggs'],
    listed: true,
    ...more,
  }) as Run
const wordsIn = (selector: string, text = '') =>
  [...parseHTML(`<main>${text}</main>`).document.querySelectorAll(selector)].map((each) =>
    each.textContent.replaceAll(/\s+/g, ' ').trim(),
  )
const sentence = (...runs: Run[]) => {
  const shown = { farm: { sources: [] }, runs, changes: [], manifest: { sources: [] } }
  return wordsIn('p', originSection(shown as unknown as Shown).text)[0]
}

describe('originSection(shown)', () => {
  it('names the directories that list a farm now', () => {
    const gone = run({ source: 'usda-on-farm-directory', listed: false })
    assert.equal(
      sentence(run(), gone),
      'One public directory lists this farm: USDA CSA Directory (1 January 2018).',
    )
  })

  it('says on what they agree and differ; the order of products and unknown ones do not count', () => {
    const other = { source: 'usda-local-food-portal', last_edition: '2022-09-18' }
    const both =
      'Two public directories list this farm: USDA CSA Directory (1 January 2018) and USDA Local Food Portal (18 September 2022).'
    assert.equal(
      sentence(run(), run({ ...other, place_type: 'farm', products: ['eggs', 'beef'] })),
      `${both} Its listings agree on name, place and products, and differ on type.`,
    )
    assert.equal(
      sentence(run(), run({ ...other, products: null })),
      `${both} Its listings agree on name, place and type.`,
    )
  })
})

describe('originSection(shown) of a farm with values of earlier lists', () => {
  it('names their lists with what the page shows from each, and their terms', () => {
    const own = { source: 'market-list', edition: '2020-06-01', carried: false, fields: ['name'] }
    const fields = ['products', 'website', 'delivery_options']
    const old = { source: 'usda-csa-directory', edition: '2018-01-01', carried: true, fields }
    const credit = { publisher: 'USDA', licence: 'Public domain' }
    const shown = {
      farm: {
        sources: ['market-list'],
        products: ['eggs'],
        contact: { phone: null, email: null, website: 'https://farm.example.org/' },
        provenance: [own, old, { ...old, fields: ['hours'] }],
      },
      runs: [run({ source: 'market-list', last_edition: '2020-06-01' })],
      changes: [],
      manifest: { sources: ['market-list', 'usda-csa-directory'].map((source) => ({ ...credit, source })) }, // prettier-ignore
    }
    const { text } = originSection(shown as unknown as Shown)
    assert.equal(
      wordsIn('p', text)[0],
      'One public directory lists this farm: Market List (1 June 2020). Earlier lists add to it: USDA CSA Directory (1 January 2018) for products and website.',
    )
    assert.deepEqual(wordsIn('.sources li', text), [
      'Market List: USDA. License: Public domain',
      'USDA CSA Directory: USDA. License: Public domain',
    ])
  })
})

describe('timeline(runs, changes)', () => {
  it('words what each listing changed, newest first', () => {
    const later = { first_edition: '2018-06-01', last_edition: '2020-01-01', listed: false }
    const change = { change: 'changed', field: 'said_at' } as HistoryChange
    const shown = timeline(
      [run({ listed: false }), run({ ...later, name: 'Birch', products: ['eggs', 'honey'] })],
      [{ ...change, built_at: '2026-05-01T02:00:00Z' }],
    )
    assert.deepEqual(wordsIn('li', shown!.text), [
      '1 May 2026 This directory: changed said at',
      '1 January 2020 USDA CSA Directory lists it for the last time',
      '1 June 2018 USDA CSA Directory: added honey; name is now Birch; no longer lists beef',
      '1 January 2017 USDA CSA Directory lists it: Birch Farm, Barre, VT, 2 products',
    ])
    assert.equal(timeline([], []), null)
  })

  it('takes a listing that a source issued again for the same', () => {
    const again = { source_id: '2', first_edition: '2018-06-01', products: ['beef'] }
    assert.deepEqual(wordsIn('li', timeline([run(again), run({ listed: false })], [])!.text), [
      '1 June 2018 USDA CSA Directory: no longer lists eggs',
      '1 January 2017 USDA CSA Directory lists it: Birch Farm, Barre, VT, 2 products',
    ])
  })
})
