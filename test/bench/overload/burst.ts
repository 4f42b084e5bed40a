import { Connection } from '../connection.ts'
import { percentile } from '../meter.ts'
import { anything, type Request } from '../requests.ts'

/** What became of requests that were sent at once. */
export type Burst = {
  requests: number
  /** How many were answered with 200. */
  answered: number
  /** How many were neither answered nor refused: their connection ended. */
  lost: number
  median_ms: number
  longest_ms: number
}

/** Sends requests at once, each on a connection of its own that is opened for it. */
export async function sendAtOnce(url: URL, requests: Request[]): Promise<Burst> {
  const start_ms = performance.now()
  const outcomes = await Promise.all(
    requests.map(async (request) => ({
      status: await statusOf(url, request),
      ms: performance.now() - start_ms,
    })),
  )
  const took_ms = Float64Array.from(outcomes, ({ ms }) => ms).sort()
  const count = (wanted: number | null) => outcomes.filter(({ status }) => status === wanted).length
  return {
    requests: requests.length,
    answered: count(200),
    lost: count(null),
    median_ms: percentile(took_ms, 50),
    longest_ms: took_ms.at(-1)!,
  }
}

/** The status of an answer; null if the connection ended without one. */
function statusOf(url: URL, request: Request): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const events = {
    answered: (connection: Connection, { status }: { status: number }) => {
      connection.close()
      resolve(status)
    },
    failed: () => resolve(null),
  }
  new Connection(url, { name: 'a burst', ...anything }, events).send(request, performance.now())
  return promise
}
