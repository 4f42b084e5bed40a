import { consolePages } from '../console/pages.ts'
import { docsPages } from '../docs/docs.ts'
import { describeApi } from '../openapi/document.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { openApiRoute } from '../openapi/route.ts'
import { availability } from './availability.ts'
import { farm, hours, products } from './farm.ts'
import { farms } from './farms.ts'
import { food } from './food.ts'
import { history } from './history.ts'
import { competitors } from './market/competitors.ts'
import { delivery } from './market/delivery.ts'
import { differentiators } from './market/differentiators.ts'
import { landscape } from './market/landscape.ts'
import { prices } from './market/prices.ts'
import { healthRoutes } from './health.ts'
import { keyRoutes } from './keys.ts'
import type { Page, PlainRoute } from './plain_route.ts'
import type { DataRoute } from './route.ts'
import { search } from './search.ts'
import { sessionRoutes } from './sessions.ts'
import { snapshotFileRoutes } from './snapshot_files.ts'
import { snapshotChanges, snapshotList, snapshotManifest } from './snapshots.ts'
import { stats } from './stats.ts'

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
