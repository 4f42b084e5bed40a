import { z } from 'zod'
import { openFarm } from '../http/farm_json.ts'
import { JsonBody } from '../http/json_body.ts'
import * as parameter from '../http/parameters.ts'
import { farmHours, farmProducts } from '../query/farm_record.ts'
import { rowOf } from '../query/row_of.ts'
import { openState } from '../query/open_state.ts'
import { dataRoute } from './route.ts'

const params = z.object({ id: parameter.uuid })
const query = z.strictObject({ snapshot: parameter.snapshot })

export const farm = dataRoute({
  path: '/v1/farms/:id',
  summary: 'Everything about one farm',
  tier: 'free',
  params,
  query,
  answer({ snapshot, tier, params: { id } }) {
    const body = new JsonBody().text('{"data":')
    openFarm(body, snapshot, rowOf(snapshot, id), tier, 'profile')
    return { body: body.text('}}').toBuffer() }
  },
})

export const products = dataRoute({
  path: '/v1/farms/:id/products',
  summary: 'What one farm offers: names, or for paid keys listings with prices',
  tier: 'free',
  params,
  query,
  answer({ snapshot, tier, params: { id } }) {
    const { farm_name, names, listings } = farmProducts(snapshot, rowOf(snapshot, id))
    const offered = tier === 'paid' ? listings : names
    const product_count = offered && offered.length
    return { body: { data: { farm_id: id, farm_name, product_count, products: offered } } }
  },
})

export const hours = dataRoute({
  path: '/v1/farms/:id/hours',
  summary: 'When one farm is open, and whether it is now',
  tier: 'paid',
  params,
  query,
  answer({ snapshot, params: { id }, now }) {
    const hours = farmHours(snapshot, rowOf(snapshot, id))
    const { open, next_change } = openState(hours.hours_json, now)
    return { body: { data: { farm_id: id, ...hours, open_now: open, next_change } } }
  },
})
