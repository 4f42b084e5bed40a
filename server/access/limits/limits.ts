import type { Tier } from '../../../data/schema/meta.ts'
import { after, type Eventual } from '../../eventual.ts'
import type { Store } from '../store/store.ts'
import { addressBlock } from './client_address.ts'
import {
  AddressCounter,
  momentOf,
  KeyCounter,
  type CountResult,
  type Counter,
  type Moment,
} from './counters/counter.ts'
import { addressLedger, usageLedger, Tally, type Ledger } from './ledger.ts'
import { PeriodicFlush, type FlushEffects } from './periodic_flush.ts'
import { SharedCounter } from './counters/shared_counter.ts'
import type { SharedCounts } from './counters/shared_counts.ts'
import { ThreadCounter, type ThreadCounts } from './counters/thread_counter.ts'

const minute_s = 60
const hour_s = 60 * 60
const day_s = 24 * 60 * 60

/** Quotas: requests with a key by its tier, and requests without one. */
export type Quotas = {
  free_per_day: number
  paid_per_day: number
  browser_per_day: number
  /** Requests with a browser key, per client address. */
  visitor_per_minute: number
  visitor_per_day: number
  /** Requests without a valid key, per client address. */
  anonymous_per_minute: number
  /** Keys created, per client address. */
  creations_per_day: number
  /** Sign-ins requested, per client address. */
  sign_ins_per_hour: number
  /** Sign-in mails to one email address: per client address, and in total. */
  sign_in_mails_per_hour: number
  mailbox_mails_per_hour: number
  /** Reports about farms, per client address. */
  reports_per_day: number
  /** Farms that pages show, per client address. */
  farms_shown_per_day: number
}

/** The rules that count by address: the name that clients see, the quota, and its window. */
const ofAddresses = {
  visitor: ['visitor', 'visitor_per_minute', minute_s],
  visitorDay: ['visitor-daily', 'visitor_per_day', day_s],
  anonymous: ['anonymous', 'anonymous_per_minute', minute_s],
  creation: ['key-creation', 'creations_per_day', day_s],
  signIn: ['sign-in', 'sign_ins_per_hour', hour_s],
  signInMail: ['sign-in-mail', 'sign_in_mails_per_hour', hour_s],
  signInMailbox: ['sign-in-mailbox', 'mailbox_mails_per_hour', hour_s],
  report: ['report', 'reports_per_day', day_s],
  farmShown: ['farm-shown', 'farms_shown_per_day', day_s],
} as const satisfies Record<string, [name: string, quota: keyof Quotas, window_s: number]>

/**
 * The rule that a request counts under: a key's tier or type, a client address, a visitor with a browser
 * key (subject from `visitorSubject`). Mails count per email address (a hash, with or without the client).
 */
export type LimitKind = KeyLimit | keyof typeof ofAddresses
type KeyLimit = Tier | 'browser'

export const dailyLimitOf = ({ tier, origins }: { tier: Tier; origins?: unknown }): KeyLimit =>
  origins ? 'browser' : tier

/** The subject for the limits of a browser key's visitors. */
export const visitorSubject = (key_id: string, address: string): string =>
  `${key_id} ${addressBlock(address)}`

/** A subject's remaining quota after a request, as shown by `rateLimitHeaders`. */
export type RateState = {
  allowed: boolean
  policy: string
  /** Requests allowed in a window, and the window's length. */
  limit: number
  window_s: number
  /** Requests left in this window. */
  remaining: number
  /** Whole seconds until the window ends, rounded up: at least 1. */
  reset_s: number
  /** The end of the window, in Unix seconds. */
  reset_at_s: number
}

/** A quota for a counter's subjects, and the tally that writes their counts to the store. */
type Policy = { name: string; quota: number; window_s: number; counter: Counter; tally: Tally }

export type LimitEffects = FlushEffects & {
  /** Counts in Redis that several servers share; without them each server counts alone. */
  shared: SharedCounts | undefined
  /** Counts that this process's threads share, if several threads check limits. */
  threads: ThreadCounts | undefined
}

/**
 * The request limits of this process, exact for simultaneous requests. Counts live in memory. Increments
 * are written to the store every second and on `close`; the next start reads them again. Several processes
 * on one store add up their counts, but each checks only its own, unless they share counts in Redis. A
 * process's threads share counts in memory.
 */
export class Limits extends PeriodicFlush {
  readonly #policies: Record<LimitKind, Policy>
  readonly #now: Store['now']

  private constructor(
    policies: Record<LimitKind, Policy>,
    store: Store,
    effects: Partial<FlushEffects>,
  ) {
    super(store, effects)
    this.#policies = policies
    this.#now = store.now
  }

  static async open(
    store: Store,
    quotas: Quotas,
    { shared, threads, ...effects }: Partial<LimitEffects> = {},
  ): Promise<Limits> {
    return new Limits(await openPolicies(store, quotas, { shared, threads }), store, effects)
  }

  /**
   * Counts a request's points, for a key id under its tier or for a client address, unless fewer are left in
   * the window. Refused requests are not counted. A key moved to a higher tier gets the rest of the higher
   * quota.
   *
   * Returns a promise only if a counter must wait: not for a key counted in memory.
   */
  consume(kind: LimitKind, keyIdOrAddress: string, points = 1): Eventual<RateState> {
    const policy = this.#policies[kind]
    const moment = this.#momentOf(policy)
    const subject = addressBlock(keyIdOrAddress) // other texts stay unchanged
    return after(policy.counter.consume(subject, moment, policy.quota, points), (counted) => {
      if (counted.allowed) policy.tally.add(subject, moment, points)
      return rateState(policy, moment, counted)
    })
  }

  /** The remaining quota without counting; `allowed` is about the next request. */
  peek(kind: LimitKind, keyIdOrAddress: string): Eventual<RateState> {
    const policy = this.#policies[kind]
    const moment = this.#momentOf(policy)
    return after(policy.counter.count(addressBlock(keyIdOrAddress), moment), (count) =>
      rateState(policy, moment, { count, allowed: count < policy.quota }),
    )
  }

  protected override async write(): Promise<void> {
    for (const policy of Object.values(this.#policies)) {
      const moment = this.#momentOf(policy)
      await policy.counter.flush?.(moment)
      await policy.tally.flush(moment)
    }
  }

  #momentOf({ window_s }: Policy): Moment {
    return momentOf(this.#now().getTime(), window_s * 1000)
  }
}

/** All tiers share one counter: a key keeps its count when its tier changes. */
async function openPolicies(
  { counts: db, now }: Store,
  quotas: Quotas,
  { shared, threads }: Pick<LimitEffects, 'shared' | 'threads'>,
): Promise<Record<LimitKind, Policy>> {
  const begin = async (name: string, ledger: Ledger, window_s: number, quota?: number) => {
    const moment = momentOf(now().getTime(), window_s * 1000)
    const counts = await ledger.load(moment.start_ms)
    const counterOf = () => {
      if (shared) return new SharedCounter(shared, name, moment, counts)
      if (threads) return new ThreadCounter(threads, name, moment, counts)
      if (quota === undefined) return new KeyCounter(moment, counts)
      return new AddressCounter(quota, window_s).restore(moment, counts)
    }
    return { name, window_s, counter: await counterOf(), tally: new Tally(ledger) }
  }
  const daily = await begin('daily', usageLedger(db), day_s)
  const policies: Partial<Record<LimitKind, Policy>> = {
    free: { ...daily, quota: quotas.free_per_day },
    paid: { ...daily, quota: quotas.paid_per_day },
    browser: { ...daily, quota: quotas.browser_per_day },
  }
  for (const [kind, [name, of, window_s]] of Object.entries(ofAddresses)) {
    const quota = quotas[of]
    const begun = await begin(name, addressLedger(db, name), window_s, quota)
    policies[kind as LimitKind] = { quota, ...begun }
  }
  return policies as Record<LimitKind, Policy>
}

function rateState(policy: Policy, moment: Moment, { count, allowed }: CountResult): RateState {
  return {
    allowed,
    policy: policy.name,
    limit: policy.quota,
    window_s: policy.window_s,
    remaining: Math.max(policy.quota - count, 0),
    reset_s: Math.ceil((moment.end_ms - moment.now_ms) / 1000),
    reset_at_s: moment.end_ms / 1000,
  }
}

/**
 * Returns the header fields that show a client its remaining quota:
 *
 * - `X-RateLimit-Limit`, `X-RateLimit-Remaining`: requests allowed and left in the window;
 * - `X-RateLimit-Reset`: the end of the window, in Unix seconds, as in GitHub's API;
 * - `RateLimit-Policy`, `RateLimit`: the structured fields of draft-ietf-httpapi-ratelimit-headers (q =
 *   quota, w = window in seconds; r = left, t = seconds until the window ends);
 * - `Retry-After`: seconds until the window ends, only when the request is refused.
 */
export function rateLimitHeaders(state: RateState): Record<string, string> {
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': `${state.limit}`,
    'X-RateLimit-Remaining': `${state.remaining}`,
    'X-RateLimit-Reset': `${state.reset_at_s}`,
    'RateLimit-Policy': `"${state.policy}";q=${state.limit};w=${state.window_s}`,
    RateLimit: `"${state.policy}";r=${state.remaining};t=${state.reset_s}`,
  }
  if (!state.allowed) headers['Retry-After'] = `${state.reset_s}`
  return headers
}
