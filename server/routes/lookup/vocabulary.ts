import { z } from 'zod'
import { measures } from '../../../data/vocabulary/entry.ts'
import { component, count, list, object, text, textOrNull } from '../../http/answer_fields.ts'
import * as parameter from '../../http/parameters/parameters.ts'
import { termsOf, vocabularyFields } from '../../query/vocabulary.ts'
import { dataRoute } from '../data_route.ts'
import { snapshotId } from '../lists/envelope.ts'

const term = component('Term', 'A term of a controlled vocabulary', {
  field: z
    .enum(vocabularyFields)
    .meta({ description: 'The field of a farm that holds it', example: 'products' }),
  name: text('The name that the directory publishes', 'grass-fed beef'),
  category: textOrNull('The group that it belongs to', 'meat'),
  aliases: list('Other words for it; requests may use any of them', z.string()),
  broader: list('What it is a kind of: a request for one of these finds it too', z.string()),
  measure: z.enum(measures).nullable().meta({
    description: 'What prices of a product are compared by; null = nothing',
    example: 'lb',
  }),
  farms: count(
    'Farms that have it or a kind of it; for paid keys where the field is for them, and absent for free ones',
    { unit: 'farms', example: 12 },
  ).optional(),
})

export const vocabulary = dataRoute({
  path: '/v1/vocabulary',
  operation: 'getVocabulary',
  tag: 'Farms',
  summary: 'Every product and other term that a request may name, with its other names',
  query: z.strictObject({
    field: parameter
      .someOf('field', vocabularyFields)
      .default([...vocabularyFields])
      .meta({ description: 'The fields whose terms are wanted', example: 'products' }),
    snapshot: parameter.snapshot,
  }),
  response: z.strictObject({
    data: list('The terms, field by field, by name', term),
    meta: object('Where they are from', { count: count('Terms'), snapshot: snapshotId }),
  }),
  answer({ snapshot, tier, query: { field } }) {
    const data = termsOf(snapshot, field, tier)
    return { body: { data, meta: { count: data.length, snapshot: snapshot.id } } }
  },
})
