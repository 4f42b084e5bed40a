import type { Tier } from '../../../data/schema/meta.ts'

/**
 * The store's tables after the newest migration. Instants are ISO 8601 texts in UTC with milliseconds, so
 * they sort and compare alike in every database.
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
  key_requests: KeyRequestsTable
  reports: ReportsTable
  report_numbers: { value: number }
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
  /** The address of a key made without an account, lower case; null = none. */
  email: string | null
  /** JSON: origins that may use a browser key; null = a secret key. */
  origins: string | null
  /** The owner's account; null = none: made by email alone, or by the operator. */
  account_id: string | null
  created_at: string
  /** null = active. */
  revoked_at: string | null
  /** The value of `key_revision` at the row's last change. */
  revision: number
}

/** Rotated secrets, valid for a while longer. */
type FormerSecretsTable = {
  /** SHA-256 of the secret, hexadecimal. */
  hash: string
  /** Its first characters; null = unknown: replaced before prefixes were kept. */
  prefix: string | null
  key_id: string
  replaced_at: string
  /** The secret still opens its key until this instant, exclusive. */
  valid_until: string
}

/** A key's answered requests on one UTC day; refused ones are not counted. */
type UsageTable = {
  key_id: string
  /** YYYY-MM-DD. */
  day: string
  count: number
  last_used_at: string
}

export const outcomes = [
  'answered',
  'not_modified',
  'client_error',
  'limited',
  'server_error',
] as const
export type Outcome = (typeof outcomes)[number]

/** A key's requests by outcome on one UTC day (YYYY-MM-DD), refused ones included; kept for 90 days. */
export type UsageOutcomesTable = { key_id: string; day: string } & Record<Outcome, number>

export const latencies = [
  'within_5_ms',
  'within_25_ms',
  'within_100_ms',
  'within_500_ms',
  'slower',
] as const
export type Latency = (typeof latencies)[number]

/** A key's requests on one UTC day by endpoint (`GET /v1/farms/:id`) and status; kept for 30 days. */
export type UsageEndpointsTable = {
  key_id: string
  day: string
  endpoint: string
  status: number
} & Record<Latency, number>

/** The last 100 failures of each key. */
export type KeyFailuresTable = {
  /** UUID, the same as in the log. */
  request_id: string
  key_id: string
  at: string
  method: string
  /** Without the query string and keys, at most 200 characters. */
  path: string
  status: number
  /** The error text that the client received, at most 400 characters. */
  detail: string
}

/** Counts per client address in windows that have not ended; older ones are deleted. */
type AddressCountsTable = {
  policy: string
  address: string
  window_start: string
  count: number
}

/** Accounts with a confirmed email address. */
export type AccountsTable = {
  /** UUID. */
  id: string
  /** Lower case. */
  email: string
  created_at: string
  signed_in_at: string
}

/** Sign-ins requested and not yet confirmed. */
type SignInsTable = {
  /** SHA-256 of the mailed token. */
  hash: string
  /** SHA-256 of the requesting browser's or program's token. */
  asker_hash: string
  email: string
  /** The path to open afterwards. */
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
  /** The latest end of the session, used or not. */
  expires_at: string
  /** The User-Agent of the client that opened it, at most 300 characters; null = unknown. */
  agent: string | null
  /** The address of the client that opened it; null = unknown. */
  address: string | null
}

/**
 * Actions on keys and accounts with their actors and times. Rows are never deleted; only closing an account
 * changes them, to erase origins.
 */
export type AuditTable = {
  /** UUID. */
  id: string
  /** The order of changes: the value of `key_revision` after the change. */
  revision: number
  at: string
  /** `account ID`, `operator NAME`, or `email` for a key made without an account. */
  actor: string
  action: string
  key_id: string | null
  /** The prefix of the key's secret after the action; null = no key, or unknown. */
  key_prefix: string | null
  account_id: string | null
  /** JSON; never a secret. */
  detail: string | null
}

/** Requests for new keys that may be repeated for 24 hours: see key_requests.ts. */
type KeyRequestsTable = {
  /** SHA-256 of the sender and the Idempotency-Key. */
  hash: string
  body_hash: string
  /** The secret is derived from it and the Idempotency-Key, which is not stored. */
  salt: string
  key_id: string
  created_at: string
}

export const reportKinds = ['closed', 'moved', 'hours', 'other'] as const
export type ReportKind = (typeof reportKinds)[number]

/** `decided`: there is a decision, which the next build applies. `dismissed`: nothing changes. */
export type ReportOutcome = 'decided' | 'dismissed'

/** What visitors report about farms. Only `kind` and `at` are ever shown in public. */
export type ReportsTable = {
  /** Counts from 1; never used again. */
  number: number
  farm_id: string
  /** As the farm was called then. */
  farm_name: string
  kind: ReportKind
  note: string | null
  link: string | null
  /** The address to answer to; erased with the answer, and after 90 days. */
  email: string | null
  at: string
  /** null = open. */
  closed_at: string | null
  outcome: ReportOutcome | null
  /** `account ID` or `operator NAME`; null = open. */
  closed_by: string | null
}
