import type { Tier } from '../../data/schema/meta.ts'
import { after, type Eventual } from '../eventual.ts'
import { isOfOwnPage } from '../http/addresses/same_origin.ts'
import { Problem } from '../http/problem.ts'
import { tierOf } from '../routes/account/account_tier.ts'
import { page, type Call, type Caller, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { visitorOf } from './visitor.ts'

/**
 * Pages of this service: they have no key, count for the visitor's address, and see the tier of the
 * account that is signed in, else the free one. `lowest` is the tier that the route is for.
 */
const ownPage = (lowest: Tier): Caller<{ tier: Tier }> => ({
  name: 'own page',
  tier: lowest,
  check(call, services) {
    const { req, path } = call
    const same = path.replace(/^\/explore\/api/i, '/v1')
    if (!isOfOwnPage(req, services.publicUrl()))
      throw new Problem(
        'forbidden',
        `this address is for pages of this service; request ${same}, with a key`,
      )
    return after(visitorsTier(call, services), (tier) => {
      if (lowest === 'free' || tier === 'paid') return { tier }
      throw new Problem('forbidden', `${same} is for the paid tier; you are not signed in to it`)
    })
  },
})

/** Looking an account up is no work for nothing: it counts also where the answer is a 304. */
function visitorsTier(call: Call, services: Services): Eventual<Tier> {
  if (call.req.headers.cookie === undefined) return 'free'
  return after(call.state.charge(), async () => tierOf(services, await visitorOf(call, services)))
}

/** Those of the data routes that pages ask without a key; what is open to every origin, they ask as it is. */
export const routesOfPages = (dataRoutes: readonly Route[]): Route[] =>
  dataRoutes.filter(({ caller, open }) => caller.tier !== undefined && !open)

/**
 * What the pages of this service ask: the data routes for keys, under `/explore/api` instead of `/v1`,
 * without a key.
 */
export const exploreRoutes = (dataRoutes: readonly Route[]): Route[] =>
  routesOfPages(dataRoutes).map((route) => {
    const { params, query, caller } = route
    const path = route.path.replace('/v1', '/explore/api')
    const headers = { ...route.headers, Vary: `${route.headers?.['Vary'] ?? ''}, Cookie` }
    const answer: Route['answer'] = (request, services) => route.answer(request, services)
    return page({ path, caller: ownPage(caller.tier!), params, query, headers, answer })
  })
