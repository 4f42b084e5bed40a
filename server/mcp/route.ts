import { createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Answer } from '../http/answer.ts'
import { Problem } from '../http/problem.ts'
import { askingHere } from '../ask/ask_here.ts'
import { agent } from '../routes/callers.ts'
import { page, type Http, type Route } from '../routes/route.ts'
import { toolServer } from './tool_server.ts'

/** One message: several at once would be several tool calls in one request of the key. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') })

/** The server sends nothing between messages: there are no subscriptions, and no open streams. */
const withoutStreams = { maxSubscriptions: 0, keepAliveMs: 0 }

/**
 * `POST /mcp`: the Model Context Protocol over streamable HTTP, without sessions. Its tools ask the data
 * routes with the tier of the key, or as a free key. Each message counts as one request.
 */
export const mcpRoute: Route = page({
  method: 'post',
  path: '/mcp',
  caller: agent,
  query: z.strictObject({}),
  body: { schema: message },
  headers: { 'Cache-Control': 'no-store' },
  async answer({ body, tier, http }, services) {
    const ask = askingHere(tier, services)
    const onFault = (err: unknown) => services.log.error({ err }, 'a tool failed')
    const server = () =>
      toolServer({ ask, clock: services.clock, site: services.publicUrl(), onFault })
    const handler = createMcpHandler(server, withoutStreams)
    return answerOf(await handler.fetch(requestOf(http), { parsedBody: body }))
  },
})

/** The header fields that the protocol looks at; no other reaches it, a key least of all. */
const heeded = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** The types of answers, which the SDK looks for by name: it reads no wildcards. */
const answerTypes = ['application/json', 'text/event-stream']

function requestOf(http: Http): Request {
  const headers = new Headers()
  for (const name of heeded) {
    const value = http.req.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (answerTypes.every((type) => http.accepts(type))) headers.set('accept', answerTypes.join())
  return new Request('http://localhost/mcp', { method: 'POST', headers })
}

async function answerOf(response: Response): Promise<Answer> {
  const { status } = response
  const type = response.headers.get('Content-Type')
  const body = Buffer.from(await response.arrayBuffer())
  if (status >= 400 && body.length > 0) throwRefusal(status, body)
  return { status, ...(type !== null && { content: { 'Content-Type': type } }), body }
}

/** The code of the SDK for requests that it refuses by their header fields. */
const refusedCode = -32000

function throwRefusal(status: number, body: Buffer) {
  const { code, message } = refusal.parse(JSON.parse(body.toString())).error
  if (code === refusedCode)
    throw new Problem(status === 406 ? 'not-acceptable' : 'bad-request', message)
}

const refusal = z.object({ error: z.object({ code: z.number(), message: z.string() }) })
