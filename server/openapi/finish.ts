import { isDeepStrictEqual } from 'node:util'
import type { Tier } from '../../data/schema/meta.ts'
import type { OpenApiDocument, ParameterObject, SchemaObject } from './model.ts'
import { eachParameter, eachSchema } from './walk.ts'

/** A schema with our own `.meta()` keys. */
type Annotated = SchemaObject & {
  aliases?: readonly string[]
  filledIn?: boolean
  tier?: Tier
  unit?: string
  nulls?: string
  source?: string
  since?: number
  values?: readonly string[]
}

/**
 * Converts a document into its published form: tier, unit and aliases from `.meta()` become `x-tier`,
 * `x-unit`, `x-aliases` and part of the description; fields for paid keys only are not required; lists in
 * query strings are comma-separated.
 */
export function finish(document: OpenApiDocument): OpenApiDocument {
  eachSchema(document, (schema) => hoist(schema))
  eachSchema(document, (schema) => annotate(schema))
  eachSchema(document, (schema) => requireFreeOnly(schema, document))
  eachParameter(document, finishParameter)
  return document
}

/** Keys of `.meta()` that are not published; the last four are for the dictionary. */
const own = ['tier', 'unit', 'example', 'aliases', 'nulls', 'source', 'since', 'values'] as const
const hoisted = ['description', 'tier', 'unit', 'example'] as const

/**
 * Moves the description of a nullable schema's one alternative to the schema; merges a plain type with
 * null.
 */
function hoist(schema: Annotated): void {
  const others = schema.anyOf?.filter((each) => (each as SchemaObject).type !== 'null') ?? []
  const [other] = others as Annotated[]
  if (!other || others.length > 1 || schema.anyOf?.length !== 2) return
  for (const key of hoisted) {
    if (other[key] === undefined) continue
    schema[key] ??= other[key]
    delete other[key]
  }
  if (typeof other.type === 'string' && !other.enum) nullable(schema, other)
}

/** Writes a type or null in the short form of JSON Schema. */
function nullable(schema: Annotated, { type, ...other }: Annotated): void {
  const { anyOf: _, ...own } = schema
  for (const key of Object.keys(schema)) delete schema[key as keyof Annotated]
  Object.assign(schema, { type: [type, 'null'], ...other, ...own })
}

function annotate(schema: Annotated): void {
  const { tier, unit, description, example, aliases } = schema
  for (const key of own) delete schema[key]
  if (unit) schema['x-unit'] = unit
  if (tier) schema['x-tier'] = tier
  if (aliases) schema['x-aliases'] = aliases
  const notes = [
    unit && ` (${unit})`,
    tier === 'paid' && ' · paid keys only',
    aliases && ` · also accepted as ${aliases.map((each) => `\`${each}\``).join(', ')}`,
  ]
  if (description) schema.description = description + notes.filter(Boolean).join('')
  if (example !== undefined) schema.examples = [fitting(example, schema)]
  withoutNoise(schema)
  closeTuple(schema)
}

/**
 * Closes a tuple by its length: some readers reject zod's `items: false`. A tuple of one schema is a list, as
 * openapi-fetch types it.
 */
function closeTuple(schema: Annotated): void {
  const { prefixItems } = schema
  if (!prefixItems) return
  const { length } = prefixItems
  const isList = prefixItems.every((each) => isDeepStrictEqual(each, prefixItems[0]))
  Object.assign(schema, {
    items: isList ? prefixItems[0] : schema.items || {},
    minItems: length,
    maxItems: length,
  })
  if (isList) delete schema.prefixItems
}

/** Converts a list's example from a query string to a list. */
function fitting(example: unknown, { type, items, prefixItems }: SchemaObject): unknown {
  if (typeof example !== 'string') return example
  if (type === 'integer') return Number(example)
  if (type !== 'array') return example
  const areNumbers = [items, prefixItems?.[0]].some(
    (each) => (each as SchemaObject)?.type === 'number',
  )
  return example.split(',').map((each) => (areNumbers ? Number(each) : each))
}

/** Removes zod's noise: patterns beside a format, the range of safe integers. */
function withoutNoise(schema: SchemaObject): void {
  if (schema.format) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const { propertyNames } = schema
  if (propertyNames && Object.keys(propertyNames).length === 1 && 'type' in propertyNames)
    delete schema.propertyNames
}

function requireFreeOnly(schema: SchemaObject, { components }: OpenApiDocument): void {
  const { required, properties } = schema
  if (!required || !properties) return
  const tierOf = (name: string) => {
    const property = properties[name]!
    if ('x-tier' in property || !property.$ref) return (property as SchemaObject)['x-tier']
    const target = components?.schemas?.[property.$ref.split('/').at(-1)!] as SchemaObject
    return target['x-tier']
  }
  schema.required = required.filter((name) => tierOf(name) !== 'paid')
  if (schema.required.length === 0) delete schema.required
}

function finishParameter(parameter: ParameterObject): void {
  const schema = parameter.schema as Annotated
  if (schema.description) parameter.description = schema.description
  delete schema.description
  if (schema['x-tier']) parameter['x-tier'] = schema['x-tier']
  if (schema['x-aliases']) parameter['x-aliases'] = schema['x-aliases']
  delete schema['x-aliases']
  if (schema.type === 'array') Object.assign(parameter, { style: 'form', explode: false })
  // Forms made from the document start with examples: only for required and `filledIn` parameters.
  const isFilledIn = parameter.required || schema.filledIn
  delete schema.filledIn
  if (isFilledIn && schema.examples) parameter.example = schema.examples[0]
}
