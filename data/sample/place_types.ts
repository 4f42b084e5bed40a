import type { placeTypes } from '../schema/tables/farm.ts'
import { Weighted } from './weighted.ts'

export type PlaceType = (typeof placeTypes)[number]

/** About the proportions of the USDA's directories, with the single farms that they leave out. */
export const typeOfPlace = Weighted.of<PlaceType>({
  farm: 45,
  farmers_market: 17,
  on_farm_market: 12,
  csa: 9,
  ranch: 8,
  agritourism: 5,
  market: 3,
  food_hub: 1,
})
