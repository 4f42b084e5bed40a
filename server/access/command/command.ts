import { userInfo } from 'node:os'
import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '../../../data/command_line.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { looksSecret } from '../secret.ts'
import type { Caller } from '../store/changes.ts'
import type { Store } from '../store/store.ts'

type Given = { values: Record<string, unknown>; positionals: string[] }
type Output = { json: unknown; text: string }

/** One command. Its arguments are read before the store is opened: a mistake in them makes no store. */
export type Command = {
  usage: string
  summary: string
  details: string
  /** The names of its arguments. */
  arguments?: string[]
  options?: ParseArgsConfig['options']
  /** Reads as many arguments as there are names. Throws a UsageError where one is not right. */
  read(given: Given, baseUrl: string): (store: Store) => Promise<Output>
}

/** Reads the id of a key. Throws a UsageError for any other text. */
export function idOf(value: unknown): string {
  const { success, data } = z.uuid().safeParse(value)
  if (success) return data
  throw new UsageError(
    `not a key's id${shown(String(value))}; \`npm run keys -- list\` shows the ids`,
  )
}

/** Reads a tier. Throws a UsageError for another word. */
export function tierOf(value: unknown): Tier {
  if (value === 'free' || value === 'paid') return value
  throw new UsageError(`not a tier${shown(String(value))}; give free or paid`)
}

/** Reads an option by its schema. Throws a UsageError that says what is wrong with it. */
export function parsed<Value>(schema: z.ZodType<Value>, option: string, value: unknown): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join(', ')
  throw new UsageError(`${option}${shown(String(value))}: ${reason}`)
}

/** An account by its address or id, never by a key. */
export const accountName = z
  .string()
  .refine((text) => text !== '' && !looksSecret(text), 'must be an email address or an id')

/** Quotes what was typed, after a blank, for a message; a key is never repeated. */
export function shown(text: string): string {
  return looksSecret(text) ? ' (a secret key)' : ` ${JSON.stringify(text)}`
}

/** Returns the caller for the audit log: the user of this machine. */
export function operator(): Caller {
  try {
    return `operator ${userInfo().username}`
  } catch {
    return 'operator' // a container may run as a user without a name
  }
}

/** Cuts an instant to its minute, in UTC. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`
}
