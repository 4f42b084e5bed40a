import { z } from 'zod'
import { availability as availabilityOf } from '../query/availability.ts'
import * as parameter from '../http/parameters.ts'
import { rowOf } from '../query/row_of.ts'
import { noParams } from './list.ts'
import { dataRoute } from './route.ts'

export const availability = dataRoute({
  path: '/v1/availability',
  summary: 'Whether a farm offers a product, and has it in stock',
  tier: 'free',
  params: noParams,
  query: z.strictObject({
    farm_id: parameter.uuid,
    product: parameter.text,
    snapshot: parameter.snapshot,
  }),
  answer: ({ snapshot, query: { farm_id, product } }) => ({
    body: {
      data: { farm_id, ...availabilityOf(snapshot, rowOf(snapshot, farm_id), product) },
    },
  }),
})
