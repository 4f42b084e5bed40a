import type { Change } from '../../data/schema/tables/change.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Night } from './nights.ts'

const instantOf = (id: string) =>
  id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-.*$/, '$1-$2-$3T$4:$5:$6Z')

/** Everything that answers show members of a farm, as text that is equal only where all of it is. */
function shownOf({ listings, provenance }: Night, farm: Farm): string {
  const { changed_at: _changed, ...shown } = farm
  const rows = provenance.filter(({ farm_id, fields }) => farm_id === farm.id && fields.length > 0)
  return JSON.stringify([
    { ...shown, geometry: null },
    listings.filter(({ farm_id }) => farm_id === farm.id).map((each) => JSON.stringify(each)),
    rows
      .map(({ source, source_id, licence, updated_at, fields }) =>
        JSON.stringify({ source, source_id, licence, updated_at, fields }),
      )
      .sort(),
  ])
}

/** By farm id, the `changed_at` that the files of each of some nights should have. */
export function expectedDates(nights: Night[]): Map<string, string | null>[] {
  const dates: Map<string, string | null>[] = []
  for (const [index, night] of nights.entries()) {
    const before = nights[index - 1]
    const shownBefore = new Map(before?.farms.map((farm) => [farm.id, shownOf(before, farm)]))
    dates.push(
      new Map(
        night.farms.map((farm) => {
          const isSame = shownBefore.get(farm.id) === shownOf(night, farm)
          return [
            farm.id,
            isSame ? (dates[index - 1]!.get(farm.id) ?? instantOf(before!.id)) : null,
          ]
        }),
      ),
    )
  }
  return dates
}

type Compared = Pick<
  ProductListing,
  'name' | 'product' | 'category' | 'price' | 'unit' | 'in_stock'
>

/** What is compared of a listing, as text. */
export const comparedText = ({ name, product, category, price, unit, in_stock }: Compared) =>
  JSON.stringify({ name, product, category, price, unit, in_stock })

/**
 * The listings of a farm as they were, from those that it has now and the changes: these undone one
 * by one. Throws where a change is not one of a listing that is there, or says another value of it.
 */
export function undone(now: ProductListing[], changes: Change[]): Compared[] {
  const listings = new Map<string, Compared>(now.map((each) => [each.id, { ...each }]))
  const removed: Compared[] = []
  for (const { listing, listing_change, before, after } of changes) {
    const [was, is] = [before, after].map((text) => JSON.parse(text ?? 'null'))
    if (listing_change === 'removed') removed.push(was)
    else {
      const found: Record<string, unknown> | undefined = listings.get(listing!.id)
      if (!found) throw new Error(`no listing ${listing!.id}`)
      if (listing_change === 'added') {
        if (comparedText(found as Compared) !== comparedText(is)) throw new Error(`not ${after}`)
        listings.delete(listing!.id)
      } else {
        if (found[listing_change!] !== is) throw new Error(`${listing_change} is not ${after}`)
        found[listing_change!] = was
      }
    }
  }
  return [...listings.values(), ...removed]
}
