import type { OpenApiDocument, SchemaObject, OperationObject, ParameterObject } from './model.ts'

/** Keeps each repeated part of a document once. `root`: see `inherit`. */
export function compact(document: OpenApiDocument, root: string): OpenApiDocument {
  inherit(document, root)
  shareParameters(document)
  dropUnused(document)
  return document
}

type Schemas = Record<string, SchemaObject>

/**
 * Replaces repeated properties by references, so that a schema states only its required properties and its
 * additions. A schema with every property of `root`, which requires nothing, refers to `root`. Others, such
 * as `Competitor`, refer to the schema of their fields, `CompetitorFields`.
 */
function inherit(document: OpenApiDocument, root: string): void {
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

/**
 * Moves each parameter that several operations have into the components, and leaves references. Its
 * component has the parameter's name, `near`. If different parameters share a name, it is named after the
 * first operation that has it, `getFarm.id`.
 */
function shareParameters(document: OpenApiDocument): void {
  const uses = Map.groupBy(usesOf(document), ({ parameter }) => JSON.stringify(parameter))
  const shared = [...uses.values()].filter((same) => same.length > 1)
  const ofName = Map.groupBy(shared, (same) => same[0]!.parameter.name)
  const parameters: Record<string, ParameterObject> = {}
  for (const same of shared) {
    const { parameter, operation } = same[0]!
    const isOnly = ofName.get(parameter.name)!.length === 1
    const name = isOnly ? parameter.name : `${operation.operationId}.${parameter.name}`
    parameters[name] = parameter
    for (const { operation: each, at } of same)
      each.parameters![at] = { $ref: `#/components/parameters/${name}` }
  }
  document.components = { ...document.components, parameters }
}

type Use = { parameter: ParameterObject; operation: OperationObject; at: number }

const usesOf = ({ paths = {} }: OpenApiDocument): Use[] =>
  Object.values(paths).flatMap((item) =>
    Object.values(item as Record<string, OperationObject>).flatMap((operation) =>
      (operation.parameters ?? []).map((parameter, at) => ({
        parameter: parameter as ParameterObject,
        operation,
        at,
      })),
    ),
  )

/** Drops unused responses, then unused header fields. */
function dropUnused(document: OpenApiDocument): void {
  const components = document.components as Record<string, Record<string, unknown>>
  for (const kind of ['responses', 'headers']) {
    const text = JSON.stringify(document)
    components[kind] = Object.fromEntries(
      Object.entries(components[kind]!).filter(([name]) =>
        text.includes(`"#/components/${kind}/${name}"`),
      ),
    )
  }
}
