import type { Manifest } from '../../../data/schema/manifest.ts'
import type { ShownReport } from '../../access/reports/reports.ts'
import type { Ask, BodyOf } from '../../ask/ask.ts'
import type { farm } from '../../routes/farms/farm.ts'
import type { history } from '../../routes/farms/history.ts'
import { search } from '../../routes/farms/search.ts'
import type { Visit } from '../visit.ts'

type Whole = BodyOf<typeof farm>['data']

/** A farm as the API returns it; fields outside the tier are absent. */
export type Profile = Partial<Whole> &
  Pick<
    Whole,
    | 'id'
    | 'name'
    | 'place_type'
    | 'city'
    | 'county'
    | 'state'
    | 'lat'
    | 'lng'
    | 'location_precision'
    | 'products'
    | 'said_at'
    | 'products_other'
    | 'categories'
    | 'sources'
    | 'first_listed'
    | 'last_listed'
    | 'updated_at'
    | 'synthetic'
    | 'changed_at'
  >

type History = BodyOf<typeof history>['data']

/** Editions in which a listing had the same values. `listed`: the newest edition lists the farm so. */
export type Run = History['listings'][number]

export type HistoryChange = History['changes'][number]

export type Neighbour = BodyOf<typeof search>['data'][number]

/** All values that a farm's page shows. */
export type Shown = Visit & {
  farm: Profile
  runs: Run[]
  changes: HistoryChange[]
  neighbours: Neighbour[]
  reports: ShownReport[]
  manifest: Manifest
  /** Returns true if the visitor has seen as many farms today as one address is shown. */
  isLimited: boolean
}

/** The maximum number of nearby farms on a page, and their maximum distance. */
const [mostNeighbours, neighbourRadius_mi] = [4, 25]

/** The farms nearest to one farm, without it. */
export async function neighboursOf(ask: Ask, { id, lat, lng }: Profile): Promise<Neighbour[]> {
  if (lat === null || lng === null) return []
  const { data } = await ask(search, {
    lat,
    lng,
    radius: neighbourRadius_mi,
    per_page: mostNeighbours + 1,
    fields:
      'id,name,place_type,city,state,lat,lng,products,updated_at,last_listed,said_at,distance_mi',
  })
  return data.filter((each) => each.id !== id).slice(0, mostNeighbours)
}
