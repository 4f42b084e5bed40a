import { readConfig, type Config } from '../config.ts'
import { exploreRoutes, routesOfPages } from '../console/explore_api.ts'
import { consolePages } from '../console/pages.ts'
import { docsPages } from '../docs/docs.ts'
import { explorePages } from '../explore/pages.ts'
import { dataPages } from '../explore/data/pages.ts'
import { marketPage } from '../explore/market/page.ts'
import { describeApi } from '../openapi/document.ts'
import { type OpenApiDocument, pathTemplate } from '../openapi/model.ts'
import { mcpRoute } from '../mcp/route.ts'
import { serverJson } from '../mcp/server_json.ts'
import { openApiRoute } from '../openapi/route.ts'
import { assetRoutes } from '../pages/assets.ts'
import { keyRoutes } from '../routes/account/keys.ts'
import { sessionRoutes } from '../routes/account/sessions.ts'
import { availability } from '../routes/farms/availability.ts'
import { farm, hours, products } from '../routes/farms/farm.ts'
import { farms } from '../routes/farms/farms.ts'
import { food } from '../routes/farms/food.ts'
import { history } from '../routes/farms/history.ts'
import { listings } from '../routes/farms/listings.ts'
import { find } from '../routes/farms/find.ts'
import { search } from '../routes/farms/search.ts'
import { stats } from '../routes/farms/stats.ts'
import { healthRoutes } from '../routes/health.ts'
import { suggest, vocabulary } from '../routes/lookup.ts'
import { competitors, differentiators } from '../routes/market/neighbors.ts'
import { delivery } from '../routes/market/delivery.ts'
import { landscape } from '../routes/market/landscape.ts'
import { prices } from '../routes/market/prices.ts'
import type { Route } from '../routes/route.ts'
import { snapshotChanges } from '../routes/snapshots/changes.ts'
import { duckdbCatalogRoute } from '../routes/snapshots/duckdb_catalog.ts'
import { netChanges } from '../routes/snapshots/net_changes.ts'
import { snapshotFileRoutes } from '../routes/snapshots/snapshot_files.ts'
import { snapshotList, snapshotManifest, stacCatalog } from '../routes/snapshots/snapshots.ts'

/** The endpoints that answer from a snapshot. */
const dataRoutes: Route[] = [
  search,
  find,
  food,
  farms,
  farm,
  products,
  hours,
  history,
  availability,
  listings,
  stats,
  suggest,
  vocabulary,
  landscape,
  prices,
  competitors,
  differentiators,
  delivery,
  netChanges,
  snapshotList,
  stacCatalog,
  snapshotManifest,
  snapshotChanges,
]

/** The data routes that this service's pages request without a key, as described, by tier. */
const ownPaths = new Map(
  routesOfPages(dataRoutes).map(({ path, caller }) => [pathTemplate(path), caller.tier!]),
)

/** The served API as an OpenAPI document. */
export const openApiDocument = (config: Config = readConfig({})): OpenApiDocument =>
  describeApi(allRoutes, config)

/** Every route: the endpoints of the API, in the order of its description, and pages. */
export const allRoutes: Route[] = [
  ...dataRoutes,
  duckdbCatalogRoute,
  ...snapshotFileRoutes,
  ...keyRoutes,
  ...sessionRoutes,
  ...healthRoutes,
  openApiRoute,
  mcpRoute,
  serverJson,
  ...docsPages(ownPaths),
  marketPage,
  ...dataPages,
  ...consolePages(dataRoutes),
  ...explorePages,
  ...exploreRoutes(dataRoutes),
  ...assetRoutes,
]
