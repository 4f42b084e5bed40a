import { datedGroups, groupNames, type DatedGroup } from '../../data/schema/said_at.ts'
import { publishedFarms, publishedListings } from './published_farms.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import { yearsBefore } from '../../data/calendar.ts'

const isOld = (farm: Farm, group: DatedGroup, day: string) => {
  const said = farm.said_at[group]
  return said !== null && said < day
}

/** Terms outside the vocabularies are searched together, and count together. */
const claimed: DatedGroup[] = ['practices', 'payment_methods', 'delivery_options']
const claims = ['certifications', 'practices', 'payment_methods', 'delivery_options'].map(
  (field) => `${field}_other`,
)

/** A farm in which groups last said before a day are unknown. */
function masked(farm: Farm, day: string): Farm {
  const old = groupNames.filter((group) => isOld(farm, group, day))
  const fields = old.flatMap((group): readonly string[] => datedGroups[group])
  if (claimed.some((group) => old.includes(group))) fields.push(...claims)
  return {
    ...farm,
    ...Object.fromEntries(fields.map((field) => [field, null])),
    said_at: { ...farm.said_at, ...Object.fromEntries(old.map((group) => [group, null])) },
  }
}

/** Farms and listings of a snapshot, without what was last said before a day (`YYYY-MM-DD`). */
function saidSince(farms: Farm[], listings: ProductListing[], day: string) {
  const silent = new Set(farms.filter((farm) => isOld(farm, 'listings', day)).map(({ id }) => id))
  return {
    farms: farms.map((farm) => masked(farm, day)),
    listings: listings.filter(({ farm_id }) => !silent.has(farm_id)),
  }
}

/** Farms and listings as published, whole and without what was said before a day: half of the products are older. */
export async function publishedSince(folder: string) {
  const [farms, listings] = [await publishedFarms(folder), await publishedListings(folder)]
  const said_since = medianDay(farms)
  return { farms, listings, said_since, since: saidSince(farms, listings, said_since) }
}

/** The day by which half of the farms with known products named them. */
function medianDay(farms: Farm[]): string {
  const days = farms.flatMap(({ said_at }) => said_at.products ?? []).toSorted()
  return days[(days.length - 1) >> 1]!
}

/** For each group: how many know it, how many of late, and the median day. */
export function saidFigures(farms: Farm[], now: Date) {
  const recent = yearsBefore(now, 3).toISOString().slice(0, 10)
  return Object.fromEntries(
    groupNames.map((group) => {
      const days = farms.flatMap(({ said_at }) => said_at[group] ?? []).toSorted()
      const median = days[(days.length - 1) >> 1] ?? null
      return [
        group,
        { known: days.length, recent: days.filter((day) => day >= recent).length, median },
      ]
    }),
  )
}

/** How many of some farms have products, hours and prices of late. */
export function recentCoverage(farms: Farm[], priced: Set<string>, now: Date) {
  const recent = yearsBefore(now, 3).toISOString().slice(0, 10)
  const count = (group: DatedGroup, isKnown: (farm: Farm) => boolean) =>
    farms.filter((farm) => isKnown(farm) && (farm.said_at[group] ?? '') >= recent).length
  return {
    products: count('products', ({ products }) => products !== null),
    hours: count('hours', ({ hours, hours_json }) => (hours ?? hours_json) !== null),
    prices: count('listings', ({ id }) => priced.has(id)),
  }
}
