import { credentials } from '../access/keys/credentials.ts'
import { consume, peek } from '../access/limits/charges.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import type { RateState } from '../access/limits/limits.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import type { Answer } from '../http/answer.ts'
import { bearerToken } from '../http/bearer.ts'
import { Problem } from '../http/problem.ts'
import { onBehalfOf } from '../load/asker.ts'
import type { Call } from '../routes/route.ts'
import { after, attempt, type Eventual } from '../eventual.ts'
import { isPreflight } from './browser_rules.ts'
import { anonymous, identityOf, type Identity } from './identity.ts'

/**
 * Finds the caller's key, waits for the request's turn, counts the request under the key, or under the
 * client's address without a valid one, shows what the caller has left, and then answers. A route that is not
 * counted waits for nothing and is never refused; a preflight takes its turn and is not counted. A
 * request that may find that its client has the answer counts when it turns out otherwise. Throws a 429
 * Problem at the limit, a 503 Problem where the turn is too far away; what is refused is not counted.
 */
export function admit(
  call: Call,
  services: Services,
  answer: () => Eventual<Answer>,
): Eventual<Answer> {
  const asked_ms = performance.now()
  return after(identify(call, services), (identity) => {
    // How long the store took for the key is not held against the request.
    const known_ms = call.state.arrived_ms + performance.now() - asked_ms
    return after(takeTurn(call, services, identity, known_ms), () =>
      after(count(call, services, identity), () => {
        if (identity.failure) throw identity.failure
        requireOneHost(call)
        const asker = { caller: identity.caller, arrived_ms: call.state.arrived_ms }
        return onBehalfOf(asker, () => chargingFailures(call.state, answer))
      }),
    )
  })
}

function takeTurn(
  { state }: Call,
  { turns, limits }: Services,
  { caller, charges }: Identity,
  arrived_ms: number,
): Eventual<void> {
  if (state.found?.route.counted === false) return undefined
  return attempt(
    () => turns.enter({ caller, arrived_ms }),
    (refusal) =>
      after(peek(limits, charges), (rate) => {
        show(state, { ...rate, allowed: true })
        throw refusal
      }),
  )
}

/** Counts the request, now or when `charge` of it is called. */
function count(call: Call, { limits }: Services, identity: Identity): Eventual<void> {
  const { state } = call
  const { charges } = identity
  const counting = () => after(consume(limits, charges), (rate) => show(state, rate))
  const isCounted = state.found?.route.counted !== false && !isPreflight(call)
  const isLater = isCounted && mayHaveAnswer(call, identity)
  state.charge = isLater ? once(counting) : free
  if (isCounted && !isLater) return counting()
  return after(peek(limits, charges), (rate) => show(state, { ...rate, allowed: true }))
}

/** Shows what the caller has left. Throws a 429 Problem where that is nothing. */
function show({ head }: Call['state'], rate: RateState): void {
  Object.assign(head, rateLimitHeaders(rate))
  if (!rate.allowed) throw limited(rate)
}

const free = () => undefined

/** Counts a request that fails, since that is no answer that its client has. */
const chargingFailures = ({ charge }: Call['state'], answer: () => Eventual<Answer>) =>
  charge === free
    ? answer()
    : attempt(answer, (error) =>
        after(charge(), () => {
          throw error
        }),
      )

function once(charge: () => Eventual<void>): () => Eventual<void> {
  let charged: { by: Eventual<void> } | undefined
  return () => (charged ??= { by: charge() }).by
}

/** Whether the answer may be a 304, which is no use of a limit: only where it takes little to know. */
function mayHaveAnswer({ req, method, state: { found } }: Call, { failure }: Identity): boolean {
  if (req.headers['if-none-match'] === undefined || failure) return false
  if (!found?.methods.includes(method) || found.route.method !== 'get') return false
  return ['key', 'key or none', 'own page', 'anybody'].includes(found.route.caller.name)
}

/** While the store is away, a request counts for its address, and fails for the store's reason. */
function identify(call: Call, services: Services): Eventual<Identity> {
  const { secret, conflict: failure } = givenKey(call)
  call.state.isKeySent = secret !== undefined
  if (secret === undefined) return { ...anonymous(call, services), failure }
  return attempt(
    () =>
      after(services.keys.find(secret, call.state.arrived_ms), (key) => {
        call.state.key = key
        return identityOf(call, key, services)
      }),
    (error) => {
      if (!(error instanceof StoreUnavailable)) throw error
      return { ...anonymous(call, services), failure: error }
    },
  )
}

/** The key as sent; two different ones are a conflict, thrown after the request is counted. */
function givenKey(call: Call): { secret?: string; conflict?: Error } {
  const { req, querystring, state } = call
  const bearer = state.found?.route.caller.bearer ? bearerToken(req) : undefined
  const inQuery = querystring.includes('key=') ? new URLSearchParams(querystring).getAll('key') : []
  try {
    const secret = credentials([req.headers['x-api-key']?.toString(), bearer, ...inQuery])
    return secret === undefined ? {} : { secret }
  } catch (conflict) {
    return { conflict: conflict as Error }
  }
}

/** Refuses a request that does not name its host once, as RFC 9112, 3.2 asks. */
function requireOneHost({ req }: Call): void {
  let hosts = 0
  for (let at = 0; at < req.rawHeaders.length; at += 2) {
    const name = req.rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts === 1 || (hosts === 0 && req.httpVersion !== '1.1')) return
  const detail = `the Host header is ${hosts === 0 ? 'missing' : 'given more than once'}`
  throw new Problem('bad-request', detail, { headers: { Connection: 'close' } })
}

const limited = ({ policy, limit, reset_s }: RateState) =>
  new Problem(
    'too-many-requests',
    `the ${policy} limit of ${limit} requests is used up; it starts again in ${reset_s} s`,
  )
