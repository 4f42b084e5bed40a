import type { OpenApiDocument, OperationObject, ParameterObject } from './model.ts'

/**
 * Moves each parameter that several operations have into the components, and leaves references. Its
 * component has the parameter's name, `near`. If different parameters share a name, it is named after the
 * first operation that has it, `getFarm.id`.
 */
export function shareParameters(document: OpenApiDocument): void {
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
export function dropUnused(document: OpenApiDocument): void {
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
