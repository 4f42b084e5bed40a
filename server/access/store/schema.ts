import type { Tier } from '../../../data/schema/meta.ts'

/**
 * The tables of the store after the newest migration. Instants are ISO 8601 texts in UTC
 * with milliseconds, so that they sort and compare alike in every database.
 */
export type StoreSchema = {
  keys: KeysTable
  former_secrets: FormerSecretsTable
  key_revision: { value: number }
  usage: UsageTable
  usage_outcomes: UsageOutcomesTable
  usage_endpoints: UsageEndpointsTable
  key_failures: KeyFailuresTable
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
  /** The address that it was made for without an account, lower case; null = none. */
  email: string | null
  /** JSON: the origins whose pages a browser key is for; null = a secret key. */
  origins: string | null
  /** The account that owns it; null = none: made by email alone, or by the operator. */
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
  /** Its first characters; null = not known: it was replaced before they were kept. */
  prefix: string | null
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

/** What came of a request, by its status. */
export const outcomes = [
  'answered',
  'not_modified',
  'client_error',
  'limited',
  'server_error',
] as const
export type Outcome = (typeof outcomes)[number]

/** Outcomes of a key's requests on one UTC day (YYYY-MM-DD), refused ones too; kept for 90 days. */
export type UsageOutcomesTable = { key_id: string; day: string } & Record<Outcome, number>

/** How long a request took, to be answered. */
export const latencies = [
  'within_5_ms',
  'within_25_ms',
  'within_100_ms',
  'within_500_ms',
  'slower',
] as const
export type Latency = (typeof latencies)[number]

/** Requests of a key on one UTC day by endpoint (`GET /v1/farms/:id`) and status; kept for 30 days. */
export type UsageEndpointsTable = {
  key_id: string
  day: string
  endpoint: string
  status: number
} & Record<Latency, number>

/** The last 100 failures of each key. */
export type KeyFailuresTable = {
  /** UUID, as the log has it. */
  request_id: string
  key_id: string
  at: string
  method: string
  /** Without the query string, without keys, at most 200 characters. */
  path: string
  status: number
  /** What the caller was told, at most 400 characters. */
  detail: string
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
  /** SHA-256 of the token that the asking browser or program keeps. */
  asker_hash: string
  email: string
  /** The path to go on to afterwards. */
  next: string
  expires_at: string
}

export type SessionsTable = {
  /** SHA-256 of the session's token. */
  hash: string
  account_id: string
  created_at: string
  /** The last use, to the minute. */
  seen_at: string
  /** The end, however much the session is used. */
  expires_at: string
  /** The User-Agent that it was opened with, at most 300 characters; null = not known. */
  agent: string | null
  /** The address of the client that it was opened from; null = not known. */
  address: string | null
}

/**
 * Who did what to keys and accounts, and when; rows are never deleted, and changed only where an
 * account is closed, whose origins they forget.
 */
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
  /** How the key's secret began after the action; null = no key, or not known. */
  key_prefix: string | null
  account_id: string | null
  /** JSON; never a secret. */
  detail: string | null
}
