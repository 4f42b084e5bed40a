import type { Tier } from '../../data/schema/meta.ts'

/**
 * The tables of the store, as the newest migration leaves them. Instants are ISO 8601 texts in UTC
 * with milliseconds, so that they sort and compare alike in every database.
 */
export type StoreSchema = {
  keys: KeysTable
  key_revision: { value: number }
  usage: UsageTable
  address_counts: AddressCountsTable
}

export type KeysTable = {
  /** UUID. */
  id: string
  /** SHA-256 of the key, hexadecimal. */
  hash: string
  /** The key's first characters, for lists. */
  prefix: string
  name: string
  tier: Tier
  /** Folded to lower case; null = made by the operator for no address. */
  email: string | null
  created_at: string
  /** null = active. */
  revoked_at: string | null
  /** The value of `key_revision` at the row's last change. */
  revision: number
}

/** Requests answered for a key on one UTC day; refused ones are not counted. */
type UsageTable = {
  key_id: string
  /** YYYY-MM-DD. */
  day: string
  count: number
  last_used_at: string
}

/** Counts per client address in windows that have not ended; older ones are deleted. */
type AddressCountsTable = {
  policy: string
  address: string
  /** When the window began. */
  window_start: string
  count: number
}
