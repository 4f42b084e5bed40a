import type { oas31 } from 'zod-openapi'

/** The pieces of an OpenAPI 3.1 document. */
export type OpenApiDocument = oas31.OpenAPIObject
export type OperationObject = oas31.OperationObject
export type ParameterObject = oas31.ParameterObject
export type ResponseObject = oas31.ResponseObject
export type SchemaObject = oas31.SchemaObject
export type ReferenceObject = oas31.ReferenceObject
