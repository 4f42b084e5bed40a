import type { ActiveKey } from '../access/keys/key_lookup.ts'
import type { Charges } from '../access/limits/charges.ts'
import { visitorSubject } from '../access/limits/limits.ts'
import { isMeantBy, pageOrigin } from '../http/addresses/page_origin.ts'
import { isOfOwnPage } from '../http/addresses/same_origin.ts'
import { Problem } from '../http/problem.ts'
import { clientOf, takesKeys } from '../routes/callers.ts'
import type { Call } from '../routes/route.ts'
import type { Services } from '../services.ts'

/** The client that a request counts for. */
export type Identity = {
  /** Identifies the client that takes turns with others. */
  caller: string
  /** The limits that it counts under. */
  charges: Charges
  /** The reason to refuse its key; thrown when the request is counted. */
  failure?: Error | undefined
}

type Known = Pick<Services, 'config' | 'publicUrl'>

/**
 * The identity of a request with this key, or without a valid one. A key refused because of the request's
 * origin is not charged: strangers would use it up.
 */
export function identityOf(call: Call, key: ActiveKey | undefined, services: Known): Identity {
  if (!key) return anonymous(call, services)
  if (key.origins) return visitorOfPage(call, { ...key, origins: key.origins }, services)
  const failure = minds(call) ? secretRefusal(call, services) : undefined
  if (failure) return { ...anonymous(call, services), failure }
  return { caller: `${key.tier} ${key.id}`, charges: [[key.tier, key.id]] }
}

function visitorOfPage(call: Call, key: Required<ActiveKey>, services: Known): Identity {
  const page = pageOrigin(call.req.headers)
  const refusal = (detail: string) => (minds(call) ? new Problem('forbidden', detail) : undefined)
  if (!page || !key.origins.some((pattern) => isMeantBy(page, pattern)))
    return { ...anonymous(call, services), failure: refusal(whyNotFrom(page)) }
  const visitor = visitorSubject(key.id, clientOf(call.req, services.config))
  const caller = call.state.found?.route.caller
  return {
    caller: `visitor ${visitor}`,
    charges: [
      ['visitor', visitor],
      ['visitorDay', visitor],
      ['browser', key.id],
    ],
    failure:
      caller && takesKeys(caller)
        ? undefined
        : refusal('a browser key opens data only, no keys, accounts or sessions'),
  }
}

/** The identity of a request without a valid key. */
export function anonymous({ req }: Call, { config }: Pick<Services, 'config'>): Identity {
  const address = clientOf(req, config)
  return { caller: `anonymous ${address}`, charges: [['anonymous', address]] }
}

/** Returns true if the answer depends on the key: not for pages or unknown paths. */
export function minds({ state: { found }, method }: Call): boolean {
  if (!found?.methods.includes(method)) return false
  const { caller, method: of } = found.route
  const isOfAccounts = ['session', 'anyone or session'].includes(caller.name)
  return takesKeys(caller) || isOfAccounts || of !== 'get'
}

/** Why a secret key from another site's page is refused, except on open routes, for notebooks. */
function secretRefusal({ req, state }: Call, services: Known): Problem | undefined {
  const { origin } = req.headers
  if (!origin || state.found?.route.open || isOfOwnPage(req, services.publicUrl())) return undefined
  return new Problem(
    'forbidden',
    "this is a secret key, and every visitor of a page can read it: revoke it, and use a browser key (svc_pub_…) for the page's origin",
  )
}

function whyNotFrom(page: URL | null | undefined): string {
  if (page)
    return `this browser key is not for pages of ${page.origin}; its owner can add that origin`
  const said = page === null ? 'hides its origin' : 'has no origin'
  return (
    `this browser key answers pages of its origins only, and the request ${said} (Origin, or else ` +
    'Referer); programs use a secret key'
  )
}
