import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { nights, type Night } from '../../../support/nights.ts'
import { publishedHistory } from '../../../support/published_history.ts'
import { told } from '../../../support/told_farms.ts'

const out = { decision: 'remove', source: 'farm-feed', source_id: 'b' }
const { next } = await nights({ after })
const first = await next([told(0, 'a'), told(1, 'b'), told(2, 'c')])
const decisions = [
  out,
  { ...out, decision: 'correct', source_id: 'a', field: 'name', value: 'New' },
]
const second = await next([told(0, 'a'), told(1, 'b'), told(2, 'c')], { decisions })
const third = await next([told(0, 'a'), told(1, 'b'), told(2, 'c', { name: 'Other' })])

/** The source ids that each file has. */
async function idsIn({ folder }: Night) {
  const history = await publishedHistory(folder)
  const ids = (rows: { source_id: string }[]) => [...new Set(rows.map((row) => row.source_id))]
  return {
    members: ids(history.listings_history),
    all: ids(history.public_listings_history),
    bridges: ids(history.bridges),
  }
}

describe('the history of listings', () => {
  it('has no row of a farm that was removed, of no night', async () => {
    assert.deepEqual(await idsIn(first), {
      members: ['a', 'b', 'c'],
      all: ['a', 'b', 'c'],
      bridges: ['a', 'b', 'c'],
    })
    assert.deepEqual(await idsIn(second), {
      members: ['a', 'c'],
      all: ['a', 'c'],
      bridges: ['a', 'c'],
    })
    assert.deepEqual(await idsIn(third), {
      members: ['a', 'c'],
      all: ['a', 'c'],
      bridges: ['a', 'c'],
    })
  })

  it('has what a source said, whatever corrections say', async () => {
    assert.equal(second.farms.find(({ id }) => id === second.farmOf('a'))!.name, 'New')
    const { listings_history } = await publishedHistory(second.folder)
    assert.deepEqual(
      listings_history.map(({ name, farm_id }) => [name, farm_id]),
      ['a', 'c'].map((id, at) => [
        ['Stone Creek Orchard', 'Old Anvil Vineyard'][at],
        second.farmOf(id),
      ]),
    )
  })

  it('tells apart what a source said on one date at several times', async () => {
    const { listings_history } = await publishedHistory(third.folder)
    assert.deepEqual(
      listings_history
        .filter(({ source_id }) => source_id === 'c')
        .map(({ name, first_edition, first_revision, last_revision }) => [
          name,
          first_edition,
          first_revision,
          last_revision,
        ]),
      [
        ['Old Anvil Vineyard', '2029-05-01', 1, 1],
        ['Other', '2029-05-01', 2, null],
      ],
    )
  })
})
