import type { Middleware } from 'koa'
import { credentials } from '../access/keys/credentials.ts'
import { consume, peek } from '../access/limits/charges.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import type { RateState } from '../access/limits/limits.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import { setHeaders } from '../http/answer.ts'
import { bearerToken } from '../http/bearer.ts'
import { Problem } from '../http/problem.ts'
import { onBehalfOf } from '../load/asker.ts'
import type { Call } from '../routes/route.ts'
import { isPreflight } from './browser_rules.ts'
import { anonymous, identityOf, type Identity } from './identity.ts'

/**
 * Finds the caller's key, waits for the request's turn, counts the request under the key, or under the
 * client's address without a valid one, and shows what the caller has left. A route that is not
 * counted waits for nothing and is never refused; a preflight takes its turn and is not counted. A
 * request that may find that its client has the answer counts when it turns out otherwise. Throws a 429
 * Problem at the limit, a 503 Problem where the turn is too far away; what is refused is not counted.
 */
export const admit =
  (services: Services): Middleware<Call['state']> =>
  async (context, next) => {
    const { state } = context
    const { limits, turns } = services
    const asked_ms = performance.now()
    const identity = await identify(context, services)
    const { caller, charges, failure } = identity
    const asker = { caller, arrived_ms: state.arrived_ms }
    // How long the store took for the key is not held against the request.
    const known_ms = asker.arrived_ms + performance.now() - asked_ms
    const takesTurn = state.found?.route.counted !== false
    const show = (rate: RateState) => setHeaders(context.res, rateLimitHeaders(rate))
    try {
      if (takesTurn) await turns.enter({ ...asker, arrived_ms: known_ms })
    } catch (refusal) {
      show({ ...(await peek(limits, charges)), allowed: true })
      throw refusal
    }
    const isCounted = takesTurn && !isPreflight(context)
    const isLater = isCounted && mayHaveAnswer(context, identity)
    const looked = isCounted && !isLater ? consume(limits, charges) : peek(limits, charges)
    const rate = looked instanceof Promise ? await looked : looked
    if (!isCounted || isLater) rate.allowed = true
    show(rate)
    if (!rate.allowed) throw limited(rate)
    if (failure) throw failure
    requireOneHost(context)
    state.charge = isLater ? once(charge) : free
    await onBehalfOf(asker, () => (isLater ? chargingFailures(state, next) : next()))

    async function charge(): Promise<void> {
      const counted = await consume(limits, charges)
      show(counted)
      if (!counted.allowed) throw limited(counted)
    }
  }

const free = () => undefined

/** Counts a request that fails, since that is no answer that its client has. */
async function chargingFailures({ charge }: Call['state'], next: () => Promise<unknown>) {
  try {
    await next()
  } catch (error) {
    await charge()
    throw error
  }
}

function once(charge: () => Promise<void>): () => Promise<void> {
  let charged: Promise<void> | undefined
  return () => (charged ??= charge())
}

/** Whether the answer may be a 304, which is no use of a limit: only where it takes little to know. */
function mayHaveAnswer({ req, method, state: { found } }: Call, { failure }: Identity): boolean {
  if (req.headers['if-none-match'] === undefined || failure) return false
  if (!found?.methods.includes(method) || found.route.method !== 'get') return false
  return ['key', 'own page', 'anybody'].includes(found.route.caller.name)
}

async function identify(context: Call, services: Services): Promise<Identity> {
  const { secret, conflict: failure } = givenKey(context)
  if (secret === undefined) return { ...anonymous(context, services), failure }
  try {
    const key = await services.keys.find(secret)
    context.state.key = key
    return identityOf(context, key, services)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return { ...anonymous(context, services), failure: error }
  }
}

/** The key as sent; two different ones are a conflict, thrown after the request is counted. */
function givenKey(call: Call): { secret?: string; conflict?: Error } {
  const { req, querystring, state } = call
  const bearer = state.found?.route.caller.bearer ? bearerToken(req) : undefined
  const inHeader = [req.headers['x-api-key'] ?? [], bearer ?? []].flat()
  const inQuery = querystring.includes('key=') ? new URLSearchParams(querystring).getAll('key') : []
  try {
    const secret = credentials({ 'x-api-key': inHeader }, { key: inQuery })
    return secret === undefined ? {} : { secret }
  } catch (conflict) {
    return { conflict: conflict as Error }
  }
}

/** Refuses a request that does not name its host once, as RFC 9112, 3.2 asks. */
function requireOneHost({ req }: Call): void {
  const names = req.rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  )
  if (names.length === 1 || (names.length === 0 && req.httpVersion !== '1.1')) return
  const detail = `the Host header is ${names.length === 0 ? 'missing' : 'given more than once'}`
  throw new Problem('bad-request', detail, { headers: { Connection: 'close' } })
}

const limited = ({ policy, limit, reset_s }: RateState) =>
  new Problem(
    'too-many-requests',
    `the ${policy} limit of ${limit} requests is used up; it starts again in ${reset_s} s`,
  )
