import type { z } from 'zod'
import { html } from '../../data/html.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { Ask } from '../ask/ask.ts'
import { askingHere } from '../ask/ask_here.ts'
import { visitor } from '../console/visitor.ts'
import type { Answer } from '../http/answer.ts'
import { assetUrls } from '../pages/assets.ts'
import { addressForPrograms } from '../pages/code_blocks.ts'
import { forEverybody } from '../pages/for_everybody.ts'
import { accountTier } from '../routes/account/account_tier.ts'
import type { GivenSession } from '../routes/account/session.ts'
import { page, type Nothing, type Request, type Route } from '../routes/route.ts'
import type { Services } from '../services.ts'

/** The head of a page that search engines leave out. */
export const unindexed = html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
  <meta name="robots" content="noindex" />`

/** A request for a page, by a visitor. */
export type Visit = Request & {
  session: GivenSession | undefined
  /** The tier of the visitor's account; free without one. */
  tier: Tier
  /** Asks the data routes in this tier. */
  ask: Ask
  services: Services
  publicUrl: string
  /** The server's address in programs. */
  address: string
  now: Date
}

type VisitedPage<Query extends z.ZodObject, Params extends z.ZodObject> = Pick<
  Route<Query, Params>,
  'path' | 'query' | 'params' | 'wayOn'
> & {
  answer: (visit: Visit & Request<z.output<Query>, z.output<Params>>) => Promise<Answer>
}

/** Declares a page for every visitor, signed in or not. */
export const visitedPage = <
  Query extends z.ZodObject = Nothing,
  Params extends z.ZodObject = Nothing,
>({
  answer,
  ...route
}: VisitedPage<Query, Params>): Route =>
  page({
    ...route,
    caller: visitor,
    async answer(request, services) {
      const tier = await accountTier(services, request.session)
      return answer({
        ...request,
        tier,
        ask: askingHere(tier, services),
        services,
        publicUrl: services.publicUrl(),
        address: addressForPrograms(request.http, services),
        now: services.clock(),
      })
    },
  })

/** The same of a page that is equal for all visitors without a cookie, so that shared caches keep it. */
export const publicPage: typeof visitedPage = (route) => forEverybody(visitedPage(route))
