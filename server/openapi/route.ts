import { z } from 'zod'
import { ReadyBody } from '../http/ready_body.ts'
import { parseQueryString, readQuery } from '../http/parameters/query_string.ts'
import type { PlainRoute } from '../routes/plain_route.ts'
import type { OpenApiDocument } from './model.ts'

const noQuery = z.strictObject({})

/** Serves the description of the API, which is made when it is first asked for. */
export function openApiRoute(document: () => OpenApiDocument): PlainRoute {
  const body = new ReadyBody('application/json; charset=utf-8', () =>
    Buffer.from(JSON.stringify(document())),
  )
  return {
    method: 'get',
    path: '/openapi.json',
    describe: {
      operation: 'getOpenApi',
      summary: 'This document; not counted against a limit, and open to scripts of any origin',
      caller: 'anybody',
      answers: {
        200: {
          description: 'An OpenAPI 3.1 document',
          schema: z.looseObject({
            openapi: z.string().meta({ description: 'Version of the format', example: '3.1.0' }),
          }),
          headers: ['ETag', 'Cache-Control', 'Vary'],
        },
        304: { description: 'The client has it already', headers: ['ETag', 'Cache-Control'] },
      },
      problems: [],
    },
    handle: (context) => {
      readQuery(noQuery, parseQueryString(context.querystring))
      return body.answer(context)
    },
  }
}
