import { roundedMiles } from '../../../data/geography/distance.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import type { FilterRequest } from '../filters/filter.ts'
import { after } from '../../eventual.ts'
import { farmRecord } from '../farm_json.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Cover, type Area, type NamedCircle } from './area.ts'
import { emptyArea } from './empty_area.ts'
import { AreaFigures } from './figures.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { saidIn, blank, isSuppressed, suppressed } from './suppression.ts'

/**
 * Counts the delivery options of a circle's farms, or of those offering a product, for keys of a tier. The
 * nearest farm with an option is an individual value, so free keys never get it.
 */
export function marketDelivery(
  request: FilterRequest,
  circle: NamedCircle,
  choice: ProductChoice | null,
) {
  const { snapshot, tier } = request
  const area = { ...circle, only: choice?.farms }
  const cover = new Cover(snapshot, area)
  const figures = new AreaFigures(snapshot, cover)
  const share = figures.shareOf('delivery_options')
  const ofKind = (kind: string) => share(figures.count('delivery_kinds', kind))
  const found = {
    farms_with_known_delivery: figures.known('delivery_options'),
    delivery_options: figures.shares('delivery_options'),
    pickup: ofKind('pickup'),
    delivery: ofKind('delivery'),
  }
  const nearest = () =>
    figures
      .ranked('delivery_options')
      .map(({ name, code }) => nearestWith(snapshot, area, name, code))
  const body = {
    snapshot: snapshot.id,
    location: circle.center,
    radius_miles: circle.radius_mi,
    product_filter: choice?.asked ?? null,
    ...choiceFields(choice),
    total_farms: figures.farms,
    ...(isSuppressed(tier, figures.farms) ? blank(found) : found),
    nearest: tier === 'free' ? null : nearest(),
    ...(tier === 'free' && suppressed),
    said: saidIn(request, cover),
  }
  return after(emptyArea(request, circle, choice, figures.farms), (why) => ({ ...why, ...body }))
}

/** Finds the nearest farm with a delivery option that some farm of the area has. */
function nearestWith(snapshot: Snapshot, area: Area, option: string, code: number) {
  const { tree, fieldCodes } = snapshot
  const { center, radius_mi, only } = area
  const { rows, distances_mi } = tree.nearest(center, radius_mi, {
    limit: 1,
    accepts: (row) => fieldCodes.attributes.has(row, code) && (!only || only.has(row)),
    ...(only && { acceptsAny: (first, end) => only.hasAny(first, end) }),
  })
  const { id, name } = farmRecord(snapshot, rows[0]!, 'free', 'list') as Farm
  return { option, farm_id: id, name, distance_mi: roundedMiles(distances_mi[0]!) }
}
