import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { targetOf, type Ask } from '../../../server/ask/ask.ts'
import { farm } from '../../../server/routes/farms/farm.ts'
import { search } from '../../../server/routes/farms/search.ts'
import { delivery } from '../../../server/routes/market/delivery.ts'
import { prices } from '../../../server/routes/market/prices.ts'

const id = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'

describe('targetOf(route, asked)', () => {
  it('writes path and query; undefined is not sent', () => {
    const asked = { near: 'Danville, VT', radius: 25, q: undefined }
    assert.equal(targetOf(search, asked), '/v1/search?near=Danville%2C+VT&radius=25')
    assert.equal(targetOf(farm, { id }), `/v1/farms/${id}`)
    assert.equal(targetOf(farm, { id, fields: 'name' }), `/v1/farms/${id}?fields=name`)
  })
})

describe('ask(route, asked)', () => {
  it('has the types of the route: the compiler refuses what the route does not have', () => {
    const given = { near: '05828', radios: 25 }
    // Compiled, never called.
    const compiled = async (ask: Ask) => {
      // @ts-expect-error: misspelled
      await ask(search, { near: '05828', radios: 25 })
      // @ts-expect-error: misspelled in an object that is spread
      await ask(search, { ...given, page: 2 })
      // @ts-expect-error: `product` is required
      await ask(prices, { near: '05828' })
      // @ts-expect-error: neither has it
      await ask(Math.random() < 0.5 ? search : delivery, { radios: 25 })
      // @ts-expect-error: of the wrong type
      await ask(search, { near: ['05828'] })
      const { total_farms, location } = await ask(delivery, { near: '05828' })
      // @ts-expect-error: the body has no such field
      const { total } = await ask(delivery, { near: '05828' })
      const farms: number = total_farms
      return { farms, name: location.name satisfies string | undefined, total: total as unknown }
    }
    assert.equal(typeof compiled, 'function')
  })
})
