import { z } from 'zod'
import type { Config } from '../config.ts'
import { text } from '../http/answer_fields.ts'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { apiRoute, type Route } from '../routes/route.ts'
import type { OpenApiDocument } from './model.ts'

/** Serves the description of the API, which is made when it is first asked for. */
export function openApiRoute(describe: (config: Config) => OpenApiDocument): Route {
  const bodies = new WeakMap<Config, ReadyBody>()
  const bodyFor = (config: Config) => {
    const bytes = () => Buffer.from(JSON.stringify(describe(config)))
    const body = bodies.get(config) ?? new ReadyBody('application/json; charset=utf-8', bytes)
    bodies.set(config, body)
    return body
  }
  return apiRoute({
    method: 'get',
    path: '/openapi.json',
    caller: anybody,
    counted: false,
    open: true,
    operation: 'getOpenApi',
    tag: 'Service',
    summary: 'This document; not counted against a limit, and open to scripts of any origin',
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document',
        schema: z.looseObject({ openapi: text('Version of the format', '3.1.0') }),
        headers: ['ETag', 'Cache-Control', 'Vary'],
      },
      304: { description: 'The client has it already', headers: ['ETag', 'Cache-Control'] },
    },
    answer: ({ coding }, { config }) => bodyFor(config).in(coding),
  })
}
