import type { OpenApiDocument, SchemaObject } from './model.ts'

type Schemas = Record<string, SchemaObject>

/**
 * Replaces repeated properties by references, so that a schema states only its required properties and its
 * additions. A schema with every property of `root`, which requires nothing, refers to `root`. Others, such
 * as `Competitor`, refer to the schema of their fields, `CompetitorFields`.
 */
export function inherit(document: OpenApiDocument, root: string): void {
  const schemas = document.components!.schemas as Schemas
  delete schemas[root]!.additionalProperties
  for (const [name, schema] of Object.entries(schemas)) {
    const base = [root, `${name}Fields`].find((each) => isPartOf(schemas[each], schema))
    if (base !== undefined && base !== name) schemas[name] = extending(base, schemas, schema)
  }
}

/** Returns true if a schema has every property of another. */
function isPartOf(base: SchemaObject | undefined, { properties = {} }: SchemaObject): boolean {
  return Object.entries(base?.properties ?? { '': {} }).every(
    ([name, property]) => JSON.stringify(properties[name]) === JSON.stringify(property),
  )
}

function extending(base: string, schemas: Schemas, schema: SchemaObject): SchemaObject {
  const { properties, additionalProperties, ...rest } = schema
  const inherited = schemas[base]!.properties!
  const own = Object.entries(properties!).filter(([name]) => !(name in inherited))
  return {
    ...rest,
    allOf: [{ $ref: `#/components/schemas/${base}` }],
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    ...(additionalProperties === false && { unevaluatedProperties: false }),
  }
}
