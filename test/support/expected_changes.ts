import type { Farm } from '../../data/schema/tables/farm.ts'
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
