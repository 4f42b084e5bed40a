import { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import type { NamedCircle } from '../../query/market/area.ts'
import { chooseProduct, type ProductChoice } from '../../query/market/product_choice.ts'
import type { DataRequest } from '../data_route.ts'
import { saidSince, requireCenter, whereParameters, type Where } from '../parameters.ts'

/** Parameters that the market endpoints share. */

/** Miles, both ends included. */
export const marketRadius = parameter
  .decimal(1, 100)
  .meta({ unit: 'miles', description: 'Search radius, edge included', example: 25 })
export const defaultRadius_mi = 25
export const radiusOrDefault = marketRadius
  .default(defaultRadius_mi)
  .meta({ aliases: ['radius_miles'] })

export const around = whereParameters
export const product = parameter.text.meta({
  description: 'Product name or alias, singular or plural, in any case; varieties count',
  example: 'eggs',
  aliases: ['products'],
})

/** The circle of a request. */
export const circleOf = (
  { query, snapshot }: DataRequest<Where>,
  radius_mi: number,
): NamedCircle => ({
  center: requireCenter(query, snapshot),
  radius_mi,
})

/** The product that a request names; null where it names none. */
export const choiceOf = (
  request: DataRequest<{ product?: string | undefined }>,
): ProductChoice | null =>
  request.query.product === undefined ? null : chooseProduct(request.query.product, request)

/** The schema of a request's parameters with `said_since` and `snapshot`, which all take. */
export const marketQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, said_since: saidSince, snapshot: parameter.snapshot })
