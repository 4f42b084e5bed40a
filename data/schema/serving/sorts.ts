/** Orders of farms by the value of the `sort` parameter: the columns of `orders` (columns.ts). */
export const farmSorts = {
  name: 'byName',
  '-name': 'byNameDescending',
  quality_score: 'byQuality',
  '-quality_score': 'byQualityDescending',
  updated_at: 'byUpdated',
  '-updated_at': 'byUpdatedDescending',
  changed_at: 'byChanged',
  '-changed_at': 'byChangedDescending',
  rating: 'byRating',
} as const
export type FarmSort = keyof typeof farmSorts

/** Orders of product listings: columns of `listings`. */
export const listingSorts = {
  farm: 'byFarm',
  price: 'byPrice',
  '-price': 'byPriceDescending',
  comparable_price: 'byComparable',
  '-comparable_price': 'byComparableDescending',
} as const
export type ListingSort = keyof typeof listingSorts
