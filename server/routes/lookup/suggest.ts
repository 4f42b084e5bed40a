import { z } from 'zod'
import { farm } from '../../../data/schema/tables/farm.ts'
import { component, list, object, text } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { suggestionTypes } from '../../query/suggest/fitting.ts'
import { suggest as suggestionsFor } from '../../query/suggest/suggest.ts'
import { dataRoute } from '../data_route.ts'
import { snapshotId } from '../lists/envelope.ts'

const suggestion = component('Suggestion', 'What the text may become', {
  type: z
    .enum(suggestionTypes)
    .meta({ description: 'What it is, and so which parameter follows', example: 'place' }),
  name: text('What to show', 'Danville, VT'),
  detail: text(
    'What tells it from others of its name: the kind of place and its state, how many farms have the product, where the farm is',
    'city in Vermont',
  ),
  near: text('Of a place: what to send as near', 'Danville, VT').optional(),
  product: text('Of a product: what to send as product', 'eggs').optional(),
  farm_id: farm.shape.id.meta({ description: 'Of a farm: its id' }).optional(),
})

export const suggest = dataRoute({
  path: '/v1/suggest',
  operation: 'suggest',
  tag: 'Farms',
  summary: 'Completes what a person types: places, products and farms, misspelt ones too',
  query: z.strictObject({
    q: parameter.text.meta({
      description:
        'What was typed so far; one typing error is forgiven from four letters on, two from eight',
      example: 'danv',
    }),
    types: parameter
      .someOf('types', suggestionTypes)
      .default([...suggestionTypes])
      .meta({ description: 'What is looked for', example: 'place,product' }),
    limit: parameter
      .integer(1, 20)
      .default(10)
      .meta({ description: 'The most suggestions', example: 10 }),
    snapshot: parameter.snapshot,
  }),
  response: z.strictObject({
    data: list('The suggestions, best first', suggestion),
    meta: object('Where they are from', { snapshot: snapshotId }),
  }),
  answer({ snapshot, query: { q, types, limit } }) {
    const data = suggestionsFor(snapshot, q, types, limit)
    return { body: { data, meta: { snapshot: snapshot.id } } }
  },
})
