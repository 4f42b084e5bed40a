import type { Logger } from 'pino'
import { KeyLookup } from '../access/keys/key_lookup.ts'
import { Limits } from '../access/limits/limits.ts'
import { Outcomes } from '../access/limits/outcomes.ts'
import { SharedCounts } from '../access/limits/shared_counts.ts'
import { openStore } from '../access/store/open_store.ts'
import type { Config } from '../config.ts'
import { openMailer } from '../mail/mailer.ts'
import type { Services } from '../services.ts'

/** What decides who may ask for how much. */
export type Access = Pick<Services, 'store' | 'keys' | 'limits' | 'outcomes' | 'mailer'> & {
  /** Writes every count, and closes store, Redis and mail server. */
  close(): Promise<void>
}

/** Opens the access side. Throws a StoreError; where Redis is away, it is used as soon as it answers. */
export async function openAccess(config: Config, log: Logger, clock: () => Date): Promise<Access> {
  const store = await openStore(config.stateDir, config.storeUrl, {
    ...changesOf('the store', log),
    now: clock,
  })
  const shared = config.limitsUrl
    ? await SharedCounts.open(config.limitsUrl, changesOf('Redis', log))
    : undefined
  const onFlushError = (err: unknown) =>
    log.error({ err }, 'the request counts could not be written; they are kept and tried again')
  const access = {
    store,
    keys: await KeyLookup.open(store, { grace_ms: config.storeGrace_ms }),
    limits: await Limits.open(store, config.quotas, { onFlushError, shared }),
    outcomes: new Outcomes(store, { onFlushError }),
    mailer: openMailer({ ...config.mail, stateDir: config.stateDir }, log),
  }
  return { ...access, close: () => closeAccess(access, shared, log) }
}

async function closeAccess(
  { limits, outcomes, mailer, store }: Omit<Access, 'close'>,
  shared: SharedCounts | undefined,
  log: Logger,
): Promise<void> {
  await Promise.all([limits.close(), outcomes.close()]).catch((err: unknown) =>
    log.error({ err }, 'the counts of the last second could not be written'),
  )
  await shared?.close()
  await mailer.close()
  await store.close()
}

const changesOf = (what: string, log: Logger) => ({
  onAway: (err: unknown) =>
    log.error({ err }, `${what} does not answer; going on with what is known`),
  onBack: () => log.warn(`${what} answers again`),
})
