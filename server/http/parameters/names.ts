import { z } from 'zod'
import { stateOf, states } from '../../../data/geography/states.ts'
import { placeTypes, qualityTiers, verificationStatuses } from '../../../data/schema/tables/farm.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { described, parsed } from './described.ts'
import { text } from './texts.ts'

/** One of some names, in any case; a blank or a hyphen will do for an underscore. `parameter`: its name. */
export const oneOf = <const Name extends string>(parameter: string, names: readonly Name[]) => {
  const fold = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_')
  const called = (folded: string | null) => names.find((name) => fold(name) === folded)
  return parsed<Name>(
    z.string(),
    (value) => called(fold(value)),
    (value) => {
      const suggestion = called(nearestOf(fold(value), names.map(fold)))
      return unknownValue(parameter, value, suggestion, `one of ${names.join(', ')}`)
    },
    { type: 'string', enum: [...names] },
  )
}

/** Several of some names, comma-separated, each once. */
export const someOf = <const Name extends string>(parameter: string, names: readonly Name[]) => {
  const one = oneOf(parameter, names)
  return described(
    z
      .string()
      .transform((value) => value.split(','))
      .pipe(z.array(one).max(20, 'must have at most 20 entries'))
      .transform((given): Name[] => [...new Set(given)]),
    { type: 'array', items: { type: 'string', enum: [...names] }, maxItems: 20 },
  )
}

export const placeType = oneOf('place_type', placeTypes)
export const verificationStatus = oneOf('verification_status', verificationStatuses)
export const qualityTier = oneOf('quality_tier', qualityTiers)

/** A state or territory by abbreviation or name, any case; read as its abbreviation. */
export const state = parsed(
  text,
  stateOf,
  (value) => unknownValue('state', value, nearestState(value), 'its abbreviation or full name'),
  { type: 'string', minLength: 1, maxLength: 200 },
)

const nearestState = (value: string) => {
  const names = states.map(({ name }) => name.toLowerCase())
  const nearest = nearestOf(value.toLowerCase(), names)
  return states.find(({ name }) => name.toLowerCase() === nearest)?.name
}

const unknownValue = (
  parameter: string,
  value: string,
  suggestion: string | undefined,
  expected: string,
) => ({
  message:
    `unknown ${parameter} \`${value}\`` +
    (suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`) +
    ` (must be ${expected})`,
  params: { suggestion },
})
