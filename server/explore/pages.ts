import type { Route } from '../routes/route.ts'
import { farmPage } from './farm/farm_page.ts'
import { reportRoute } from './report/report.ts'
import { startPage } from './search/start_page.ts'
import { pointsRoute } from './map/points.ts'
import { sitemapPages } from './sitemap.ts'

export const explorePages: Route[] = [
  startPage,
  pointsRoute,
  farmPage,
  reportRoute,
  ...sitemapPages,
]
