import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Koa from 'koa'
import { requireExpected, type Expected, type Request } from './requests.ts'

/**
 * The ceiling, a program: bare Koa that sends ready-made answers. It reads which server to take them
 * from on standard input, asks it for each once, prints its own address, and from then on answers
 * every request with the next of them, from the first again after the last.
 */
export type Original = { url: string; requests: Request[]; expected: Expected }

type Answer = { status: number; type: string | null; body: Buffer | null }

const { url, requests, expected } = (await json(process.stdin)) as Original
const answers: Answer[] = []
for (const request of requests) answers.push(await ask(request))

async function ask({ path, headers }: Request): Promise<Answer> {
  const response = await fetch(new URL(path, url), { headers })
  const { status } = response
  const body = Buffer.from(await response.arrayBuffer())
  requireExpected(expected, { status, bytes: body.length }, path)
  if (status === 304) return { status, type: null, body: null }
  return { status, type: response.headers.get('Content-Type'), body }
}

let sent = 0
const app = new Koa()
app.use((context) => {
  const { status, type, body } = answers[sent++ % answers.length]!
  context.status = status
  if (type !== null) context.set('Content-Type', type)
  context.body = body
})
const handle = app.callback()
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
