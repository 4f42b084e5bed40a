import type { Kysely } from 'kysely'
import { defaultFlushEffects, PeriodicFlush, type FlushEffects } from './periodic_flush.ts'
import type { StoreSchema, UsageOutcomesTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { Unwritten, writeInBatches } from './unwritten.ts'
import { momentOf } from './moment.ts'

/** What may come of a request, by its status. */
export const outcomes = [
  'answered',
  'not_modified',
  'client_error',
  'limited',
  'server_error',
] as const
export type Outcome = (typeof outcomes)[number]
type OutcomeCounts = Record<Outcome, number>
export type DayOfUse = { day: string } & OutcomeCounts

/** How many UTC days are kept and shown, today among them. */
const daysKept = 90

const day_ms = 24 * 60 * 60 * 1000

/** Counts what came of each key's requests: in memory, and every second in the store. */
export class Outcomes {
  readonly #store: Store
  readonly #flush: PeriodicFlush
  readonly #unwritten = new Unwritten(addOutcomes)
  #droppedBefore = ''
  #today = { day: '', ...momentOf(0, day_ms) }

  constructor(store: Store, effects: Partial<FlushEffects> = {}) {
    this.#store = store
    this.#flush = new PeriodicFlush(() => this.#write(), { ...defaultFlushEffects, ...effects })
  }

  /** Counts one request of a key that was answered with a status. */
  note(key_id: string, status: number): void {
    const day = this.#day()
    const row = this.#unwritten.row(`${key_id}@${day}`, () => ({ key_id, day, ...nothing }))
    row[outcomeOf(status)] += 1
  }

  /** Returns what came of a key's requests on each of the last 90 UTC days, oldest first. */
  async history(key_id: string): Promise<DayOfUse[]> {
    await this.flush()
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

  /** Writes the counts to the store. What can't be written is kept for the next time. */
  flush(): Promise<void> {
    return this.#flush.now()
  }

  /** Stops the flushing and writes what is left. */
  close(): Promise<void> {
    return this.#flush.close()
  }

  async #write(): Promise<void> {
    await this.#unwritten.write((rows) => writeInBatches(this.#store.db, rows, writeOutcomes))
    const [oldest = ''] = lastDays(this.#store.now())
    if (oldest === this.#droppedBefore) return
    await this.#store.db.deleteFrom('usage_outcomes').where('day', '<', oldest).execute()
    this.#droppedBefore = oldest
  }

  /** Writing out a date costs more than the rest of `note`, so the day's is kept. */
  #day(): string {
    const now_ms = this.#store.now().getTime()
    const { day, start_ms, end_ms } = this.#today
    if (now_ms >= start_ms && now_ms < end_ms) return day
    this.#today = { day: dayOf(now_ms), ...momentOf(now_ms, day_ms) }
    return this.#today.day
  }
}

const nothing: OutcomeCounts = {
  answered: 0,
  not_modified: 0,
  client_error: 0,
  limited: 0,
  server_error: 0,
}

/** A redirect is an answer; only 304 says that the caller has it already. */
function outcomeOf(status: number): Outcome {
  if (status === 304) return 'not_modified'
  if (status === 429) return 'limited'
  if (status >= 500) return 'server_error'
  return status >= 400 ? 'client_error' : 'answered'
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const lastDays = (now: Date) =>
  Array.from({ length: daysKept }, (_, n) => dayOf(now.getTime() - (daysKept - 1 - n) * day_ms))

function addOutcomes(into: UsageOutcomesTable, more: UsageOutcomesTable): void {
  for (const outcome of outcomes) into[outcome] += more[outcome]
}

const writeOutcomes = (db: Kysely<StoreSchema>, rows: UsageOutcomesTable[]) =>
  db
    .insertInto('usage_outcomes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'day'])
        .doUpdateSet((eb) =>
          Object.fromEntries(
            outcomes.map((name) => [
              name,
              eb(`usage_outcomes.${name}`, '+', eb.ref(`excluded.${name}`)),
            ]),
          ),
        ),
    )
    .execute()
