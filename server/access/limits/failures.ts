import { notOfClosed } from '../store/changes.ts'
import type { KeyFailuresTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

export type Failure = Omit<KeyFailuresTable, 'key_id'>

/** Number of failures kept per key, newest first. */
const keptOfKey = 100

/** Maximum number of unwritten failures; past that, keys with fewer than 100 note no more. */
const mostUnwritten = 10_000

const longestPath = 200
const longestDetail = 400

/** The last failures of each key: in memory until they are written, then in the store. */
export class RecentFailures {
  #unwritten = new Map<string, Failure[]>()
  #count = 0

  note(key_id: string, { path, detail, ...failure }: Failure): void {
    const own = this.#unwritten.get(key_id) ?? []
    if (own.length === keptOfKey) own.shift()
    else if (this.#count === mostUnwritten) return
    else this.#count++
    own.push({
      ...failure,
      path: shortened(path, longestPath),
      detail: shortened(detail, longestDetail),
    })
    this.#unwritten.set(key_id, own)
  }

  /** Writes the failures, except those of closed accounts, and keeps each key's last hundred. */
  async write({ counts }: Store): Promise<void> {
    if (this.#count === 0) return
    const [taken, count] = [this.#unwritten, this.#count]
    this.#unwritten = new Map()
    this.#count = 0
    try {
      await counts.transaction().execute(async (trx) => {
        const each = [...taken].map(([key_id, failures]) => ({ key_id, failures }))
        for (const { key_id, failures } of await notOfClosed(trx, each)) {
          const rows = failures.map((failure) => ({ key_id, ...failure }))
          await trx
            .insertInto('key_failures')
            .values(rows)
            .onConflict((conflict) => conflict.column('request_id').doNothing())
            .execute()
          await trx
            .deleteFrom('key_failures')
            .where('key_id', '=', key_id)
            .where('request_id', 'not in', (eb) =>
              eb
                .selectFrom('key_failures')
                .select('request_id')
                .where('key_id', '=', key_id)
                .orderBy('at', 'desc')
                .orderBy('request_id', 'desc')
                .limit(keptOfKey),
            )
            .execute()
        }
      })
    } catch (error) {
      this.#giveBack(taken, count)
      throw error
    }
  }

  /** Puts unwritten failures before those noted since. */
  #giveBack(taken: Map<string, Failure[]>, count: number): void {
    const since = this.#unwritten
    this.#unwritten = taken
    this.#count = count
    for (const [key_id, failures] of since)
      for (const failure of failures) this.note(key_id, failure)
  }
}

const shortened = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text

/** Returns a key's last failures, at most a hundred, newest first. */
export const failuresOf = ({ db }: Store, key_id: string): Promise<Failure[]> =>
  db
    .selectFrom('key_failures')
    .select(['request_id', 'at', 'method', 'path', 'status', 'detail'])
    .where('key_id', '=', key_id)
    .orderBy('at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(keptOfKey)
    .execute()

/** Deletes failures from before a UTC day, also for revoked keys. */
export async function dropOldFailures({ db }: Store, day: string): Promise<void> {
  await db.deleteFrom('key_failures').where('at', '<', day).execute()
}
