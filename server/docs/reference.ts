import type { OpenApiDocument, OperationObject, SchemaObject } from '../openapi/model.ts'

/** An operation of the API, and where it is. */
export type Operation = {
  id: string
  method: string
  path: string
  tag: string
  operation: OperationObject
}

const methods = ['get', 'post', 'patch', 'delete']

/** Every operation of the document, in its order. */
export const operationsOf = ({ paths = {} }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, described]) => {
      if (!methods.includes(method)) return []
      const operation = described as OperationObject
      const { operationId: id = '', tags: [tag = ''] = [] } = operation
      return [{ id, method: method.toUpperCase(), path, tag, operation }]
    }),
  )

/** Whether nothing is answered without a key. */
export function needsKey({ security = [] }: OperationObject): boolean {
  const ways = security.map((one) => Object.keys(one))
  return ways.some((way) => way.includes('apiKey')) && ways.every((way) => way.length > 0)
}

/** A schema as the pages read it: one that is named, or the first of several, in its place. */
export type Schema = SchemaObject & { 'x-tier'?: string; 'x-unit'?: string }

/** Follows names into the document, and takes the first of several that is not null. */
export function schemaIn(document: OpenApiDocument, schema: unknown): Schema {
  const { $ref, anyOf, oneOf, ...own } = schema as Schema & { $ref?: string }
  if ($ref !== undefined) {
    const named = document.components?.schemas?.[$ref.split('/').at(-1)!]
    return { ...schemaIn(document, named), ...own }
  }
  const first = (anyOf ?? oneOf)?.find((each) => (each as Schema).type !== 'null')
  return first === undefined ? (schema as Schema) : { ...schemaIn(document, first), ...own }
}

/** The schema of the JSON that an operation answers when all is well, and its status. */
export function answerOf(document: OpenApiDocument, { operation }: Operation) {
  const [status, response] =
    Object.entries(operation.responses ?? {}).find(([each]) => each.startsWith('2')) ?? []
  const content = (response as { content?: Record<string, { schema?: unknown }> })?.content ?? {}
  const schema = content['application/json']?.schema
  return {
    status,
    types: Object.keys(content),
    schema: schema === undefined ? undefined : schemaIn(document, schema),
  }
}
