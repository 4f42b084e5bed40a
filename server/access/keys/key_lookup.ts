import type { Tier } from '../../../data/schema/meta.ts'
import type { OriginPattern } from '../../http/addresses/page_origin.ts'
import { patternsOf } from './key_origins.ts'
import { hashSecret } from '../secret.ts'
import { after, attempt, type Eventual } from '../../eventual.ts'
import type { Store } from '../store/store.ts'
import { StoreUnavailable } from '../store/store_errors.ts'

/** The properties of a key that a request needs. */
export type ActiveKey = {
  id: string
  tier: Tier
  /** Origins that may use a browser key; undefined for a secret key. */
  origins?: OriginPattern[]
}

/** A rotated key's former secret opens it until `until_ms`. */
type Entry = { key: ActiveKey; until_ms: number }

/**
 * Finds active keys by their secret, from memory. Every look-up asks the store for commits since the last
 * look-up, and reads changed keys. So the next request sees every key that any process created, revoked,
 * rotated or moved to a tier.
 *
 * While the store doesn't answer, keys in memory stay valid for `grace_ms`.
 */
export class KeyLookup {
  readonly #store: Store
  readonly #grace_ms: number
  readonly #active = new Map<string, Entry>()
  readonly #hashesOf = new Map<string, string[]>()
  readonly #revoked = new Set<string>()
  #version = NaN
  #revision = 0
  #confirmed_ms = 0
  /** The time, by performance.now(), at which the store last confirmed the keys in memory. */
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
   * Returns the active key of a secret, or undefined if the text is unknown, revoked or not a key. All
   * cases take the same work, and only a hash is compared with stored keys, so timing reveals nothing about
   * them.
   *
   * Every look-up asks the store, unless it was asked since `since_ms` (performance.now()): one of several
   * simultaneous requests asks for all.
   *
   * Throws StoreUnavailable if the store doesn't answer and the key is not in memory, or the grace has
   * passed.
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

  /** Returns true if a secret that was not found belonged to a key that is revoked. */
  isRevoked(secret: string): boolean {
    return this.#revoked.has(hashSecret(secret))
  }

  /** Brings the keys in memory up to date; the grace counts from then. Throws StoreUnavailable. */
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

  /** True if the store has been away for longer than the grace: no key is found any more. */
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

  /** `version` was read before the rows: a commit in between causes another refresh, never a miss. */
  async #refresh(version: number): Promise<void> {
    const rows = await changedSecrets(this.#store, this.#revision)
    const applied = this.#revision
    const begun = new Set<string>()
    for (const row of rows) {
      // Another refresh may have applied this row, or a later state, in the meantime.
      if (row.revision <= applied) continue
      this.#revision = Math.max(this.#revision, row.revision)
      if (!begun.has(row.id)) this.#forget(row.id)
      begun.add(row.id)
      if (row.revoked_at === null) this.#remember(row)
      else this.#revoked.add(row.hash)
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

/** Reads the keys changed after a revision: one row per former secret, or one row without any. */
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
