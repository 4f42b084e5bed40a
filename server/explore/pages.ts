import type { Route } from '../routes/route.ts'
import { discoveryPages } from './discovery.ts'
import { farmPage } from './farm/farm_page.ts'
import { comparePage } from './plan/compare_page.ts'
import { planCalendar, planPage } from './plan/plan_page.ts'
import { pointsRoute } from './map/points.ts'
import { tilesRoute } from './map/tiles.ts'
import { reportRoute } from './report/report.ts'
import { startPage } from './search/start_page.ts'
import { sitemapPages } from './sitemap.ts'

export const explorePages: Route[] = [
  startPage,
  comparePage,
  planPage,
  planCalendar,
  pointsRoute,
  tilesRoute,
  farmPage,
  reportRoute,
  ...discoveryPages,
  ...sitemapPages,
]
