import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { suggestionTypes } from '../../query/suggest/fitting.ts'
import { suggestionsFor } from '../../query/suggest/suggest.ts'
import { dataRoute } from '../data_route.ts'
import { origin } from '../lists/envelope.ts'

const suggestion = component('Suggestion', 'Completion of the text', {
  type: z.enum(suggestionTypes).meta({
    description: 'Type of the suggestion; decides which parameter is present',
    example: 'place',
  }),
  name: text('Text to show', 'Danville, VT'),
  detail: text(
    'Distinction from namesakes: type and state of a place, number of farms with a product, or location of a farm',
    'city in Vermont',
  ),
  near: text('Value for `near`; present for places', 'Danville, VT').optional(),
  product: text('Value for `product`; present for products', 'eggs').optional(),
  farm_id: farm.shape.id.meta({ description: 'Farm id; present for farms' }).optional(),
  parameter: text('Filter of lists; present for terms', 'payment_methods').optional(),
  value: text('Value of that filter; present for terms', 'SNAP').optional(),
})

export const suggest = dataRoute({
  path: '/v1/suggest',
  operation: 'suggest',
  tag: 'Farms',
  summary: 'Complete text to places, products, terms and farms',
  details:
    'Suggestions for a search box. Each contains the value to send next: `near`, `product`, `farm_id`, or `value` as the filter `parameter`. Typing errors are corrected.',
  query: z.strictObject({
    q: parameter.text.meta({
      description:
        'Text typed so far. Texts of four letters may have one typing error, of eight letters two',
      example: 'danv',
      aliases: ['query'],
    }),
    types: parameter
      .someOf('types', suggestionTypes)
      .default([...suggestionTypes])
      .meta({ description: 'Types to suggest', example: 'place,product' }),
    limit: parameter
      .integer(1, 20)
      .default(10)
      .meta({ description: 'Maximum number of suggestions', example: 10 }),
    snapshot: parameter.snapshot,
  }),
  response: z.strictObject({
    data: list('Suggestions, best first', suggestion),
    meta: origin,
  }),
  answer({ snapshot, query: { q, types, limit } }) {
    const data = suggestionsFor(snapshot, q, types, limit)
    return { body: { data, meta: { snapshot: snapshot.id } } }
  },
})
