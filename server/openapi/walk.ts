import type { OpenApiDocument, ParameterObject, ReferenceObject, SchemaObject } from './model.ts'
import { isObject } from '../../data/plain_object.ts'

type Json = Record<string, unknown>

/** Keys whose values are data, not schemas. */
const opaque = new Set(['example', 'examples', 'default', 'enum', 'const'])
const named = ['properties', 'patternProperties', '$defs']
const listed = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const single = ['items', 'additionalProperties', 'propertyNames', 'not']

/** Visits every schema of a document, nested ones included, outer ones first. */
export function eachSchema(document: OpenApiDocument, visit: (schema: SchemaObject) => void): void {
  const { schemas = {}, ...others } = document.components ?? {}
  for (const schema of Object.values(schemas)) visitSchema(schema, visit)
  eachObject([others, document.paths], (object) => {
    if (isObject(object['schema'])) visitSchema(object['schema'], visit)
  })
}

function visitSchema(schema: unknown, visit: (schema: SchemaObject) => void): void {
  if (!isObject(schema)) return
  visit(schema)
  for (const key of named)
    for (const each of Object.values(schema[key] ?? {})) visitSchema(each, visit)
  for (const key of listed)
    for (const each of (schema[key] ?? []) as unknown[]) visitSchema(each, visit)
  for (const key of single) visitSchema(schema[key], visit)
}

/** Visits every parameter, of one operation or shared by several. */
export function eachParameter(
  { components, paths }: OpenApiDocument,
  visit: (parameter: ParameterObject) => void,
): void {
  for (const parameter of Object.values(components?.parameters ?? {}))
    visit(parameter as ParameterObject)
  eachObject(paths, ({ parameters }) => {
    for (const parameter of (parameters ?? []) as (ParameterObject | ReferenceObject)[])
      if (!('$ref' in parameter)) visit(parameter)
  })
}

function eachObject(value: unknown, visit: (object: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) eachObject(each, visit)
  if (!isObject(value)) return
  visit(value)
  for (const [key, each] of Object.entries(value))
    if (!opaque.has(key) && key !== 'schema') eachObject(each, visit)
}
