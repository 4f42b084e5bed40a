import { roundedMiles } from '../../../data/geography/distance.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { figuresOf, type Area } from './area.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { countOf, knownOf, ranked, shareOf, sharesOf } from './shares.ts'

/** How food reaches buyers from the farms of a circle, or from those that offer a product. */
export function marketDelivery(
  snapshot: Snapshot,
  circle: Omit<Area, 'only'>,
  choice: ProductChoice | null,
) {
  const { attributes } = snapshot
  const area = { ...circle, only: choice?.farms ?? null }
  const figures = figuresOf(snapshot, area)
  const known = knownOf(attributes, figures, 'delivery_options')
  const ofKind = (kind: string) =>
    shareOf(countOf(attributes, figures, 'delivery_kinds', kind), figures.farms, known)
  return {
    location: circle.center,
    radius_miles: circle.radius_mi,
    product_filter: choice?.asked ?? null,
    ...choiceFields(choice),
    total_farms: figures.farms,
    farms_with_known_delivery: known,
    delivery_options: sharesOf(attributes, figures, 'delivery_options'),
    pickup: ofKind('pickup'),
    delivery: ofKind('delivery'),
    nearest: ranked(attributes, figures, 'delivery_options').map(({ name, code }) =>
      nearestWith(snapshot, area, name, code),
    ),
  }
}

/** The nearest farm with a delivery option that some farm of the area has. */
function nearestWith(snapshot: Snapshot, area: Area, option: string, code: number) {
  const { tree, attributes } = snapshot
  const { center, radius_mi, only } = area
  const { rows, distances_mi } = tree.nearest(center, radius_mi, {
    limit: 1,
    accepts: (row) => attributes.has(row, code) && (only === null || only.has(row)),
    ...(only && { acceptsAny: (first, end) => only.hasAny(first, end) }),
  })
  const { id, name } = farmRecord(snapshot, rows[0]!, 'free', 'list')
  return { option, farm_id: id, name, distance_mi: roundedMiles(distances_mi[0]!) }
}
