import { day_ms, utcDay } from '../../../data/calendar.ts'
import { notOfClosed } from '../store/changes.ts'
import { addCountsIn, Unwritten } from './unwritten.ts'
import { latencies, type Latency, type UsageEndpointsTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** A key's requests to an endpoint by status and latency. */
export type EndpointUse = Omit<UsageEndpointsTable, 'key_id' | 'day'>

/** Number of UTC days kept and shown, including today. */
const daysKept = 30

/** Counts requests by key, endpoint, status and latency: in memory, until they are written. */
export class EndpointCounts {
  readonly #unwritten = new Unwritten<UsageEndpointsTable>((into, more) => {
    for (const each of latencies) into[each] += more[each]
  })

  note(key_id: string, day: string, endpoint: string, status: number, ms: number): void {
    const row = this.#unwritten.row(`${key_id}@${day}@${status}@${endpoint}`, () => ({
      key_id,
      day,
      endpoint,
      status,
      ...none,
    }))
    row[latencyOf(ms)] += 1
  }

  /** Writes the counts, except those for keys of accounts closed since. */
  write({ counts }: Store): Promise<void> {
    return this.#unwritten.write(async (rows) => {
      if (rows.length === 0) return
      await counts.transaction().execute(async (trx) => {
        await addCountsIn(trx, 'usage_endpoints', await notOfClosed(trx, rows))
      })
    })
  }
}

export async function dropOldEndpoints({ db, now }: Store): Promise<void> {
  await db.deleteFrom('usage_endpoints').where('day', '<', firstDay(now())).execute()
}

/** Returns a key's requests in the last thirty days, by endpoint and status. */
export async function endpointUse({ db, now }: Store, key_id: string): Promise<EndpointUse[]> {
  const rows = await db
    .selectFrom('usage_endpoints')
    .select(['endpoint', 'status'])
    .select(({ fn }) => latencies.map((each) => fn.sum(each).as(each)))
    .where('key_id', '=', key_id)
    .where('day', '>=', firstDay(now()))
    .groupBy(['endpoint', 'status'])
    .orderBy('endpoint')
    .orderBy('status')
    .execute()
  // PostgreSQL returns sums as text.
  return rows.map((row) => {
    const counts = latencies.map((each) => [each, Number(row[each])])
    const { endpoint, status } = row
    return { endpoint, status, ...(Object.fromEntries(counts) as Record<Latency, number>) }
  })
}

const firstDay = (now: Date): string => utcDay(now.getTime() - (daysKept - 1) * day_ms)

const none = Object.fromEntries(latencies.map((each) => [each, 0])) as Record<Latency, number>

function latencyOf(ms: number): Latency {
  if (ms <= 5) return 'within_5_ms'
  if (ms <= 25) return 'within_25_ms'
  if (ms <= 100) return 'within_100_ms'
  return ms <= 500 ? 'within_500_ms' : 'slower'
}
