import { z } from 'zod'
import { farmRecord, farmWriter } from '../../query/farm_json.ts'
import { Fields, pick } from '../lists/fields.ts'
import { JsonBody } from '../../http/json_body.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { farmHours, farmProducts } from '../../query/farm_record.ts'
import { rowOf } from '../../query/row_of.ts'
import { haveGrownOld, openState } from '../../query/open_hours/open_at.ts'
import { resource, resourceOf } from '../lists/envelope.ts'
import { farmHoursData, farmProductsData, farmProfile } from './farm_response.ts'
import { dataRoute } from '../data_route.ts'

const ofFarm = {
  of: 'farm',
  params: z.object({ id: parameter.farmId }),
  query: z.strictObject({ snapshot: parameter.snapshot }),
} as const

type FarmProfile = z.infer<typeof farmProfile>
const fields = new Fields(farmProfile)

export const farm = dataRoute({
  path: '/v1/farms/:id',
  operation: 'getFarm',
  tag: 'Farms',
  summary: 'Get one farm with all its fields',
  details:
    'Free keys get the free fields; paid keys get every field. A merged farm redirects to the farm that contains it, and a delisted farm returns 410.',
  ...ofFarm,
  query: ofFarm.query.extend({ fields: fields.parameter }),
  response: resourceOf(farmProfile),
  answer({ snapshot, tier, params: { id }, query: { fields: asked } }) {
    fields.allow(asked, tier)
    const row = rowOf(snapshot, id)
    if (asked) {
      const data = pick(farmRecord(snapshot, row, tier, 'profile'), asked) as FarmProfile
      return { body: resource(snapshot, data) }
    }
    const body = new JsonBody().text('{"data":')
    farmWriter(snapshot, [row], tier, 'profile')(body, row)
    return { body: body.text(`},"meta":{"snapshot":"${snapshot.id}"}}`).toBuffer() }
  },
})

export const products = dataRoute({
  path: '/v1/farms/:id/products',
  operation: 'getFarmProducts',
  tag: 'Farms',
  summary: 'List the products of one farm',
  details: 'Free keys get product names; paid keys get product listings with prices and stock.',
  ...ofFarm,
  response: resourceOf(farmProductsData),
  answer({ snapshot, tier, params: { id } }) {
    const { farm_name, names, listings } = farmProducts(snapshot, rowOf(snapshot, id))
    const offered = tier === 'paid' ? listings : names
    const product_count = offered && offered.length
    const data = { farm_id: id, farm_name, product_count, products: offered }
    return { body: resource(snapshot, data) }
  },
})

export const hours = dataRoute({
  path: '/v1/farms/:id/hours',
  operation: 'getFarmHours',
  tag: 'Farms',
  summary: 'Get the opening hours of one farm',
  details:
    'Opening hours as text, as data and in OpenStreetMap notation, and whether the farm is open now. Paid keys only: free keys get status 403.',
  tier: 'paid',
  ...ofFarm,
  response: resourceOf(farmHoursData),
  usesClock: () => true,
  answer({ snapshot, params: { id }, now }) {
    const row = rowOf(snapshot, id)
    const hours = farmHours(snapshot, row)
    const { schedules } = snapshot
    const { open, next_change } = openState(schedules, row, now)
    const note = haveGrownOld(schedules, row, now) ? tooOld(hours.hours_confirmed_at) : null
    const data = { farm_id: id, ...hours, open_now: open, next_change, note }
    return { body: resource(snapshot, data) }
  },
})

const tooOld = (confirmedAt: string | null) =>
  `these hours were last confirmed on ${confirmedAt?.slice(0, 10)}, over three years ago: too old to tell whether it is open`
