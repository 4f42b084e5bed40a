import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { isMainThread, parentPort } from 'node:worker_threads'
import Koa from 'koa'
import { answerCalls, Thread } from '../../data/calls.ts'
import { requireExpected, type Expected, type Request } from './requests.ts'

/**
 * The ceiling, a program: bare Koa that sends ready-made answers. It reads which server to take them
 * from on standard input, asks it for each once, prints its own address, and from then on answers
 * every request with the next of them, from the first again after the last.
 */
export type Original = {
  url: string
  requests: Request[]
  expected: Expected
  /** Threads that answer, on one port. */
  workers: number
}

type Answer = { status: number; type: string | null; body: Uint8Array | null }

if (isMainThread) await main()
else answerCalls(parentPort!, { serve })

async function main(): Promise<void> {
  const { url, requests, expected, workers } = (await json(process.stdin)) as Original
  const answers: Answer[] = []
  for (const request of requests) answers.push(await ask(url, request, expected))
  const port = await serve(answers, 0)
  for (let more = 1; more < workers; more++)
    await new Thread<{ serve: typeof serve }>(new URL(import.meta.url)).ask('serve', answers, port)
  process.stdout.write(`http://127.0.0.1:${port}\n`)
}

async function ask(url: string, { path, headers }: Request, expected: Expected): Promise<Answer> {
  const response = await fetch(new URL(path, url), { headers })
  const { status } = response
  const body = new Uint8Array(await response.arrayBuffer())
  requireExpected(expected, { status, bytes: body.length }, path)
  if (status === 304) return { status, type: null, body: null }
  return { status, type: response.headers.get('Content-Type'), body }
}

async function serve(answers: Answer[], port: number): Promise<number> {
  const bodies = answers.map(({ body }) => body && Buffer.from(body))
  let sent = 0
  const app = new Koa()
  app.use((context) => {
    const next = sent++ % answers.length
    const { status, type } = answers[next]!
    context.status = status
    if (type !== null) context.set('Content-Type', type)
    context.body = bodies[next]
  })
  const handle = app.callback()
  const server = createServer((request, response) => void handle(request, response))
  server.listen({ host: '127.0.0.1', port, reusePort: true })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
