import type { Tier } from '../../../data/schema/meta.ts'
import type { OriginPattern } from '../../http/addresses/page_origin.ts'
import { patternsOf } from './key_origins.ts'
import { hashSecret } from '../secret.ts'
import { after, attempt, type Eventual } from '../../eventual.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/store_errors.ts'

/** What a request needs to know of its key. */
export type ActiveKey = {
  id: string
  tier: Tier
  /** Those whose pages a browser key is for; a secret key has none. */
  origins?: OriginPattern[]
}

/** A former secret of a rotated key opens it for a while longer. */
type Entry = { key: ActiveKey; until_ms: number }

/**
 * Finds active keys by their secret, from memory. Every look-up asks the store whether anything was
 * committed since the last one, and if so reads the keys that changed. So the very next request sees
 * that any process has made, revoked, rotated or re-tiered a key.
 *
 * While the store doesn't answer, keys in memory stay valid for `grace_ms`.
 */
export class KeyLookup {
  readonly #store: Store
  readonly #grace_ms: number
  readonly #active = new Map<string, Entry>()
  readonly #hashesOf = new Map<string, string[]>()
  #version = NaN
  #revision = 0
  #confirmed_ms = 0
  /** When the store was asked for what is in memory, by performance.now(). */
  #asked_ms = -Infinity
  #isConfirmed = false

  private constructor(store: Store, grace_ms: number) {
    this.#store = store
    this.#grace_ms = grace_ms
  }

  static async open(store: Store, { grace_ms = 300_000 } = {}): Promise<KeyLookup> {
    const lookup = new KeyLookup(store, grace_ms)
    await lookup.confirm()
    return lookup
  }

  /**
   * Returns the active key of a secret, or undefined where the text is unknown, revoked or no key
   * at all. All of these take the same work, and only a hash is compared with stored keys, so that
   * the time taken reveals nothing of them.
   *
   * Every look-up asks the store; with `since_ms`, by performance.now(), only where it was not asked
   * since then: of requests that arrived at the same time, one asks for all.
   *
   * Throws StoreUnavailable where the store doesn't answer, for keys not in memory or after the
   * grace.
   */
  find(secret: string, since_ms = Infinity): Eventual<ActiveKey | undefined> {
    const hash = hashSecret(secret)
    if (this.#isConfirmed && this.#asked_ms >= since_ms) return this.#remembered(hash)
    return attempt(
      () => after(this.confirm(), () => this.#remembered(hash)),
      (error) => {
        const key = error instanceof StoreUnavailable && !this.isLost && this.#remembered(hash)
        if (key) return key
        throw error
      },
    )
  }

  /**
   * Makes sure that the keys in memory are those of the store. The grace counts from the last time
   * that this worked. Throws StoreUnavailable where the store doesn't answer.
   */
  confirm(): Eventual<void> {
    return attempt(
      () => {
        const asked_ms = performance.now()
        const current = after(this.#store.version(), (version) =>
          version === this.#version ? undefined : this.#refresh(version),
        )
        return after(current, () => {
          this.#asked_ms = asked_ms
          this.#confirmed_ms = this.#now_ms()
          this.#isConfirmed = true
        })
      },
      (error) => {
        this.#isConfirmed = false
        throw error
      },
    )
  }

  /** Whether the store has been away for longer than the grace, so that no key is found any more. */
  get isLost(): boolean {
    return !this.#isConfirmed && this.#now_ms() - this.#confirmed_ms > this.#grace_ms
  }

  #now_ms(): number {
    return this.#store.now().getTime()
  }

  #remembered(hash: string): ActiveKey | undefined {
    const entry = this.#active.get(hash)
    if (entry === undefined) return undefined
    if (entry.until_ms !== Infinity && this.#now_ms() >= entry.until_ms) return undefined
    return entry.key
  }

  /** `version` was read before the rows: a commit in between means another refresh, never a miss. */
  async #refresh(version: number): Promise<void> {
    const rows = await changedSecrets(this.#store, this.#revision)
    const applied = this.#revision
    const begun = new Set<string>()
    for (const row of rows) {
      // Another refresh may have applied this row, or a later state of it, in the meantime.
      if (row.revision <= applied) continue
      this.#revision = Math.max(this.#revision, row.revision)
      if (!begun.has(row.id)) this.#forget(row.id)
      begun.add(row.id)
      if (row.revoked_at === null) this.#remember(row)
    }
    this.#version = version
  }

  #forget(id: string): void {
    for (const hash of this.#hashesOf.get(id) ?? []) this.#active.delete(hash)
    this.#hashesOf.delete(id)
  }

  #remember({ id, tier, origins, hash, former_hash, valid_until }: ChangedSecret): void {
    const key = { id, tier, ...(origins !== null && { origins: patternsOf(origins) }) }
    const hashes = this.#hashesOf.get(id) ?? []
    this.#active.set(hash, { key, until_ms: Infinity })
    hashes.push(hash)
    if (former_hash !== null && valid_until !== null) {
      this.#active.set(former_hash, { key, until_ms: Date.parse(valid_until) })
      hashes.push(former_hash)
    }
    this.#hashesOf.set(id, hashes)
  }
}

type ChangedSecret = Awaited<ReturnType<typeof changedSecrets>>[number]

/** Reads the keys changed after a revision, a row for each of their former secrets, if any. */
const changedSecrets = (store: Store, after_revision: number) =>
  store.db
    .selectFrom('keys')
    .leftJoin('former_secrets as former', 'former.key_id', 'keys.id')
    .select([
      'keys.id',
      'keys.tier',
      'keys.origins',
      'keys.hash',
      'keys.revoked_at',
      'keys.revision',
    ])
    .select(['former.hash as former_hash', 'former.valid_until'])
    .where('keys.revision', '>', after_revision)
    .orderBy('keys.revision')
    .execute()
