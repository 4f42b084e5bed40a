import { dateOfDay, day_ms, epochDay, utcDay } from '../../../data/calendar.ts'
import { memoize } from '../../../data/memoize.ts'
import { instantOf } from '../instants.ts'
import { outcomes, type Outcome, type UsageOutcomesTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { dropOldEndpoints, EndpointCounts, endpointUse, type EndpointUse } from './endpoint_use.ts'
import { dropOldFailures, failuresOf, RecentFailures, type Failure } from './failures.ts'
import { PeriodicFlush, type FlushEffects } from './periodic_flush.ts'
import { addCounts, Unwritten } from './unwritten.ts'

export type DayOfUse = Omit<UsageOutcomesTable, 'key_id'>

/** A noted request; `detail` is the error text that the client received. */
export type NotedRequest = {
  request_id: string
  method: string
  path: string
  endpoint: string
  ms: number
  detail?: string | undefined
}

/** Number of UTC days kept and shown, including today. */
const daysKept = 90

/** Counts each key's requests by outcome: in memory, and every second in the store. */
export class Outcomes extends PeriodicFlush {
  readonly #store: Store
  readonly #unwritten = new Unwritten<UsageOutcomesTable>((into, more) => {
    for (const outcome of outcomes) into[outcome] += more[outcome]
  })
  readonly #endpoints = new EndpointCounts()
  readonly #failures = new RecentFailures()
  #droppedBefore = ''

  constructor(store: Store, effects: Partial<FlushEffects> = {}) {
    super(store, effects)
    this.#store = store
  }

  /** Counts one answered request of a key by its status. */
  note(key_id: string, status: number, request?: NotedRequest): void {
    const day = dateOf(epochDay(this.#store.now()))
    if (request) this.#noteRequest(key_id, day, status, request)
    const row = this.#unwritten.row(`${key_id}@${day}`, () => ({ key_id, day, ...nothing }))
    row[outcomeOf(status)] += 1
  }

  /** Returns a key's requests by outcome for each of the last 90 UTC days, oldest first. */
  async history(key_id: string): Promise<DayOfUse[]> {
    await this.catchUp()
    const days = lastDays(this.#store.now())
    const rows = await this.#store.db
      .selectFrom('usage_outcomes')
      .select(['day', ...outcomes])
      .where('key_id', '=', key_id)
      .where('day', '>=', days[0]!)
      .execute()
    const byDay = new Map(rows.map((row) => [row.day, row]))
    return days.map((day) => byDay.get(day) ?? { day, ...nothing })
  }

  /** Returns a key's requests in the last 30 UTC days by endpoint, status and latency. */
  async endpoints(key_id: string): Promise<EndpointUse[]> {
    await this.catchUp()
    return endpointUse(this.#store, key_id)
  }

  /** Returns a key's last failures, at most a hundred, newest first. */
  async failures(key_id: string): Promise<Failure[]> {
    await this.catchUp()
    return failuresOf(this.#store, key_id)
  }

  #noteRequest(
    key_id: string,
    day: string,
    status: number,
    { request_id, method, path, endpoint, ms, detail }: NotedRequest,
  ): void {
    this.#endpoints.note(key_id, day, endpoint, status, ms)
    if (detail === undefined) return
    const at = instantOf(this.#store.now())
    this.#failures.note(key_id, { request_id, at, method, path, status, detail })
  }

  protected override async write(): Promise<void> {
    await this.#unwritten.write((rows) => addCounts(this.#store.counts, 'usage_outcomes', rows))
    await this.#endpoints.write(this.#store)
    await this.#failures.write(this.#store)
    const [oldest = ''] = lastDays(this.#store.now())
    if (oldest === this.#droppedBefore) return
    await this.#store.db.deleteFrom('usage_outcomes').where('day', '<', oldest).execute()
    await dropOldEndpoints(this.#store)
    await dropOldFailures(this.#store, oldest)
    this.#droppedBefore = oldest
  }
}

/** Formatting a date costs more than the rest of `note`. */
const dateOf = memoize(dateOfDay)

const nothing = Object.fromEntries(outcomes.map((name) => [name, 0])) as Record<Outcome, number>

/** A redirect is an answer; only 304 means that the client has the content already. */
function outcomeOf(status: number): Outcome {
  if (status === 304) return 'not_modified'
  if (status === 429) return 'limited'
  if (status >= 500) return 'server_error'
  return status >= 400 ? 'client_error' : 'answered'
}

const lastDays = (now: Date) =>
  Array.from({ length: daysKept }, (_, n) => utcDay(now.getTime() - (daysKept - 1 - n) * day_ms))
