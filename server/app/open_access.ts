import type { Logger } from 'pino'
import { KeyLookup } from '../access/keys/key_lookup.ts'
import { Limits } from '../access/limits/limits.ts'
import { Outcomes } from '../access/limits/outcomes.ts'
import { SharedCounts } from '../access/limits/shared_counts.ts'
import { openStore } from '../access/store/open_store.ts'
import type { Store } from '../access/store/store.ts'
import type { Config } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import { openMailer } from '../mail/open_mailer.ts'

/** Everything by which the server knows who may ask for how much. */
export type Access = {
  store: Store
  keys: KeyLookup
  limits: Limits
  outcomes: Outcomes
  mailer: Mailer
  /** Writes down every count, and lets go of store, Redis and mail server. */
  close(): Promise<void>
}

/** Opens the access side. Throws a StoreError; Redis may be away, and is then waited for. */
export async function openAccess(config: Config, log: Logger, clock: () => Date): Promise<Access> {
  const clock_ms = () => clock().getTime()
  const store = await openStore(config.stateDir, config.storeUrl, {
    ...changesOf('the store', log),
    now: clock,
  })
  const keys = await KeyLookup.open(store, { clock: clock_ms, grace_ms: config.storeGrace_ms })
  const shared = config.limitsUrl
    ? await SharedCounts.open(config.limitsUrl, changesOf('Redis', log))
    : undefined
  const counting = { clock: clock_ms, onFlushError: flushFailed(log) }
  const limits = await Limits.open(store, config.quotas, { ...counting, shared })
  const outcomes = new Outcomes(store, counting)
  const mailer = openMailer({ ...config.mail, stateDir: config.stateDir }, log)
  const close = async () => {
    await Promise.all([limits.close(), outcomes.close()]).catch((error: unknown) =>
      log.error({ err: error }, 'the counts of the last second could not be written'),
    )
    await shared?.close()
    await mailer.close()
    await store.close()
  }
  return { store, keys, limits, outcomes, mailer, close }
}

const changesOf = (what: string, log: Logger) => ({
  onAway: (error: unknown) =>
    log.error({ err: error }, `${what} does not answer; going on with what is known`),
  onBack: () => log.warn(`${what} answers again`),
})

const flushFailed = (log: Logger) => (error: unknown) =>
  log.error(
    { err: error },
    'the request counts could not be written; they are kept and tried again',
  )
