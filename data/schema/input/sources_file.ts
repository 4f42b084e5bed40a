import { z } from 'zod'
import { mapping } from './mapping.ts'

const text = z.string().trim().min(1)

/**
 * The authority of a source: a public agency's own list, the operators in a directory that they maintain,
 * or the public (scraped, crowd-sourced). If sources contradict each other, the earlier in this list wins.
 */
export const authorities = ['agency', 'operator', 'crowd'] as const
export type Authority = (typeof authorities)[number]

/** Whether an address is on this machine, where http is safe. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Names of parameters whose values are secrets. */
const secret = /^(?:api_?key|key|(?:access_|app_)?token|secret|password|pw|sig(?:nature)?)$/i

const sourceUrl = z.superRefine((given: string, context) => {
  const fail = (message: string) => context.addIssue({ code: 'custom', message })
  const url = URL.parse(given.replaceAll(/[{}]/g, ''))
  if (url === null) return fail('not an address')
  const { protocol, username, password, searchParams } = url
  if (!['https:', 'file:'].includes(protocol) && !(protocol === 'http:' && isLoopback(url)))
    fail('give an https address; http only reaches this machine')
  if (username || password) fail('give no password in an address')
  const open = [...searchParams].find(([name, value]) => secret.test(name) && value !== 'key')
  if (open)
    fail(`write ${open[0]}={key}, and put the key into the environment variable that key_env names`)
})

/**
 * One file of a build. Files of one series are its editions, or, with the same date, parts of one edition.
 */
export const sourceEntry = z.strictObject({
  /** See `npm run build -- --help`. */
  kind: text,
  /** Relative to the sources file. Either this or `url`. */
  path: text.exactOptional(),
  /**
   * The address of the file: https, http on this machine, or file. `{key}` is the key in the environment
   * variable `key_env`; with `{state}`, the address is fetched for each state.
   */
  url: text.check(sourceUrl).exactOptional(),
  /** Default: USDA_API_KEY. */
  key_env: text.exactOptional(),
  /** Maximum size of the file at `url`, in megabytes. Default: 200. */
  max_mb: z.number().positive().exactOptional(),
  /** The program's name in requests, for servers that refuse unknown ones. */
  user_agent: text.exactOptional(),
  /** The namespace of its source ids, and its published name; default: the source type. */
  name: text
    .regex(/^[a-z0-9][a-z0-9_.-]*$/, 'expected small letters, digits, `-`, `_` and `.`')
    .exactOptional(),
  /**
   * The edition's series, whose newest edition decides what is listed; default: the name, and for the
   * portal its directory too (`usda-local-food-portal/csa`).
   */
  series: text.exactOptional(),
  publisher: text.exactOptional(),
  licence: text.exactOptional(),
  attribution: text.exactOptional(),
  /**
   * The date of download, and of the edition. Default: the date in the file's name (the first of a month
   * without a day), else the newest date in its rows; a file without any date is refused.
   */
  retrieved_at: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'expected a date such as 2024-04-18')
    .exactOptional(),
  /** Its authority; default: by source type. */
  authority: z.enum(authorities).exactOptional(),
  /**
   * For source types with their own columns: the standard name for each differing name in the file; null =
   * a new column, which the source type lacks.
   */
  columns: z.record(text, text.nullable()).exactOptional(),
  /** Own limits of gates, by their names: shares such as 0.3 (pipeline/gates/limits.ts). */
  gates: z.record(text, z.number().min(0)).exactOptional(),
  /** For the source types csv, xlsx and geojson. */
  mapping: mapping.exactOptional(),
  /** The sheet of a workbook that is read; default: its first. */
  sheet: text.exactOptional(),
  /** Column → the values of the rows that are read; other rows are left out. Default: all rows. */
  where: z.record(text, z.union([text, z.array(text).min(1)])).exactOptional(),
  /** The column with the date or year of each row's edition: the file holds several. */
  edition: text.exactOptional(),
  /** Minimum number of rows; a file with fewer is refused. Default: 1. */
  min_rows: z.int().min(0).exactOptional(),
  /**
   * Number of days for which the last good edition takes the place of a file that fails, counted from the
   * last published build that got it from its source. Default: 90; null = any number.
   */
  max_age_days: z.int().min(0).nullable().exactOptional(),
  /** false = if there is no such edition, the build continues without the source. Default: true. */
  required: z.boolean().exactOptional(),
})
export type SourceEntry = z.infer<typeof sourceEntry>

/** Outcomes of a night. */
const events = ['published', 'refused', 'failed', 'missed'] as const
export type NotifyEvent = (typeof events)[number]

/** Receivers of notifications, and their events. Secrets are environment variables (pipeline/notify/send.ts). */
export const notify = z.strictObject({
  /** Addresses; needs SMTP_URL. */
  mail: z.array(z.email()).exactOptional(),
  /** The address that gets a signed POST; needs NOTIFY_SECRET. */
  webhook: z.url({ protocol: /^https?$/ }).exactOptional(),
  /** Default: all. */
  on: z.array(z.enum(events)).exactOptional(),
  /** A file `*.prom` in the folder of node_exporter's textfile collector. */
  metrics: z.string().endsWith('.prom', 'expected a file *.prom').exactOptional(),
})
export type Notify = z.infer<typeof notify>

/** The file that `--config FILE` names: the sources of a build. */
export const sourcesFile = z.strictObject({
  sources: z.array(sourceEntry).min(1, 'no source in it'),
  /** The file of decisions (decision.ts), relative to this one; default: `decisions.jsonl` in the build folder. */
  decisions: text.exactOptional(),
  notify: notify.exactOptional(),
  /** For how many days clients can ask what changed since a snapshot, even if it is pruned. Default: 90. */
  changes_days: z.int().min(1).exactOptional(),
})
