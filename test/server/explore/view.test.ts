import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Tier } from '../../../data/schema/meta.ts'
import { titleOf } from '../../../server/explore/search/heading.ts'
import { pathOf, possibleName, readAddress, viewOf } from '../../../server/explore/search/view.ts'
import { namelessSnapshot, snapshotNaming } from '../../support/nameless_snapshot.ts'

const now = new Date('2026-11-25T15:00:00Z')
const view = (querystring: string, tier: Tier = 'free') =>
  viewOf(readAddress(querystring, tier), namelessSnapshot, tier, now)

describe('viewOf(address, snapshot, tier, now)', () => {
  it('asks for what is grown in a way only where the tier has it', () => {
    const of = (tier: Tier) => view('q=organic+strawberries+in+Vermont', tier)
    const asked = { products: 'strawberries', state: 'VT', sort: '-quality_score' }
    assert.deepEqual(of('free').query, asked)
    assert.deepEqual(
      of('free').leftOut.map(({ text }) => text),
      ['organic'],
    )
    assert.deepEqual(of('paid').query, { ...asked, practices: 'organic' })
    assert.deepEqual(of('paid').leftOut, [])
  })

  it('joins the products of text and links; for other fields links come before the text', () => {
    const { query } = view('q=eggs+near+Danville,+VT&products=honey&radius=50')
    assert.deepEqual(query, {
      products: 'eggs,honey',
      near: 'Danville, VT',
      radius: '50',
      match: 'all',
    })
    assert.equal(view('q=CSAs+in+Vermont&state=NH').query.state, 'NH')
  })

  it('reads a text as it is told to', () => {
    assert.equal(view('q=vermont&as=name').query.q, 'vermont')
    assert.equal(view('q=Orange,+CA&as=place').query.near, 'Orange, CA')
    assert.equal(view('q=orange&as=product').query.products, 'oranges')
  })

  it('names a farm in the city of its listing, or offers a name of terms alone', () => {
    const of = (name: string, text: string) =>
      viewOf(readAddress(`q=${text}`, 'free'), snapshotNaming(name), 'free', now)
    assert.equal(
      titleOf(of('rollin tomato', 'Rollin+Tomato,+Fenner+TX')),
      'Farms named “Rollin Tomato” in Fenner, TX',
    )
    const corn = of('sweet corn', 'Sweet+Corn,+San+Antonio')
    assert.equal(titleOf(corn), 'Farms with sweet corn near San Antonio, TX')
    assert.equal(possibleName(corn), 'Sweet Corn')
    assert.equal(possibleName(of('sweet corn', 'Sweet+Corn,+Boise')), 'Sweet Corn, Boise')
  })

  it('takes place and day from their own fields before those of the text', () => {
    const { query, day } = view('q=eggs+near+Danville,+VT+on+Sunday&near=Albany,+NY&on=sat')
    assert.deepEqual([query.near, query.products, day], ['Albany, NY', 'eggs', 'sat'])
    assert.equal(view('q=eggs+on+Sunday').day, 'sun')
    assert.equal(view('near=Vermont').query.state, 'VT')
    assert.equal(titleOf(view('q=eggs&near=albany+ny')), 'Farms with eggs near Albany, NY')
    assert.equal(titleOf(view('near=44.41,+-72.14')), 'Farms near 44.41, -72.14')
    assert.equal(view('on=today').day, 'wed')
    assert.equal(readAddress('on=Saturday', 'free').on, 'sat')
    assert.equal(readAddress('on=someday', 'free').on, 'someday')
    assert.equal(view('on=date&date=2026-12-05').day, '2026-12-05')
  })

  it('has an address for each view, which is read as the same view', () => {
    for (const path of [
      '/',
      '/?q=eggs+near+Danville,+VT&place_type=csa,farm&radius=50&page=3',
      '/?q=orange&as=name&state=VT',
      '/?bbox=-72.2,44.3,-72.1,44.5',
      '/?q=eggs&near=Albany,+NY&on=sat&radius=50&said_since=3y',
      '/?compare=7484a2ae-4adb-544d-a29b-0c33faf12021&plan=f12b5245-76ad-577b-8b5f-22d267939d3c',
    ])
      assert.equal(pathOf(readAddress(path.split('?')[1] ?? '', 'free')), path)
  })
})
