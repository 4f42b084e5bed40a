import type { Tier } from '../../../data/schema/meta.ts'

/**
 * The tables of the store, as the newest migration leaves them. Instants are ISO 8601 texts in UTC
 * with milliseconds, so that they sort and compare alike in every database.
 */
export type StoreSchema = {
  keys: KeysTable
  former_secrets: FormerSecretsTable
  key_revision: { value: number }
  usage: UsageTable
  usage_outcomes: UsageOutcomesTable
  address_counts: AddressCountsTable
  accounts: AccountsTable
  sign_ins: SignInsTable
  sessions: SessionsTable
  audit: AuditTable
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
  /** The address that it was made for without an account, lower case; null = for none. */
  email: string | null
  /** The account that owns it; null = made by email only, or by the operator for nobody. */
  account_id: string | null
  created_at: string
  /** null = active. */
  revoked_at: string | null
  /** The value of `key_revision` at the row's last change. */
  revision: number
}

/** Secrets that a rotation replaced, valid for a while longer. */
type FormerSecretsTable = {
  /** SHA-256 of the secret, hexadecimal. */
  hash: string
  key_id: string
  /** When the rotation was. */
  replaced_at: string
  /** Up to, not including, this instant the secret still opens its key. */
  valid_until: string
}

/** Requests answered for a key on one UTC day; refused ones are not counted. */
type UsageTable = {
  key_id: string
  /** YYYY-MM-DD. */
  day: string
  count: number
  last_used_at: string
}

/** What came of a key's requests on one UTC day, refused ones too; kept for 90 days. */
export type UsageOutcomesTable = {
  key_id: string
  /** YYYY-MM-DD. */
  day: string
  answered: number
  not_modified: number
  client_error: number
  limited: number
  server_error: number
}

/** Counts per client address in windows that have not ended; older ones are deleted. */
type AddressCountsTable = {
  policy: string
  address: string
  /** When the window began. */
  window_start: string
  count: number
}

/** People who have confirmed an email address. */
export type AccountsTable = {
  /** UUID. */
  id: string
  /** Lower case. */
  email: string
  created_at: string
  signed_in_at: string
}

/** Sign-ins asked for and not yet confirmed. */
type SignInsTable = {
  /** SHA-256 of the token that was mailed. */
  hash: string
  /** SHA-256 of what the browser or program that asked was given. */
  asker_hash: string
  email: string
  /** The path to go on to. */
  next: string
  expires_at: string
}

type SessionsTable = {
  /** SHA-256 of the session's token. */
  hash: string
  account_id: string
  created_at: string
  /** The last use, to the minute. */
  seen_at: string
  /** It ends then, however much it is used. */
  expires_at: string
}

/** Who did what to keys and accounts, and when; nothing is ever changed or deleted here. */
export type AuditTable = {
  /** UUID. */
  id: string
  /** The order of changes: the value of `key_revision` after it. */
  revision: number
  at: string
  /** `account ID`, `operator NAME`, or `email` for a key made without an account. */
  actor: string
  action: string
  key_id: string | null
  account_id: string | null
  /** More about it, as JSON; never a secret. */
  detail: string | null
}
