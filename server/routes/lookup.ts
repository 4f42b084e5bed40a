import { z } from 'zod'
import { farm } from '../../data/schema/tables/farm.ts'
import { component, list, text, count, object, textOrNull } from '../http/answer_fields.ts'
import * as parameter from '../http/parameters/parameters.ts'
import { suggestionTypes } from '../query/suggest/fitting.ts'
import { suggestionsFor } from '../query/suggest/suggest.ts'
import { dataRoute } from './data_route.ts'
import { origin, snapshotId } from './lists/envelope.ts'
import { termFields } from '../../data/schema/serving/fields.ts'
import { measures } from '../../data/vocabulary/entry.ts'
import { vocabularyTerms } from '../query/vocabulary.ts'

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

const term = component('Term', 'Term of a controlled vocabulary', {
  field: z
    .enum(termFields)
    .meta({ description: 'Farm field that contains the term', example: 'products' }),
  name: text('Published name', 'grass-fed beef'),
  category: textOrNull('Group of the term', 'meat'),
  aliases: list('Aliases; requests may use any alias', z.string()),
  spanish: list('Spanish names; requests may use any', z.string()),
  broader: list('Broader terms; a request for a broader term also finds this term', z.string()),
  measure: z.enum(measures).nullable().meta({
    description: 'Unit in which prices of the product are compared; null = not comparable',
    example: 'lb',
  }),
  farms: count('Farms with the term or a variety; for paid fields absent with a free key', {
    unit: 'farms',
    example: 12,
  }).optional(),
})

export const vocabulary = dataRoute({
  path: '/v1/vocabulary',
  operation: 'getVocabulary',
  tag: 'Farms',
  summary: 'List every term with its aliases',
  details:
    'Products, categories, certifications, practices, delivery options and payment methods, with the names that requests may use.',
  query: z.strictObject({
    field: parameter
      .someOf('field', termFields)
      .default([...termFields])
      .meta({ description: 'Fields whose terms to list', example: 'products' }),
    snapshot: parameter.snapshot,
  }),
  response: z.strictObject({
    data: list('Terms, by field, then by name', term),
    meta: object('Origin of the data', {
      count: count('Terms', { example: 1 }),
      snapshot: snapshotId,
    }),
  }),
  answer({ snapshot, tier, query: { field } }) {
    const data = vocabularyTerms(snapshot, field, tier)
    return { body: { data, meta: { count: data.length, snapshot: snapshot.id } } }
  },
})
