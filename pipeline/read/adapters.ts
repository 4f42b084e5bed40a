import { nearestOf } from '../../data/vocabulary/edit_distance.ts'
import type { Adapter } from './adapter.ts'
import { SourceError } from './source_error.ts'
import { farmFeed } from './sources/farm_feed.ts'
import { geojson } from './sources/geojson.ts'
import { csv, xlsx } from './sources/mapped_table.ts'
import { newYorkFarmersMarkets } from './sources/new_york_farmers_markets.ts'
import { usdaCsaDirectory } from './sources/usda/csa_directory.ts'
import { usdaFarmersMarketDirectory } from './sources/usda/farmers_market_directory.ts'
import { usdaLocalFoodPortal } from './sources/usda/local_food_portal.ts'
import { usdaOnFarmDirectory } from './sources/usda/on_farm_directory.ts'

/** Every source type that a build can read. */
export const adapters: readonly Adapter[] = [
  usdaFarmersMarketDirectory,
  usdaLocalFoodPortal,
  usdaCsaDirectory,
  usdaOnFarmDirectory,
  newYorkFarmersMarkets,
  csv,
  xlsx,
  geojson,
  farmFeed,
]

/** Finds the adapter of a source type. Throws a SourceError that lists the types. */
export function adapterFor(kind: string): Adapter {
  const adapter = adapters.find((each) => each.kind === kind)
  if (adapter) return adapter
  const kinds = adapters.map((each) => each.kind)
  const nearest = nearestOf(kind, kinds)
  const hint = nearest ? ` (did you mean ${nearest}?)` : ''
  throw new SourceError(`unknown source type \`${kind}\`${hint}; the types are ${kinds.join(', ')}`)
}
