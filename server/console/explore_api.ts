import { duration } from '../../data/digit_grouping.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { RateState } from '../access/limits/limits.ts'
import { after, type Eventual } from '../eventual.ts'
import type { Answer } from '../http/answer.ts'
import { isOfOwnPage } from '../http/addresses/same_origin.ts'
import { Problem } from '../http/problem.ts'
import { clientOf, limit } from '../routes/callers.ts'
import { accountTier } from '../routes/account/account_tier.ts'
import { page, type Call, type Caller, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'
import { visitorOf } from './visitor.ts'

/**
 * Pages of this service: they send no key, and count for the visitor's address. They see the tier of the
 * signed-in account, else the free tier. `lowest` is the route's tier.
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

/** Counts the farms in a free visitor's answer, as pages do. Throws a 429 Problem if fewer are left. */
function limitFarms(
  { params }: Route,
  { http, ...known }: Parameters<Route['answer']>[0],
  { status, count, body }: Answer,
  services: Services,
): Eventual<void> {
  const isOfOne = params !== undefined && body !== undefined && status === undefined
  const farms = count ?? (isOfOne ? 1 : 0)
  if (farms === 0 || ('tier' in known && known.tier === 'paid')) return undefined
  const client = clientOf(http.req, services.config)
  return limit(services, 'farmShown', client, tooManyFarms, farms)
}

const tooManyFarms = ({ limit, remaining, reset_s }: RateState) =>
  `pages show ${limit} farms a day to one address (${remaining} left); create a key in the console, or try again in ${duration(reset_s)}`

/** Finding the account is work, so the request counts even with a 304 answer. */
function visitorsTier(call: Call, services: Services): Eventual<Tier> {
  if (call.req.headers.cookie === undefined) return 'free'
  return after(call.state.charge(), async () =>
    accountTier(services, await visitorOf(call, services)),
  )
}

/** The data routes that pages request without a key; pages request public routes at their own path. */
export const routesOfPages = (dataRoutes: readonly Route[]): Route[] =>
  dataRoutes.filter(({ caller, open }) => caller.tier !== undefined && !open)

/** The routes for pages: the data routes, under `/explore/api` instead of `/v1`, without a key. */
export const exploreRoutes = (dataRoutes: readonly Route[]): Route[] =>
  routesOfPages(dataRoutes).map((route) => {
    const { params, query, caller } = route
    const path = route.path.replace('/v1', '/explore/api')
    const headers = { ...route.headers, Vary: `${route.headers?.['Vary'] ?? ''}, Cookie` }
    const answer: Route['answer'] = (request, services) =>
      after(route.answer(request, services), (answer) =>
        after(limitFarms(route, request, answer, services), () => answer),
      )
    return page({ path, caller: ownPage(caller.tier!), params, query, headers, answer })
  })
