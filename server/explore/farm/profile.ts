import type { Tier } from '../../../data/schema/meta.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import type { Ask, BodyOf } from '../../ask/ask.ts'
import type { farm } from '../../routes/farms/farm.ts'
import type { history } from '../../routes/farms/history.ts'
import { search } from '../../routes/farms/search.ts'

type Whole = BodyOf<typeof farm>['data']

/** A farm as the API answers it; fields that the tier does not have are absent. */
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

/** A run of editions in which a listing said the same; `listed`: it says so now. */
export type Run = Pick<
  History['listings'][number],
  | 'source'
  | 'source_id'
  | 'first_edition'
  | 'last_edition'
  | 'name'
  | 'place_type'
  | 'city'
  | 'state'
  | 'products'
  | 'listed'
>

/** What differed of the farm in a snapshot from the one before. */
export type Change = History['changes'][number]

export type Neighbour = BodyOf<typeof search>['data'][number]

/** All that the page of a farm shows. */
export type Shown = {
  farm: Profile
  runs: Run[]
  changes: Change[]
  neighbours: Neighbour[]
  tier: Tier
  manifest: Manifest
  publicUrl: string
}

/** How many neighbours are shown, and within how many miles. */
const [mostNeighbours, neighbourRadius_mi] = [6, 25]

/** The farms nearest to one, itself not among them. */
export async function neighboursOf(ask: Ask, { id, lat, lng }: Profile): Promise<Neighbour[]> {
  if (lat === null || lng === null) return []
  const { data } = await ask(search, {
    lat,
    lng,
    radius: neighbourRadius_mi,
    per_page: mostNeighbours + 1,
    fields: 'id,name,place_type,city,state,lat,lng,products,distance_mi',
  })
  return data.filter((each) => each.id !== id).slice(0, mostNeighbours)
}
