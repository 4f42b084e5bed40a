import type { Tier } from '../../data/schema/meta.ts'
import { isOfOwnPage } from '../http/addresses/same_origin.ts'
import { Problem } from '../http/problem.ts'
import { page, type Caller, type Route } from '../routes/route.ts'

/** Pages of this service: they have no key, count for the visitor's address, and see the free tier. */
const ownPage: Caller<{ tier: Tier }> = {
  name: 'own page',
  tier: 'free',
  check({ req, path }, { publicUrl }) {
    if (isOfOwnPage(req, publicUrl())) return { tier: 'free' }
    const same = path.replace(/^\/explore\/api/i, '/v1')
    throw new Problem('forbidden', `this is for pages of this service; ask ${same}, with a key`)
  },
}

/**
 * What the pages of this service ask: the data routes for free keys, under `/explore/api` instead of
 * `/v1`, without a key. Those that are open to every origin are not among them: pages can ask those.
 */
export const exploreRoutes = (dataRoutes: readonly Route[]): Route[] =>
  dataRoutes
    .filter(({ caller, open }) => caller.tier === 'free' && !open)
    .map((route) => {
      const { params, query, headers = {} } = route
      const path = route.path.replace('/v1', '/explore/api')
      const answer: Route['answer'] = (request, services) => route.answer(request, services)
      return page({ path, caller: ownPage, params, query, headers, answer })
    })
