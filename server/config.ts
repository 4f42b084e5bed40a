import { z } from 'zod'
import { layout } from '../data/schema/layout.ts'
import {
  memory,
  number,
  oneOf,
  publicUrl,
  secretUrl,
  sender,
  someText,
  bucketUrl,
  snapshotId,
} from './config_values.ts'

const quota = (fallback: number, description: string) =>
  number(fallback, 1, 1e9).describe(description)

/** Every setting of the server, read from the environment. Each is described in the README. */
const environment = z.object({
  HOST: someText.default('127.0.0.1').describe('Address to listen on'),
  PORT: number(8080, 0, 65535).describe('Port to listen on; 0 = any free one'),
  WORKERS: number(1, 1, 64).describe(
    'Threads that answer requests, on one port; at most one a processor is of use',
  ),
  METRICS_HOST: someText.default('127.0.0.1').describe('Address of the metrics'),
  METRICS_PORT: number(9464, 0, 65535).describe('Port of the metrics for Prometheus; 0 = none'),
  BUILD_DIR: someText.default('build').describe('The build folder with the snapshots'),
  SNAPSHOTS_URL: bucketUrl.describe(
    'Where published snapshots are followed (`s3://BUCKET/PREFIX`, `https://…` or `file:///DIR`); they are downloaded into BUILD_DIR',
  ),
  SNAPSHOTS_POLL_SECONDS: number(5, 1, 3600).describe(
    'How often SNAPSHOTS_URL is asked which snapshot is the live one',
  ),
  SNAPSHOTS_KEPT: number(2, 2, 1000).describe(
    'Of SNAPSHOTS_URL: snapshots kept in BUILD_DIR, the live one and those before it',
  ),
  SNAPSHOT: snapshotId.describe(
    'Id of the snapshot to serve, whatever is live; none: the live one',
  ),
  STATE_DIR: someText.default('.state').describe('Folder of the key store, and of mails'),
  STORE_URL: secretUrl('postgres:', 'postgresql:').describe(
    'PostgreSQL database (`postgres://…`) for the store, instead of a file in STATE_DIR',
  ),
  STORE_GRACE_SECONDS: number(300, 0, 86_400).describe(
    'How long known keys go on while the store can not be read',
  ),
  LIMITS_URL: secretUrl('redis:', 'rediss:').describe(
    'Redis (`redis://…`) by which several servers count requests together',
  ),
  PUBLIC_URL: publicUrl.describe(
    'Address that people reach the server by, for links in mails; none: `http://HOST:PORT`',
  ),
  SMTP_URL: secretUrl('smtp:', 'smtps:').describe(
    'Mail server (`smtp://user:password@host:port`); none: mails go to files in STATE_DIR/mail',
  ),
  MAIL_FROM: sender.default('Farm Directory <no-reply@localhost>').describe('Sender of mails'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent')
    .default('info')
    .describe('Least level logged'),
  FREE_DAILY_LIMIT: quota(1000, 'Requests a UTC day for a free key'),
  PAID_DAILY_LIMIT: quota(100_000, 'Requests a UTC day for a paid key'),
  BROWSER_DAILY_LIMIT: quota(10_000, 'Requests a UTC day for a browser key, all visitors together'),
  VISITOR_MINUTE_LIMIT: quota(60, 'Requests a minute with one browser key, for a client address'),
  VISITOR_DAILY_LIMIT: quota(1000, 'Requests a UTC day with one browser key, for a client address'),
  ANONYMOUS_MINUTE_LIMIT: quota(120, 'Requests a minute without a valid key, for a client address'),
  CREATION_DAILY_LIMIT: quota(100, 'Keys created a UTC day, for a client address'),
  SIGN_IN_HOURLY_LIMIT: quota(30, 'Sign-ins asked for in an hour, for a client address'),
  SIGN_IN_MAIL_HOURLY_LIMIT: quota(
    5,
    'Sign-in mails sent in an hour to one address, for one client address',
  ),
  SIGN_IN_MAILBOX_HOURLY_LIMIT: quota(
    30,
    'Sign-in mails sent in an hour to one address, for all clients together',
  ),
  SESSION_IDLE_HOURS: number(168, 1, 8760).describe('A session ends when unused for so long'),
  SESSION_DAYS: number(30, 1, 365).describe('A session ends after so long, however much used'),
  TRUSTED_PROXIES: number(0, 0, 10).describe(
    'Proxies in front of the server whose X-Forwarded-For is believed',
  ),
  QUERY_DEADLINE_MS: number(5000, 100, 60_000).describe(
    'A query that is not done so long after its request came is ended with a 503',
  ),
  QUERY_CONNECTIONS: number(4, 1, 64).describe(
    'Queries that run at once, half of them for one caller; keep it under UV_THREADPOOL_SIZE',
  ),
  QUERY_MEMORY: memory.default('512MB').describe('Memory of DuckDB for each snapshot'),
  SETS_MEMORY_MB: number(64, 1, 65_536).describe(
    'Memory for the sets of farms that filters name, for each snapshot',
  ),
  PATIENCE_MS: number(250, 10, 60_000).describe(
    'How long requests may wait for their turn; where they would wait longer, some are refused',
  ),
  MAX_CONNECTIONS: number(10_000, 1, 1_000_000).describe('Connections at once, in all'),
  ADDRESS_CONNECTIONS: number(2500, 1, 1_000_000).describe(
    'Connections at once from one address; without effect where proxies are trusted',
  ),
  REQUEST_SECONDS: number(30, 1, 3600).describe(
    'How long a request may take to arrive; its header fields at most a third of that',
  ),
  KEEP_ALIVE_SECONDS: number(65, 1, 3600).describe(
    'How long an idle connection stays open; longer than a proxy in front keeps it, often 60',
  ),
  DRAIN_SECONDS: number(10, 0, 3600).describe('How long requests under way may take after SIGTERM'),
})

export const settings = environment.shape

/** A setting is wrong; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the configuration; an empty variable counts as unset. Throws a ConfigError that names what is wrong. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { data, error } = environment.safeParse(given)
  if (!data)
    throw new ConfigError(
      error.issues.map(({ path: [name], message }) => complaint(name, message, given)).join('; '),
    )
  return Object.freeze(configOf(data))
}
export type Config = ReturnType<typeof readConfig>

/** What is wrong with a setting; a value that may hold a password is not repeated. */
function complaint(name: PropertyKey | undefined, message: string, given: Record<string, unknown>) {
  const setting = String(name) as keyof typeof settings
  const { isSecret } = settings[setting].meta() ?? {}
  return `${setting}: ${isSecret ? 'it' : `\`${String(given[setting])}\``} ${message}`
}

type Settings = z.output<typeof environment>

const hour_ms = 60 * 60 * 1000

const configOf = (given: Settings) => ({
  host: given.HOST,
  port: given.PORT,
  workers: given.WORKERS,
  metrics:
    given.METRICS_PORT === 0 ? undefined : { host: given.METRICS_HOST, port: given.METRICS_PORT },
  layout: layout(given.BUILD_DIR),
  stateDir: given.STATE_DIR,
  storeUrl: given.STORE_URL || undefined,
  storeGrace_ms: given.STORE_GRACE_SECONDS * 1000,
  limitsUrl: given.LIMITS_URL || undefined,
  publicUrl: given.PUBLIC_URL || undefined,
  mail: { smtpUrl: given.SMTP_URL || undefined, from: given.MAIL_FROM },
  logLevel: given.LOG_LEVEL,
  quotas: quotasOf(given),
  emailKeyLimits: { active: 3, created_in_24_h: 5 },
  accountKeyLimits: { active: 5, created_in_24_h: 10 },
  session: {
    idle_ms: given.SESSION_IDLE_HOURS * hour_ms,
    total_ms: given.SESSION_DAYS * 24 * hour_ms,
  },
  trustedProxies: given.TRUSTED_PROXIES,
  snapshot: snapshotOf(given),
  following: followingOf(given),
  patience_ms: given.PATIENCE_MS,
  connections: {
    most: given.MAX_CONNECTIONS,
    mostOfAddress: given.ADDRESS_CONNECTIONS,
    requestTime_ms: given.REQUEST_SECONDS * 1000,
    keepAlive_ms: given.KEEP_ALIVE_SECONDS * 1000,
  },
  drain_s: given.DRAIN_SECONDS,
})

const quotasOf = (given: Settings) => ({
  free_per_day: given.FREE_DAILY_LIMIT,
  paid_per_day: given.PAID_DAILY_LIMIT,
  browser_per_day: given.BROWSER_DAILY_LIMIT,
  visitor_per_minute: given.VISITOR_MINUTE_LIMIT,
  visitor_per_day: given.VISITOR_DAILY_LIMIT,
  anonymous_per_minute: given.ANONYMOUS_MINUTE_LIMIT,
  creations_per_day: given.CREATION_DAILY_LIMIT,
  sign_ins_per_hour: given.SIGN_IN_HOURLY_LIMIT,
  sign_in_mails_per_hour: given.SIGN_IN_MAIL_HOURLY_LIMIT,
  mailbox_mails_per_hour: given.SIGN_IN_MAILBOX_HOURLY_LIMIT,
})

const followingOf = (given: Settings) =>
  given.SNAPSHOTS_URL === ''
    ? undefined
    : {
        url: given.SNAPSHOTS_URL,
        layout: layout(given.BUILD_DIR),
        period_ms: given.SNAPSHOTS_POLL_SECONDS * 1000,
        keep: given.SNAPSHOTS_KEPT,
        fixed: given.SNAPSHOT || undefined,
      }

const snapshotOf = (given: Settings) => ({
  fixed: given.SNAPSHOT || undefined,
  query: {
    deadline_ms: given.QUERY_DEADLINE_MS,
    connections: given.QUERY_CONNECTIONS,
    patience_ms: given.PATIENCE_MS,
    memory: given.QUERY_MEMORY,
  },
  setsMemory_bytes: given.SETS_MEMORY_MB * 1024 * 1024,
})
