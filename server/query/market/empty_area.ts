import type { Point } from '../../../data/geography/distance.ts'
import { counted } from '../../../data/digit_grouping.ts'
import type { Eventual } from '../../eventual.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { conditions } from '../filters/conditions.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { mostRadius_mi } from '../../http/parameters/places.ts'
import { type Without, placeHint } from '../hints/emptied_by.ts'
import { listHints, type ListHints } from '../hints/list_hints.ts'
import { countFarms } from '../select.ts'
import type { NamedCircle } from './area.ts'
import type { ProductChoice } from './product_choice.ts'
import type { Subject } from './subject.ts'

/** Explains why no farm of a circle counts, like an empty list; `farms`: how many count. */
export const emptyArea = (
  request: FilterRequest,
  { center, radius_mi }: NamedCircle,
  choice: ProductChoice | null,
  farms: number,
): Eventual<ListHints> =>
  listHints(
    {
      values: choice ? { products: [choice.asked] } : {},
      product: true,
      scope: { near: { lat: center.lat, lng: center.lng, radius_mi } },
      total: farms,
    },
    request,
  )

/** Explains that farms of a circle offer a product, but state no prices. */
export function unpriced(
  { listings }: Pick<Snapshot, 'listings'>,
  { radius_mi }: NamedCircle,
  product: string,
  farms: number,
  inOtherUnits: number,
): ListHints {
  if (inOtherUnits > 0)
    return {
      without: [{ parameter: 'unit', count: inOtherUnits }],
      hints: [
        `${counted(inOtherUnits, 'farm')} in the circle ${inOtherUnits === 1 ? 'states' : 'state'} prices of \`${product}\` in other units`,
      ],
    }
  const remedy = radius_mi < mostRadius_mi ? ': a larger radius may have some' : ''
  const why = listings.count === 0 ? ': no farm of the snapshot states prices' : remedy
  const offer = `${counted(farms, 'farm')} in the circle ${farms === 1 ? 'offers' : 'offer'}`
  return { hints: [`${offer} \`${product}\`; all their prices are unknown${why}`] }
}

/** Explains why no neighbor shares a product with a farm: what is found without the radius, and where. */
export async function noRivals(
  request: FilterRequest,
  { row, farm, center }: Subject,
  radius_mi: number,
): Promise<ListHints> {
  const { snapshot } = request
  if (!center) return { hints: ['the location of the farm is unknown'] }
  if (farm.products === null) return { hints: ['the products of the farm are unknown'] }
  const sharing = conditions({ products: farm.products }, request)
  const all = await countFarms(snapshot, {}, sharing)
  const hints = await nearestOther(snapshot, row, { ...center, radius_mi }, sharing)
  return {
    ...(all > 1 && { without: [{ parameter: 'radius', count: all - 1 }] satisfies Without[] }),
    ...(hints.length > 0 && { hints }),
  }
}

/** Tells how far the nearest other farm is that meets some conditions. */
export const nearestOther = (
  snapshot: Snapshot,
  own: number,
  near: Point & { radius_mi: number },
  wanted: ReturnType<typeof conditions> = [],
): Promise<string[]> => {
  const others = {
    key: `not row ${own}`,
    set: () => Bitmap.where(snapshot.farms, (row) => row !== own),
  }
  return placeHint(snapshot, near, [...wanted, others])
}
