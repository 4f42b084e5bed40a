import type { FindRoute } from '../mcp/ask_here.ts'
import type { Route } from '../routes/route.ts'
import { assetPages } from './assets.ts'
import { farmPage } from './farm/farm_page.ts'
import { startPage } from './search/start_page.ts'
import { pointsRoute } from './map/points.ts'
import { sitemapPages } from './sitemap.ts'

/** The pages for everybody; `find` finds the data routes, which they show the answers of. */
export const explorePages = (find: FindRoute): Route[] => [
  startPage(find),
  pointsRoute(find),
  farmPage(find),
  ...sitemapPages,
  ...assetPages,
]
