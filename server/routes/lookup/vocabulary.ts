import { z } from 'zod'
import { termFields } from '../../../data/schema/serving/fields.ts'
import { measures } from '../../../data/vocabulary/entry.ts'
import { component, count, list, object, text, textOrNull } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { vocabularyTerms } from '../../query/vocabulary.ts'
import { dataRoute } from '../data_route.ts'
import { snapshotId } from '../lists/envelope.ts'

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
