import { spawn } from 'node:child_process'
import { Agent, get, type RequestOptions } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { program } from '../command.ts'
import { percentile } from '../meter.ts'
import type { Request } from '../requests.ts'
import type { RealServer } from '../real_server.ts'
import type { Flood, FloodResult } from './flood_program.ts'

/** How a server stood more requests than it can answer. */
export type Flooded = {
  name: string
  connections: number
  /** Answers a second to 16 connections, and to those of the flood; and how many a second were refused. */
  calm_per_s: number
  answered_per_s: number
  refused_per_s: number
  lost: number
  /** Of the former two. */
  goodput: number
  /** A client that sends ten requests a second, with a key of its own. */
  modest: Asked
  /** /healthz, ten times a second, each on a connection of its own. */
  health: Asked
}

export type Asked = { requests: number; answered: number; p50_ms: number; p99_ms: number }

/** So many connections may one address have, with some to spare. */
const mostConnections = 2400
const calmConnections = 16
const calmSeconds = 10
const overload = 4
const patience_s = 1

export type Timing = { seconds: number; warmUp_s: number }

/**
 * Has a server answer as many as it can, then four times as many: requests of one client, on as many
 * connections as that takes when each waits out its patience, if one address may have so many. `modest`
 * is a path for another client.
 */
export async function flood(
  name: string,
  server: RealServer,
  requests: () => Request,
  modest: () => string,
  { seconds, warmUp_s }: Timing,
  signal: AbortSignal,
): Promise<Flooded> {
  const given = { url: server.url.href, requests: Array.from({ length: 20_000 }, requests) }
  const calm = { ...given, connections: calmConnections }
  await floodFrom({ ...calm, seconds: warmUp_s }, signal)
  const before = await floodFrom({ ...calm, seconds: Math.min(seconds, calmSeconds) }, signal)
  const calm_per_s = answersOf(before)
  const wanted = Math.ceil(overload * calm_per_s * patience_s)
  const connections = Math.min(wanted, mostConnections)
  const over = new AbortController()
  const beside = Promise.all([
    askSteadily(server.url, over.signal, () => ({
      path: modest(),
      headers: { 'X-API-Key': server.keys.free },
      agent: keepingAlive,
    })),
    askSteadily(server.url, over.signal, () => ({ path: '/healthz', agent: false })),
  ])
  const during = await floodFrom({ ...given, connections, seconds }, signal)
  over.abort()
  const [modestly, health] = await beside
  const answered_per_s = answersOf(during)
  return {
    name,
    connections,
    calm_per_s,
    answered_per_s,
    refused_per_s: answersOf(during, '503'),
    lost: during.lost,
    goodput: answered_per_s / calm_per_s,
    modest: modestly,
    health,
  }
}

const answersOf = ({ statuses, seconds }: FloodResult, status = '200') =>
  (statuses[status] ?? 0) / seconds

/** Another process sends the flood, so that other clients are not held up by it. */
async function floodFrom(given: Flood, signal: AbortSignal): Promise<FloodResult> {
  const path = program('test/bench/overload/flood_program.ts')
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 2], signal })
  child.stdin!.end(JSON.stringify(given))
  return (await json(child.stdout!)) as FloodResult
}

const keepingAlive = new Agent({ keepAlive: true })
const interval_ms = 100

/** Sends a request every tenth of a second, whether or not the one before is answered. */
async function askSteadily(
  url: URL,
  over: AbortSignal,
  next: () => RequestOptions,
): Promise<Asked> {
  const asked: Promise<{ status: number; ms: number }>[] = []
  while (!over.aborted) {
    asked.push(ask(url, next()))
    await wait(interval_ms)
  }
  const outcomes = await Promise.all(asked)
  const took_ms = Float64Array.from(outcomes, ({ ms }) => ms).sort()
  return {
    requests: outcomes.length,
    answered: outcomes.filter(({ status }) => status === 200).length,
    p50_ms: percentile(took_ms, 50),
    p99_ms: percentile(took_ms, 99),
  }
}

function ask(url: URL, options: RequestOptions): Promise<{ status: number; ms: number }> {
  const start_ms = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; ms: number }>()
  get(url, options, (response) => {
    const end = () => resolve({ status: response.statusCode!, ms: performance.now() - start_ms })
    response.on('end', end).on('error', reject).resume()
  }).on('error', reject)
  return promise
}
