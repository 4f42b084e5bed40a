import type { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi'
import type { Config } from '../config.ts'
import type { DescribedAnswer, DescribedRoute, Route } from '../routes/route.ts'
import { securityOf } from './callers.ts'
import { headersOf } from './header_fields.ts'
import { listFormats } from './list_formats.ts'
import { problemResponses } from './problems.ts'
import { entryOf, sparseResponse } from './sparse.ts'

export function operationOf(route: DescribedRoute, config: Config): ZodOpenApiOperationObject {
  const { caller, params, query, body, deprecation } = route
  const { operation, tag, summary, details, heeds, answers } = route
  const answered = Object.entries(answers).map(([status, each]) => [
    status,
    each.component
      ? { $ref: `#/components/responses/${each.component}` }
      : responseOf(Number(status) < 300 ? byParameters(each, route) : each),
  ])
  return {
    operationId: operation,
    tags: [tag],
    summary,
    description: typeof details === 'function' ? details(config) : details,
    security: securityOf(caller),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(heeds && { header: heeds }),
    },
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { 'application/json': { schema: body.schema } },
      },
    }),
    responses: { ...Object.fromEntries(answered), ...problemResponses(route) },
    ...(caller.tier === 'paid' && { 'x-tier': 'paid' }),
    ...(deprecation && { deprecated: true }),
  }
}

type Response = DescribedAnswer & { others?: Record<string, z.ZodType> }

/** Additions to a good answer from its route's parameters, header fields and deprecation. */
function byParameters(described: DescribedAnswer, route: Route): Response {
  const { query, deprecation } = route
  const { schema, headers = [] } = described
  const takes = (name: string) => query !== undefined && name in query.shape
  return {
    ...described,
    ...(schema && takes('fields') && { schema: sparseResponse(schema) }),
    ...(schema && takes('format') && { others: listFormats(entryOf(schema)) }),
    headers: [
      ...headers,
      ...Object.keys(route.headers ?? {}),
      ...(takes('page') || deprecation ? ['Link'] : []),
      ...(takes('format') ? ['Content-Disposition', 'X-Ignored-Parameters'] : []),
      ...(deprecation ? ['Deprecation'] : []),
      ...(deprecation?.sunset ? ['Sunset'] : []),
    ],
  }
}

export function responseOf(response: Response): ZodOpenApiResponseObject {
  const { description, schema, types = [], others = {}, headers } = response
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
