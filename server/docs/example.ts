import type { OpenApiDocument } from '../openapi/model.ts'
import { schemaIn, type Operation, type Schema } from './reference.ts'

const deepest = 10

/**
 * A value that fits a schema, put together from the examples in it. Optional fields are omitted: they are
 * for some requests only, and contradict each other; those with a tier are not.
 */
export function exampleOf(document: OpenApiDocument, given: unknown, depth = 0): unknown {
  const schema = schemaIn(document, given)
  const stated = statedExample(schema)
  if (stated !== undefined) return stated
  if (depth === deepest) return null
  if (schema.type === 'array')
    return schema.items === undefined ? [] : [exampleOf(document, schema.items, depth + 1)]
  if (schema.properties === undefined) return plain(schema)
  return Object.fromEntries(
    Object.entries(schema.properties)
      .filter(([name, property]) => {
        const isOfTier = schemaIn(document, property)['x-tier'] !== undefined
        return schema.required?.includes(name) || isOfTier
      })
      .map(([name, property]) => [name, exampleOf(document, property, depth + 1)]),
  )
}

function statedExample(schema: Schema): unknown {
  const { examples, example, enum: values } = schema
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(examples) && examples.length > 0) return examples[0]
  return example ?? schema.default ?? values?.[0]
}

/** Of texts without an example. */
const ofFormats: Record<string, string> = {
  uri: 'https://farm.example.org/',
  'date-time': '2026-11-21T01:49:22Z',
  date: '2026-11-20',
  uuid: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
}

function plain({ type, format, minLength = 0, additionalProperties }: Schema): unknown {
  if ([type].flat().includes('null')) return null
  if (type === 'string') return ofFormats[format ?? ''] ?? 'text'.padEnd(minLength, ' text')
  if (type === 'boolean') return true
  if (type === 'object' || additionalProperties !== undefined) return {}
  return type === 'integer' || type === 'number' ? 0 : null
}

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
  'x-tier'?: string
}

export const parametersOf = ({ operation }: Operation): Parameter[] =>
  operation.parameters as Parameter[]

/** The text of a parameter's example, as it is sent. */
export function exampleText({ schema, example }: Parameter): string {
  const value = example ?? statedExample(schema)
  if (Array.isArray(value)) return value.map((each) => String(each).trim()).join(',')
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
}

/** Sent in the example of a request though it need not be. */
const usual = ['near', 'radius', 'since']

/** The path of a request as an example: with what must be sent, and where it is about. */
export function exampleRequest(each: Operation): string {
  const parameters = parametersOf(each)
  const path = each.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((own) => own.in === 'path' && own.name === name)
    return parameter ? exampleText(parameter) : `{${name}}`
  })
  const query = new URLSearchParams()
  for (const parameter of parameters)
    if (parameter.in === 'query' && (parameter.required || usual.includes(parameter.name)))
      query.set(parameter.name, exampleText(parameter))
  return query.size === 0 ? path : `${path}?${query.toString()}`
}
