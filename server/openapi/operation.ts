import type { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { Described, PlainRoute } from '../routes/plain_route.ts'
import { security } from './callers.ts'
import { headersOf } from './header_fields.ts'
import { problemResponses } from './problems.ts'
import { tagOf } from './tags.ts'

/** A route as an operation of the OpenAPI document. */
export function operationOf(
  route: Pick<PlainRoute, 'path' | 'describe'>,
): ZodOpenApiOperationObject {
  const { path, describe } = route
  const { operation, summary, details, caller, params, query, headers, body, answers } = describe
  const answered = Object.entries(answers).map(([status, each]) => [status, responseOf(each)])
  return {
    operationId: operation,
    tags: [tagOf(path)],
    summary,
    ...(details && { description: details }),
    security: security[caller],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { 'application/json': { schema: body.schema } },
      },
    }),
    responses: { ...Object.fromEntries(answered), ...problemResponses(route) },
  }
}

function responseOf({
  description,
  schema,
  types = [],
  others = {},
  headers,
}: Described): ZodOpenApiResponseObject {
  const json: Record<string, z.ZodType> = schema ? { 'application/json': schema } : {}
  const content = {
    ...Object.fromEntries(
      Object.entries({ ...json, ...others }).map(([type, each]) => [type, { schema: each }]),
    ),
    ...Object.fromEntries(types.map((type) => [type.split(';')[0]!, {}])),
  }
  return {
    description,
    headers: headersOf(headers),
    ...(Object.keys(content).length > 0 && { content }),
  }
}
