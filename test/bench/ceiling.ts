import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import Koa from 'koa'

/**
 * The ceiling, a program: bare Koa that sends ready-made answers. It reads which server to take them
 * from on standard input, asks it for each once, prints its own address, and from then on answers
 * the same requests with the same status, content type and body.
 */
export type Original = { url: string; headers: Record<string, string>; paths: string[] }

type Answer = { status: number; type: string | null; body: Buffer | null }

const { url, headers, paths } = (await json(process.stdin)) as Original
const answers = new Map<string, Answer>()
for (const path of paths) answers.set(path, await ask(path))

async function ask(path: string): Promise<Answer> {
  const response = await fetch(new URL(path, url), { headers })
  const { status } = response
  const body = Buffer.from(await response.arrayBuffer())
  if (status === 304) return { status, type: null, body: null }
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body.toString()}`)
  return { status, type: response.headers.get('Content-Type'), body }
}

const app = new Koa()
app.use((context) => {
  const { status, type, body } = answers.get(context.url)!
  context.status = status
  if (type !== null) context.set('Content-Type', type)
  context.body = body
})
const handle = app.callback()
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
