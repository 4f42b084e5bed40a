import { duration } from '../../data/digit_grouping.ts'
import { credentials } from '../access/keys/credentials.ts'
import { consume, peek } from '../access/limits/charges.ts'
import { rateLimitHeaders, type RateState } from '../access/limits/limits.ts'
import { looksLikeKey } from '../access/secret.ts'
import { StoreUnavailable } from '../access/store/store_errors.ts'
import type { Services } from '../services.ts'
import type { Answer } from '../http/answer.ts'
import { bearerToken } from '../http/bearer.ts'
import { Problem } from '../http/problem.ts'
import { onBehalfOf, type Asker } from '../load/asker.ts'
import { takesKeys } from '../routes/callers.ts'
import type { Call, Caller } from '../routes/route.ts'
import { after, attempt, type Eventual } from '../eventual.ts'
import { isPreflight } from './browser_rules.ts'
import { anonymous, identityOf, minds, type Identity } from './identity.ts'

/** An admitted request: its identity for limits, and its client for queues. */
type Admitted = { identity: Identity; asker: Asker }

/**
 * Finds the request's key and waits for its turn. A route without counting never waits and is never
 * refused. Throws a 503 Problem when the request's patience ends.
 */
export function admit(call: Call, services: Services): Eventual<Admitted> {
  const { req, state } = call
  return after(identify(call, services), (identity) => {
    const hasLeft = () => !req.socket.writable
    const asker = { caller: identity.caller, arrived_ms: state.arrived_ms, hasLeft }
    return after(takeTurn(call, services, identity, asker), () => ({ identity, asker }))
  })
}

/**
 * Counts a request under its key, or under the client's address without a valid key, shows the remaining
 * quota, and then answers. Preflights are not counted. A request that may end in a 304 is counted only if
 * it does not. Throws a 429 Problem at the limit.
 */
export function answerCounted(
  call: Call,
  services: Services,
  { identity, asker }: Admitted,
  answer: () => Eventual<Answer>,
): Eventual<Answer> {
  return after(count(call, services, identity), () => {
    if (identity.failure) throw identity.failure
    requireOneHost(call)
    return onBehalfOf(asker, () => chargingFailures(call.state, answer))
  })
}

function takeTurn(
  { state }: Call,
  { turns, limits }: Services,
  { charges }: Identity,
  asker: Asker,
): Eventual<void> {
  if (state.found?.route.counted === false) return undefined
  return attempt(
    () => turns.enter(asker),
    (refusal) =>
      after(peek(limits, charges), (rate) => {
        show(state, { ...rate, allowed: true })
        throw refusal
      }),
  )
}

/** Counts the request, now or when its `charge` is called. */
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

/** Shows the remaining quota. Throws a 429 Problem if there is none. */
function show({ head, isKeySent }: Call['state'], rate: RateState): void {
  Object.assign(head, rateLimitHeaders(rate))
  if (!rate.allowed) throw limited(rate, isKeySent)
}

const free = () => undefined

/** Counts a request that fails, since a failure is never a 304. */
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

/** Returns true if the answer may have status 304, free of quota; only if that is cheap to know. */
function mayHaveAnswer({ req, method, state: { found } }: Call, { failure }: Identity): boolean {
  const asked = req.headers['if-none-match'] ?? req.headers['if-modified-since']
  if (asked === undefined || failure) return false
  if (!found?.methods.includes(method) || found.route.method !== 'get') return false
  return ['key', 'key or none', 'own page', 'anybody'].includes(found.route.caller.name)
}

/** While the store is away, a request counts for its address, and fails if its answer depends on the key. */
function identify(call: Call, services: Services): Eventual<Identity> {
  const without = (failure?: Error) => ({
    ...anonymous(call, services),
    failure: minds(call) ? failure : undefined,
  })
  const { secret, conflict } = givenKey(call)
  call.state.isKeySent = secret !== undefined
  if (secret === undefined) return without(conflict)
  return attempt(
    () =>
      after(services.keys.find(secret, call.state.arrived_ms), (key) => {
        call.state.key = key
        call.state.isKeyRevoked = key === undefined && services.keys.isRevoked(secret)
        return identityOf(call, key, services)
      }),
    (error) => {
      if (!(error instanceof StoreUnavailable)) throw error
      return without(error)
    },
  )
}

/** The key as sent; two different keys are a conflict, thrown after the request is counted. */
function givenKey(call: Call): { secret?: string; conflict?: Error } {
  const { req, querystring, state } = call
  const bearer = state.found && bearerKey(req, state.found.route.caller)
  const inHeader = req.headers['x-api-key']?.toString().split(', ') ?? [] // fields of one name
  const inQuery = querystring.includes('key=') ? new URLSearchParams(querystring).getAll('key') : []
  try {
    const secret = credentials([...inHeader, bearer, ...inQuery])
    return secret === undefined ? {} : { secret }
  } catch (conflict) {
    return { conflict: conflict as Error }
  }
}

/** The key of `Authorization: Bearer`. Tokens of sessions are not keys. */
function bearerKey(req: Call['req'], caller: Caller): string | undefined {
  const token = bearerToken(req)
  return token && (caller.bearer || (takesKeys(caller) && looksLikeKey(token))) ? token : undefined
}

/** Refuses a request without exactly one Host field, as RFC 9112, 3.2 requires. */
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

function limited({ policy, limit, reset_s }: RateState, isKeySent: boolean): Problem {
  const ofKeys = isKeySent ? '; the key sent is not valid here' : '; a key has a limit of its own'
  return new Problem(
    'too-many-requests',
    `the ${policy} limit of ${limit} requests is used up; try again in ${duration(reset_s)}${policy === 'anonymous' ? ofKeys : ''}`,
  )
}
