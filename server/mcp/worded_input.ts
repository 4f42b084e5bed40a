import type { z } from 'zod'
import { unknownParameter } from '../http/parameters/query_string.ts'

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/** A tool's parameters with errors in the words of the API, in place of those of zod. */
export function wordedInput(input: z.ZodObject) {
  const names = { own: Object.keys(input.shape), owns: new Map<string, string>() }
  const error = (issue: z.core.$ZodRawIssue): string | undefined => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => unknownParameter(key, names).message).join('; ')
    if (issue.code === 'invalid_type')
      return issue.input === undefined ? 'is required' : `must be ${kinds[issue.expected]}`
    if (issue.code === 'invalid_format') return `must be a ${issue.format.toUpperCase()}`
    const isText = 'origin' in issue && issue.origin === 'string'
    if (issue.code === 'too_small')
      return isText ? 'is too short' : `must be at least ${issue.minimum}`
    if (issue.code === 'too_big')
      return isText
        ? `must have at most ${issue.maximum} characters`
        : `must be at most ${issue.maximum}`
    return undefined
  }
  const validate = (given: unknown) => {
    const { data, error: found } = input.safeParse(given, { error })
    return found ? { issues: found.issues } : { value: data }
  }
  return { '~standard': { ...input['~standard'], validate } }
}
