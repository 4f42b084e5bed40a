import { z } from 'zod'
import { stateOf, states } from '../../../data/geography/states.ts'
import { placeTypes, qualityTiers, verificationStatuses } from '../../../data/schema/tables/farm.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { described } from './described.ts'
import { text } from './texts.ts'

/** One of some names, in any case; a blank or a hyphen will do for an underscore. `parameter`: its name. */
export const oneOf = <const Name extends string>(parameter: string, names: readonly Name[]) =>
  described(
    z.string().transform((value, context): Name => {
      const fold = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_')
      const found = names.find((name) => fold(name) === fold(value))
      if (found !== undefined) return found
      const nearest = nearestOf(fold(value), names.map(fold))
      const suggestion = names.find((name) => fold(name) === nearest)
      context.addIssue(unknownValue(parameter, value, suggestion, `one of ${names.join(', ')}`))
      return z.NEVER
    }),
    { type: 'string', enum: [...names] },
  )

export const placeType = oneOf('place_type', placeTypes)
export const verificationStatus = oneOf('verification_status', verificationStatuses)
export const qualityTier = oneOf('quality_tier', qualityTiers)

/** A state or territory by abbreviation or name, any case; read as its abbreviation. */
export const state = described(
  text.transform((value, context) => {
    const found = stateOf(value)
    if (found) return found
    const expected = 'its abbreviation or full name'
    context.addIssue(unknownValue('state', value, nearestState(value), expected))
    return z.NEVER
  }),
  { type: 'string', minLength: 1, maxLength: 200 },
)

const nearestState = (value: string) => {
  const nearest = nearestOf(
    value.toLowerCase(),
    states.map(({ name }) => name.toLowerCase()),
  )
  return states.find(({ name }) => name.toLowerCase() === nearest)?.name
}

const unknownValue = (
  parameter: string,
  value: string,
  suggestion: string | undefined,
  expected: string,
) => ({
  code: 'custom' as const,
  message:
    `unknown ${parameter} \`${value}\`` +
    (suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`) +
    ` (must be ${expected})`,
  params: { suggestion },
})
