import { z } from 'zod'
import type { oas31 } from 'zod-openapi'
import { stateOf, states } from '../../../data/geography/states.ts'
import { placeTypes, qualityTiers, verificationStatuses } from '../../../data/schema/tables/farm.ts'
import { nearestOf } from '../../../data/vocabulary/edit_distance.ts'
import { described, parsed } from './described.ts'
import { several, text } from './texts.ts'

/**
 * One of several names, in any case; a blank or a hyphen matches an underscore. `parameter`: the
 * parameter's name. `others`: other names, each with the name that it stands for.
 */
export const oneOf = <const Name extends string>(
  parameter: string,
  names: readonly Name[],
  others: Readonly<Record<string, Name>> = {},
) => {
  const all = [...names, ...Object.keys(others)]
  const fold = (name: string) => name.trim().toLowerCase().replaceAll(/[ -]/g, '_')
  const called = (folded: string | null) => all.find((name) => fold(name) === folded)
  return parsed<Name>(
    z.string(),
    (value) => {
      const name = called(fold(value))
      return name === undefined ? undefined : (others[name] ?? (name as Name))
    },
    (value) => {
      const suggestion = called(nearestOf(fold(value), all.map(fold)))
      return unknownValue(parameter, value, suggestion, `one of ${all.join(', ')}`)
    },
    { type: 'string', enum: all },
  )
}

/** `true` or `false`, which clients send as a boolean. */
export const flag = (parameter: string) =>
  described(oneOf(parameter, ['true', 'false']).default('false'), {
    type: 'boolean',
    default: false,
    examples: [true],
  })

/** Several names, comma-separated; returned without duplicates, in the order of `names`. */
export const someOf = <const Name extends string>(parameter: string, names: readonly Name[]) => {
  const items: oas31.SchemaObject = { type: 'string', enum: [...names] }
  const inOrder = (given: Name[]) => names.filter((name) => given.includes(name))
  return described(several(oneOf(parameter, names), mostNames, items).transform(inOrder), {
    type: 'array',
    items,
    maxItems: mostNames,
  })
}
const mostNames = 20

export const placeTypeList = someOf('place_type', placeTypes)
export const verificationStatusList = someOf('verification_status', verificationStatuses)
/** Tiers; `incomplete` means below the Basic line. */
export const qualityTierList = someOf('quality_tier', [...qualityTiers, 'incomplete'])

/** A state or territory by abbreviation or name, in any case; returned as its abbreviation. */
export const state = parsed(
  text,
  stateOf,
  (value) => unknownValue('state', value, nearestState(value), 'its abbreviation or full name'),
  { type: 'string', minLength: 1, maxLength: 200 },
)

export const stateList = several(state, states.length, {
  type: 'string',
  minLength: 1,
  maxLength: 200,
})

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
    (value.trim() === '' ? 'must not be empty' : `unknown ${parameter} \`${value}\``) +
    (suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`) +
    ` (must be ${expected})`,
  params: { suggestion },
})
