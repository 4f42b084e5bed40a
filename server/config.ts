import { z } from 'zod'
import { readPublicKey } from '../data/bucket/signature.ts'
import { day_ms, hour_ms } from '../data/calendar.ts'
import { layout } from '../data/schema/layout.ts'
import {
  addresses,
  contact,
  memory,
  number,
  choice,
  publicKey,
  publicUrl,
  secretUrl,
  sender,
  someText,
  bucketUrl,
  fileOrUrl,
  snapshotId,
} from './config_values.ts'

const quota = (fallback: number, description: string) =>
  number(fallback, 1, 1e9).describe(description)

/** Every setting of the server, read from the environment. `deploy/README.md` lists them. */
const environment = z.object({
  HOST: someText.default('127.0.0.1').describe('Address to listen on'),
  PORT: number(8080, 0, 65535).describe('Port to listen on; 0 = any free one'),
  WORKERS: number(1, 1, 64).describe(
    'Threads that answer requests on one port; more than processors bring nothing',
  ),
  WORKER_HEAP_MB: number(2048, 64, 65_536).describe(
    'Memory of a worker for objects; a worker that needs more is replaced',
  ),
  METRICS_HOST: someText.default('127.0.0.1').describe('Address that the metrics listen on'),
  METRICS_PORT: number(9464, 0, 65535).describe('Port of the metrics for Prometheus; 0 = none'),
  BUILD_DIR: someText.default('build').describe('Build folder with the snapshots'),
  SNAPSHOTS_URL: bucketUrl.describe(
    'Bucket to follow (`s3://BUCKET/PREFIX`, `https://…` or `file:///DIR`); its snapshots are downloaded into BUILD_DIR',
  ),
  SNAPSHOTS_PUBLIC_KEY: publicKey.describe(
    'Public key that `npm run snapshots -- publish` prints: the server then accepts only what is signed with it; none: everything in SNAPSHOTS_URL',
  ),
  SNAPSHOTS_POLL_SECONDS: number(5, 1, 3600).describe(
    'Seconds between two checks of SNAPSHOTS_URL for a new live snapshot',
  ),
  SNAPSHOTS_KEPT: number(2, 2, 1000).describe(
    'Snapshots of SNAPSHOTS_URL to keep in BUILD_DIR, the live one included',
  ),
  SNAPSHOT: snapshotId.describe('Id of a snapshot to serve in place of the live one'),
  STATE_DIR: someText.default('.state').describe('Folder of the key store and of mails'),
  STORE_URL: secretUrl('postgres:', 'postgresql:').describe(
    'PostgreSQL database (`postgres://…`) as key store, in place of a file in STATE_DIR',
  ),
  STORE_GRACE_SECONDS: number(300, 0, 86_400).describe(
    'Seconds for which known keys keep working while the key store is away',
  ),
  LIMITS_URL: secretUrl('redis:', 'rediss:').describe(
    'Redis (`redis://…`) that counts the requests of several servers',
  ),
  PUBLIC_URL: publicUrl.describe(
    'Public address of the server, for links in mails and for programs on pages; none: `http://HOST:PORT` in mails, and on pages the address that the visitor asked',
  ),
  SMTP_URL: secretUrl('smtp:', 'smtps:').describe(
    'Mail server (`smtp://user:password@host:port`); none: mails go to files in STATE_DIR/mail',
  ),
  MAIL_FROM: sender.default('Farm Directory <no-reply@localhost>').describe('Sender of mails'),
  LOG_LEVEL: choice('debug', 'info', 'warn', 'error', 'silent')
    .default('info')
    .describe('Minimum log level'),
  FREE_DAILY_LIMIT: quota(1000, 'Requests per UTC day of a free key'),
  PAID_DAILY_LIMIT: quota(100_000, 'Requests per UTC day of a paid key'),
  BROWSER_DAILY_LIMIT: quota(
    10_000,
    'Requests per UTC day of a browser key, all visitors together',
  ),
  VISITOR_MINUTE_LIMIT: quota(60, 'Requests per minute of one client address with a browser key'),
  VISITOR_DAILY_LIMIT: quota(1000, 'Requests per UTC day of one client address with a browser key'),
  ANONYMOUS_MINUTE_LIMIT: quota(
    120,
    'Requests per minute of one client address without a valid key',
  ),
  CREATION_DAILY_LIMIT: quota(100, 'Keys that one client address may create per UTC day'),
  SIGN_IN_HOURLY_LIMIT: quota(30, 'Sign-ins that one client address may request per hour'),
  SIGN_IN_MAIL_HOURLY_LIMIT: quota(
    5,
    'Sign-in mails per hour to one email address, on request of one client address',
  ),
  SIGN_IN_MAILBOX_HOURLY_LIMIT: quota(
    30,
    'Sign-in mails per hour to one email address, all clients together',
  ),
  BASEMAP: fileOrUrl.describe(
    'PMTiles archive in Protomaps’ layout, for streets on the map: a file, `https://HOST/PATH` or `s3://BUCKET/PATH`; none: towns and counties only',
  ),
  PAGE_FIELDS: choice('open', 'free')
    .default('open')
    .describe(
      'Fields on a farm’s own page without a paid key: `open` = the free ones, and address, telephone, website, hours and payment, which its sources publish; `free` = the free ones',
    ),
  PAGE_FARMS_DAILY_LIMIT: quota(
    300,
    'Farms per UTC day that pages show to one client address without a paid key, in lists at `/explore/api` and on own pages; over it, own pages show the free fields',
  ),
  REPORT_DAILY_LIMIT: quota(10, 'Reports about farms that one client address may send per UTC day'),
  OPERATORS: addresses.describe(
    'Email addresses, comma-separated, whose accounts see reports about farms, and pairs of farms that may be one, at `/console/reports`',
  ),
  CONTACT: contact.describe(
    'Email address or https URL that the console names for questions about paid keys; none: no link',
  ),
  SESSION_IDLE_HOURS: number(168, 1, 8760).describe('Hours after which an unused session ends'),
  SESSION_DAYS: number(30, 1, 365).describe('Days after which every session ends'),
  TRUSTED_PROXIES: number(0, 0, 10).describe(
    'Number of trusted proxies in front of the server that set X-Forwarded-For',
  ),
  QUERY_DEADLINE_MS: number(5000, 100, 60_000).describe(
    'Milliseconds from the arrival of a request until its query is ended with 503',
  ),
  QUERY_CONNECTIONS: number(4, 1, 64).describe(
    'Concurrent DuckDB queries, half of them for one client; keep it under UV_THREADPOOL_SIZE',
  ),
  QUERY_MEMORY: memory.default('512MB').describe('Memory of DuckDB per snapshot'),
  SETS_MEMORY_MB: number(64, 1, 65_536).describe(
    'Megabytes per snapshot for the sets of farms that filters use',
  ),
  PATIENCE_MS: number(1000, 10, 60_000).describe(
    'How long a request waits for its turn or for a query before a 503; in a burst, 4 × that',
  ),
  MAX_CONNECTIONS: number(10_000, 1, 1_000_000).describe('Concurrent connections in total'),
  ADDRESS_CONNECTIONS: number(2500, 1, 1_000_000).describe(
    'Concurrent connections of one address; ignored if proxies are trusted',
  ),
  REQUEST_SECONDS: number(30, 1, 3600).describe(
    'Seconds for a request to arrive; a third of that for its header',
  ),
  KEEP_ALIVE_SECONDS: number(65, 1, 3600).describe(
    'Seconds for which an idle connection stays open; above that of a proxy in front, often 60',
  ),
  DRAIN_SECONDS: number(10, 0, 3600).describe('Seconds for requests to finish after SIGTERM'),
})

export const settings = environment.shape

/** A setting is wrong; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the configuration; an empty variable counts as unset. Throws a ConfigError that names the faulty
 * setting.
 */
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

/** The fault of a setting; a value that may hold a password is not repeated. */
function complaint(name: PropertyKey | undefined, message: string, given: Record<string, unknown>) {
  const setting = String(name) as keyof typeof settings
  const { isSecret } = settings[setting].meta() ?? {}
  return `${setting}: ${isSecret ? 'it' : `\`${String(given[setting])}\``} ${message}`
}

type Settings = z.output<typeof environment>

const configOf = (given: Settings) => ({
  host: given.HOST,
  port: given.PORT,
  workers: given.WORKERS,
  workerHeap_mb: given.WORKER_HEAP_MB,
  metrics:
    given.METRICS_PORT === 0 ? undefined : { host: given.METRICS_HOST, port: given.METRICS_PORT },
  layout: layout(given.BUILD_DIR),
  stateDir: given.STATE_DIR,
  storeUrl: given.STORE_URL,
  storeGrace_ms: given.STORE_GRACE_SECONDS * 1000,
  limitsUrl: given.LIMITS_URL,
  publicUrl: given.PUBLIC_URL,
  mail: { smtpUrl: given.SMTP_URL, from: given.MAIL_FROM },
  basemap: given.BASEMAP,
  pageFields: given.PAGE_FIELDS,
  operators: given.OPERATORS,
  contact: given.CONTACT,
  logLevel: given.LOG_LEVEL,
  quotas: quotasOf(given),
  emailKeyLimits: { active: 3, created_in_24_h: 5 },
  accountKeyLimits: { active: 5, created_in_24_h: 10 },
  session: {
    idle_ms: given.SESSION_IDLE_HOURS * hour_ms,
    total_ms: given.SESSION_DAYS * day_ms,
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
  reports_per_day: given.REPORT_DAILY_LIMIT,
  farms_shown_per_day: given.PAGE_FARMS_DAILY_LIMIT,
})

const followingOf = (given: Settings) =>
  given.SNAPSHOTS_URL === undefined
    ? undefined
    : {
        url: given.SNAPSHOTS_URL,
        publicKey:
          given.SNAPSHOTS_PUBLIC_KEY === undefined
            ? undefined
            : readPublicKey(given.SNAPSHOTS_PUBLIC_KEY)!,
        layout: layout(given.BUILD_DIR),
        period_ms: given.SNAPSHOTS_POLL_SECONDS * 1000,
        keep: given.SNAPSHOTS_KEPT,
        fixed: given.SNAPSHOT,
      }

const snapshotOf = (given: Settings) => ({
  fixed: given.SNAPSHOT,
  query: {
    deadline_ms: given.QUERY_DEADLINE_MS,
    connections: given.QUERY_CONNECTIONS,
    patience_ms: given.PATIENCE_MS,
    memory: given.QUERY_MEMORY,
  },
  setsMemory_bytes: given.SETS_MEMORY_MB * 1024 * 1024,
})
