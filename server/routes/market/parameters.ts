import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { badParameters } from '../../http/problem.ts'
import { chooseProduct, type ProductChoice } from '../../query/market/product_choice.ts'
import type { DataRequest } from '../data_route.ts'

/** Parameters that the market endpoints share. */

/** Miles, both ends included. */
export const marketRadius = parameter
  .decimal(1, 100)
  .meta({ unit: 'miles', description: 'How far around the point, its edge included', example: 25 })
export const defaultRadius_mi = 25

export const around = { lat: parameter.latitude, lng: parameter.longitude }
export const product = parameter.text.meta({
  description:
    'A product by its name or any alias, whatever the case, singular or plural; kinds of it count',
  example: 'eggs',
})
export const { farmId } = parameter
export const radiusOrDefault = marketRadius.default(defaultRadius_mi)

type Around = { lat: number; lng: number; radius: number }

/** The circle of a request. */
export const circleOf = ({ lat, lng, radius }: Around) => ({
  center: { lat, lng },
  radius_mi: radius,
})

/** The product that a request names; null where it names none. */
export const choiceOf = async (
  request: DataRequest<{ product?: string | undefined }>,
): Promise<ProductChoice | null> =>
  request.query.product === undefined ? null : chooseProduct(request.query.product, request)

/** Throws a 400 Problem where both names of the radius are given. */
export function requireOneRadius(query: { radius?: unknown; radius_miles?: unknown }): void {
  if (query.radius === undefined || query.radius_miles === undefined) return
  throw badParameters(
    ['radius', 'radius_miles'].map((name) => ({
      parameter: name,
      message: 'is given under both of its names: give radius or radius_miles',
    })),
  )
}

/** The schema of a request's parameters with `snapshot`, which all take. */
export const marketQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, snapshot: parameter.snapshot })
