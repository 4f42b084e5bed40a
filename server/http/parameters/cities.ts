import { z } from 'zod'
import { stateOf, states } from '../../../data/geography/states.ts'
import { described } from './described.ts'
import { entries, text } from './texts.ts'

/** A city or county as requested, with its abbreviated state if given. */
export type City = { name: string; state: string | null }

/** Reads `Albany, NY` or `Albany`, an entry from `cityList`. */
export function readCity(entry: string): City {
  const [name, state = null] = entry.split(', ')
  return { name: name!, state }
}

/** Counts the states beside the cities too. */
const mostParts = 40

/**
 * Places of a kind, comma-separated, each alone or with its state's abbreviation: `Albany, NY, Troy` is Albany in New
 * York, and any Troy. Returned sorted, as texts for `readCity`.
 */
const listOf = (kind: Kind) =>
  described(
    entries(text, mostParts).transform((parts, context) => {
      const cities: City[] = []
      for (const [index, part] of parts.entries()) {
        const complaint = complaintOf(kind, part, cities.at(-1), parts[index + 1])
        if (complaint) {
          context.addIssue({ code: 'custom', ...complaint })
          return z.NEVER
        }
        const state = abbreviated(part)
        if (state === null) cities.push({ name: part, state: null })
        else cities.at(-1)!.state = state
      }
      return [...new Set(cities.toSorted(inOrder).map(written))]
    }),
    {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 200 },
      maxItems: mostParts,
    },
  )

type Kind = 'city' | 'county'

export const cityList = listOf('city')
export const countyList = listOf('county')

type Complaint = { message: string; params?: { suggestion: string } }

/** The fault of a part between a place and another part; null = none. */
function complaintOf(
  kind: Kind,
  part: string,
  city: City | undefined,
  next: string | undefined,
): Complaint | null {
  if (abbreviated(part) !== null) return city?.state === null ? null : strayState(kind, part)
  const mayBeState = city && isStateName(part) && abbreviated(next) === null
  return mayBeState ? cityOrState(kind, city, part) : null
}

const strayState = (kind: Kind, part: string): Complaint => ({
  message: `\`${part}\` is a state, and comes after its ${kind} as in \`Albany, NY\`; for all of it give state`,
})

function cityOrState(kind: Kind, { name, state }: City, part: string): Complaint {
  const isFirst = `name \`${part}\` first if it is a ${kind}`
  if (state !== null) return { message: isFirst }
  const suggestion = `${name}, ${stateOf(part)}`
  return {
    message: `\`${part}\` may be the state of \`${name}\`, or another ${kind}: write \`${suggestion}\`, or ${isFirst}`,
    params: { suggestion },
  }
}

/** The state with a two-letter abbreviation; null for other texts. */
const abbreviated = (part = '') => (/^[a-z]{2}$/i.test(part) ? stateOf(part) : null)

const stateNames = new Set(states.map(({ name }) => name.toLowerCase()))
const isStateName = (part: string) => stateNames.has(part.toLowerCase())

const written = ({ name, state }: City) => (state === null ? name : `${name}, ${state}`)

/** A city alone with a state's name comes first, so that it can't be read as a state. */
const inOrder = (one: City, other: City): number =>
  rank(one) - rank(other) || (written(one) < written(other) ? -1 : 1)
const rank = ({ name, state }: City) => (state === null && isStateName(name) ? 0 : 1)
