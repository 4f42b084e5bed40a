import { z } from 'zod'
import type { Config } from '../config.ts'
import { text } from '../http/answer_fields.ts'
import { ReadyBody } from '../http/ready_body.ts'
import { anybody } from '../routes/callers.ts'
import { apiRoute, notModified, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'

const bodies = new WeakMap<Config, ReadyBody>()

function bodyOf({ config, openApi }: Services): ReadyBody {
  const type = 'application/json; charset=utf-8'
  const body = bodies.get(config) ?? new ReadyBody(type, () => Buffer.from(openApi))
  bodies.set(config, body)
  return body
}

export const openApiRoute: Route = apiRoute({
  method: 'get',
  path: '/openapi.json',
  caller: anybody,
  counted: false,
  open: true,
  operation: 'getOpenApi',
  tag: 'Service',
  summary: 'OpenAPI description of this API',
  details:
    'This document. The request does not count against a limit, and scripts of any origin may read the answer.',
  answers: {
    200: {
      description: 'OpenAPI 3.1 document',
      schema: z.looseObject({ openapi: text('OpenAPI version', '3.1.0') }),
      headers: ['ETag', 'Cache-Control', 'Vary'],
    },
    304: notModified,
  },
  answer: ({ coding }, services) => bodyOf(services).in(coding),
})
