import type { Logger } from 'pino'
import { KeyLookup } from '../access/keys/key_lookup.ts'
import { Limits } from '../access/limits/limits.ts'
import { Outcomes } from '../access/limits/outcomes.ts'
import type { ThreadCounts } from '../access/limits/counters/thread_counter.ts'
import { openStore } from '../access/store/open_store.ts'
import { everyPeriod, type OutageEffects } from '../access/store/outage_watch.ts'
import { StoreError, StoreUnavailable } from '../access/store/store_errors.ts'
import type { Config } from '../config.ts'
import { openMailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'

export type Access = Pick<
  Services,
  'store' | 'keys' | 'limits' | 'outcomes' | 'mailer' | 'outages'
> & {
  /** Writes every count, and closes store, Redis and mail server. */
  close(): Promise<void>
}

/** Interval at which keys are confirmed if no request does it, so that their grace starts then. */
const confirm_ms = 1000

/** Opens the access services. Throws a StoreError; if Redis is away, it is used once it answers. */
export async function openAccess(
  config: Config,
  log: Logger,
  clock: () => Date,
  threads?: ThreadCounts,
): Promise<Access> {
  await using opened = new AsyncDisposableStack()
  const effects = { ...reports('the store', log), now: clock }
  const store = await openStore(config.stateDir, config.storeUrl, effects)
  opened.defer(() => store.close())
  const mailer = openMailer({ ...config.mail, stateDir: config.stateDir }, log)
  opened.defer(() => mailer.close())
  const shared = config.limitsUrl ? await openRedis(config.limitsUrl, log) : undefined
  opened.defer(() => shared?.close())
  const onFlushError = (err: unknown) =>
    log.error({ err }, 'the request counts could not be written; they are kept and written later')
  const keys = await KeyLookup.open(store, { grace_ms: config.storeGrace_ms }).catch(unreadable)
  const limits = await Limits.open(store, config.quotas, { onFlushError, shared, threads }).catch(
    unreadable,
  )
  const outcomes = new Outcomes(store, { onFlushError })
  opened.defer(() => writeCounts([limits, outcomes], log))
  opened.defer(everyPeriod(confirm_ms, () => void confirm(keys, log)))
  const open = opened.move()
  const outages = { store: store.outage, redis: shared?.outage }
  return { store, keys, limits, outcomes, mailer, outages, close: () => open.disposeAsync() }
}

/** Most servers need no Redis, and start sooner without its client. */
async function openRedis(url: string, log: Logger) {
  const { SharedCounts } = await import('../access/limits/counters/shared_counts.ts')
  return SharedCounts.open(url, reports('Redis', log))
}

function unreadable(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw new StoreError(`cannot read the store: ${error.reason}`, { cause: error })
}

async function confirm(keys: KeyLookup, log: Logger): Promise<void> {
  try {
    await keys.confirm()
  } catch (err) {
    if (!(err instanceof StoreUnavailable)) log.error({ err }, 'the keys could not be confirmed')
  }
}

async function writeCounts(counts: { close(): Promise<void> }[], log: Logger): Promise<void> {
  for (const result of await Promise.allSettled(counts.map((each) => each.close())))
    if (result.status === 'rejected')
      log.error({ err: result.reason }, 'the last request counts could not be written and are lost')
}

/** Logs a service's outage in two lines: its start and its end. */
const reports = (what: string, log: Logger): Partial<OutageEffects> => ({
  onAway(err) {
    const reason = err instanceof StoreUnavailable ? err.reason : String(err)
    log.error({ err }, `${what} does not work: ${reason}; known keys keep working`)
  },
  onBack: ({ away_ms, failures }) =>
    log.warn({ away_s: Math.round(away_ms / 1000), failures }, `${what} works again`),
})
