import {
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  type SchemaObject,
  resolved,
} from '../openapi/model.ts'

/** An operation of the API, and where it is. */
export type Operation = {
  id: string
  method: string
  path: string
  tag: string
  operation: WholeOperation
}

/** With its parameters and responses in place of references to them. */
type WholeOperation = Omit<OperationObject, 'parameters' | 'responses'> & {
  parameters: ParameterObject[]
  responses: Record<string, ResponseObject>
}

const methods = ['get', 'post', 'patch', 'delete']

/** Every operation of the document, in its order. */
export const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).flatMap(([method, described]) => {
      if (!methods.includes(method)) return []
      const operation = wholeOperation(document, described as OperationObject)
      const { operationId: id = '', tags: [tag = ''] = [] } = operation
      return [{ id, method: method.toUpperCase(), path, tag, operation }]
    }),
  )

function wholeOperation(document: OpenApiDocument, operation: OperationObject): WholeOperation {
  const { parameters = [], responses = {} } = operation
  return {
    ...operation,
    parameters: parameters.map((each) => resolved(document, each)),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [
        status,
        resolved<ResponseObject>(document, each),
      ]),
    ),
  }
}

/** Whether nothing is answered without a key. */
export function needsKey({ security = [] }: OperationObject): boolean {
  const ways = security.map((one) => Object.keys(one))
  return ways.some((way) => way.includes('apiKey')) && ways.every((way) => way.length > 0)
}

/** A schema as the pages read it: one that is named, or the first of several, in its place. */
export type Schema = SchemaObject & { 'x-tier'?: string; 'x-unit'?: string }

/** Follows names into the document, takes the first of several that is not null, and joins bases. */
export function schemaIn(document: OpenApiDocument, schema: unknown): Schema {
  if ((schema as { $ref?: string }).$ref !== undefined)
    return schemaIn(document, resolved(document, schema as SchemaObject))
  const { anyOf, oneOf, allOf = [], ...own } = schema as Schema
  const first = (anyOf ?? oneOf)?.find((each) => (each as Schema).type !== 'null')
  if (first !== undefined) return { ...schemaIn(document, first), ...own }
  if (allOf.length === 0) return schema as Schema
  const properties = allOf.map((base) => schemaIn(document, base).properties)
  return { ...own, properties: Object.assign({}, ...properties, own.properties) as Schemas }
}
type Schemas = NonNullable<Schema['properties']>

/** The schema of the JSON that an operation takes; undefined if it takes none. */
export const bodyOf = ({ operation }: Operation): unknown =>
  (operation.requestBody as { content?: Record<string, { schema?: unknown }> } | undefined)
    ?.content?.['application/json']?.schema

/** The schema of the JSON that an operation answers when all is well, and its status. */
export function answerOf(document: OpenApiDocument, { operation }: Operation) {
  const [status, response] =
    Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? []
  const content = response?.content ?? {}
  const schema = content['application/json']?.schema
  return {
    status,
    types: Object.keys(content),
    schema: schema === undefined ? undefined : schemaIn(document, schema),
  }
}
