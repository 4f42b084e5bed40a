import { z } from 'zod'
import { nearestOf } from '../../vocabulary/edit_distance.ts'
import { isObject } from '../../plain_object.ts'

/** Alternative forms of a value: each is an object with its own key; the first match counts. */
export type Forms<Part> = Record<string, z.ZodType<Part>>

/** Expands a shorthand to an object; `refuse` reports its fault. */
type Written = (given: unknown, refuse: (message: string) => void) => unknown

/**
 * Reads one of several forms. Errors refer to the intended form, and suggest the intended key; `expected`
 * describes the forms, before the list of their keys.
 */
export function wordedBy<Part>(forms: Forms<Part>, written: Written, expected: string) {
  const keys = Object.keys(forms)
  return z.unknown().transform((given, context): Part => {
    let isRefused = false
    const refuse = (message: string, path: PropertyKey[] = []) => {
      isRefused = true
      context.addIssue({ code: 'custom', message, path: [...path] })
    }
    const value = written(given, refuse)
    const key = isObject(value) ? keys.find((each) => each in value) : undefined
    if (!isRefused && key === undefined)
      refuse(`\`${JSON.stringify(given)}\`: expected ${expected} ${keys.join(', ')}`)
    if (isRefused) return z.NEVER
    const { data, error } = forms[key!]!.safeParse(value)
    for (const issue of error?.issues ?? [])
      refuse(wording(issue, keysOf(forms[key!]!)), issue.path)
    return error ? z.NEVER : data
  })
}

/** One part, or several in a list. */
export const parted = <Part>(part: z.ZodType<Part>) =>
  z
    .unknown()
    .transform((given) => (Array.isArray(given) ? given : [given]))
    .pipe(z.array(part).min(1))

function wording(issue: z.core.$ZodIssue, known: string[]): string {
  if (issue.code !== 'unrecognized_keys') return issue.message
  const [key] = issue.keys
  const nearest = nearestOf(key!, known)
  return `unknown key \`${key}\` (${nearest ? `did you mean ${nearest}?` : `there are ${known.join(', ')}`})`
}

/** The keys of an object's schema, also if a transform follows it. */
function keysOf(schema: z.ZodType): string[] {
  const inner = schema instanceof z.ZodPipe ? schema.in : schema
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}
