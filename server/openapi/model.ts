import type { oas31 } from 'zod-openapi'

/** The pieces of an OpenAPI 3.1 document. */
export type OpenApiDocument = oas31.OpenAPIObject
export type OperationObject = oas31.OperationObject
export type ParameterObject = oas31.ParameterObject
export type ResponseObject = oas31.ResponseObject
export type SchemaObject = oas31.SchemaObject
export type ReferenceObject = oas31.ReferenceObject

/** A route's path in OpenAPI's form: `/v1/farms/:id` as `/v1/farms/{id}`. */
export const pathTemplate = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** Returns the target of a reference, overridden by the reference's own keys; any other part unchanged. */
export function resolved<Part extends object>(
  document: OpenApiDocument,
  part: Part | ReferenceObject,
): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
  const { $ref, ...own } = part
  const [, , kind, name] = $ref.split('/')
  const components = document.components as Record<string, Record<string, Part>> | undefined
  const target = components?.[kind!]?.[name!]
  if (!target) throw new Error(`the OpenAPI document has no ${$ref}`)
  return { ...resolved(document, target), ...own }
}
