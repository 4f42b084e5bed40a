import { consolePages } from '../console/pages.ts'
import { docsPages } from '../docs/docs.ts'
import { describeApi } from '../openapi/document.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { openApiRoute } from '../openapi/route.ts'
import { availability } from '../routes/farms/availability.ts'
import { farm, hours, products } from '../routes/farms/farm.ts'
import { farms } from '../routes/farms/farms.ts'
import { food } from '../routes/farms/food.ts'
import { history } from '../routes/farms/history.ts'
import { competitors } from '../routes/market/competitors.ts'
import { delivery } from '../routes/market/delivery.ts'
import { differentiators } from '../routes/market/differentiators.ts'
import { landscape } from '../routes/market/landscape.ts'
import { prices } from '../routes/market/prices.ts'
import { healthRoutes } from '../routes/health.ts'
import { keyRoutes } from '../routes/account/keys.ts'
import type { Page, PlainRoute } from '../routes/plain_route.ts'
import type { DataRoute } from '../routes/route.ts'
import { search } from '../routes/farms/search.ts'
import { sessionRoutes } from '../routes/account/sessions.ts'
import { snapshotFileRoutes } from '../routes/snapshots/snapshot_files.ts'
import { snapshotChanges, snapshotList, snapshotManifest } from '../routes/snapshots/snapshots.ts'
import { stats } from '../routes/farms/stats.ts'

/** Every endpoint that answers from a snapshot. */
export const dataRoutes: DataRoute[] = [
  search,
  food,
  farms,
  farm,
  products,
  hours,
  history,
  availability,
  stats,
  landscape,
  prices,
  competitors,
  differentiators,
  delivery,
  snapshotList,
  snapshotManifest,
  snapshotChanges,
]

/** The API as it is served, as an OpenAPI document. */
export const openApiDocument = (): OpenApiDocument => describeApi({ dataRoutes, plainRoutes })

/** Every other endpoint of the API. */
export const plainRoutes: PlainRoute[] = [
  ...snapshotFileRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...healthRoutes,
  openApiRoute(openApiDocument),
]

/** What is for people. */
export const pages: Page[] = [...docsPages, ...consolePages(dataRoutes)]
