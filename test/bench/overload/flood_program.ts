import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { Connection, type Received } from '../connection.ts'
import { anything, type Request } from '../requests.ts'

/**
 * A flood, a program: reads what to send on standard input, keeps a request under way on each of its
 * connections for some seconds, and prints what it got as JSON.
 */
export type Flood = { url: string; requests: Request[]; connections: number; seconds: number }

/** Answers by status, of the time in which all connections were open. */
export type FloodResult = { seconds: number; statuses: Record<string, number>; lost: number }

const { url, requests, connections, seconds } = (await json(process.stdin)) as Flood
const result: FloodResult = { seconds, statuses: {}, lost: 0 }
let isCounted = false
let sent = 0

const send = (connection: Connection) =>
  connection.send(requests[sent++ % requests.length]!, performance.now())
const events = {
  answered(connection: Connection, { status }: Received) {
    if (isCounted) result.statuses[status] = (result.statuses[status] ?? 0) + 1
    send(connection)
  },
  failed: () => result.lost++,
}

const together = 100
const between_ms = 20
for (let opened = 0; opened < connections; opened++) {
  send(new Connection(new URL(url), { name: 'a flood', ...anything }, events))
  if (opened % together === together - 1) await wait(between_ms)
}
await wait(1000) // until the server has accepted them
isCounted = true
const start_ms = performance.now()
await wait(1000 * seconds)
result.seconds = (performance.now() - start_ms) / 1000
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
