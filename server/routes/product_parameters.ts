import { measures } from '../../data/vocabulary/entry.ts'
import { units } from '../../data/vocabulary/vocabulary.ts'
import { parsed } from '../http/parameters/described.ts'
import * as parameter from '../http/parameters/parameters.ts'
import { badParameters } from '../http/problem.ts'

/** Parameters of requests for one product. */

export const exact = parameter.oneOf('exact', ['true', 'false']).default('false').meta({
  description: 'Exact match: `true` excludes varieties, so that beef does not match grass-fed beef',
  example: 'true',
})

/** A unit that prices are compared in, by its name or any alias. */
export const comparableUnit = parsed(
  parameter.text,
  (value) => measures.find((measure) => measure === units.find(value)?.name),
  (value) => ({
    message: `prices are not compared by \`${value}\`: must be one of ${measures.join(', ')}`,
  }),
  { type: 'string', minLength: 1, maxLength: 200 },
)

/** Throws a 400 Problem for a unit that neither the vocabulary nor any of these knows. */
export function requireUnit(
  stated: readonly { unit: string | null }[],
  unit: string | undefined,
): void {
  if (unit === undefined || units.find(unit) !== null) return
  const key = units.keyOf(unit)
  if (stated.some((each) => each.unit !== null && units.keyOf(each.unit) === key)) return
  const suggestion = units.nearest(unit)
  const names = units.entries.map(({ name }) => name).join(', ')
  const message = `unknown unit \`${unit}\`: known are ${names}`
  throw badParameters([{ parameter: 'unit', message, ...(suggestion !== null && { suggestion }) }])
}
