import type { Tier } from '../../data/schema/meta.ts'
import { hashSecret } from './secret.ts'
import type { Store } from './store.ts'

/** What a request needs to know of its key. */
export type ActiveKey = { id: string; tier: Tier }

/**
 * Finds active keys by their secret, from memory. Every look-up asks the store whether anything was
 * committed since the last one, and if so reads the keys that changed. A key made, revoked or
 * re-tiered by any process is therefore seen by the very next request.
 */
export class KeyLookup {
  readonly #store: Store
  readonly #active = new Map<string, ActiveKey>()
  #version = NaN
  #revision = 0

  private constructor(store: Store) {
    this.#store = store
  }

  static async open(store: Store): Promise<KeyLookup> {
    const lookup = new KeyLookup(store)
    await lookup.#refresh(store.version())
    return lookup
  }

  /**
   * Returns the active key of a secret, or undefined where the text is unknown, revoked or no key
   * at all. All of them take the same work, and the only thing compared with stored keys is a hash,
   * so that the time taken tells nothing of them.
   */
  async find(secret: string): Promise<ActiveKey | undefined> {
    const hash = hashSecret(secret)
    const version = this.#store.version()
    if (version !== this.#version) await this.#refresh(version)
    return this.#active.get(hash)
  }

  /** `version` was read before the rows: a commit in between means another refresh, never a miss. */
  async #refresh(version: number): Promise<void> {
    const rows = await this.#store.db
      .selectFrom('keys')
      .select(['id', 'tier', 'hash', 'revoked_at', 'revision'])
      .where('revision', '>', this.#revision)
      .orderBy('revision')
      .execute()
    const applied = this.#revision
    for (const { id, tier, hash, revoked_at, revision } of rows) {
      // Another refresh may have applied this row, or a later state of it, in the meantime.
      if (revision <= applied) continue
      this.#revision = revision
      if (revoked_at === null) this.#active.set(hash, { id, tier })
      else this.#active.delete(hash)
    }
    this.#version = version
  }
}
