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
  options: NonNullable<ParseArgsConfig['options']>
  /** Throws a UsageError where the arguments are not right. */
  read(given: Given, baseUrl: string): (store: Store) => Promise<Output>
}

const tiers: readonly string[] = ['free', 'paid'] satisfies Tier[]

/** Returns the arguments of a command, one for each name. Throws a UsageError for more or fewer. */
export function expectArguments(given: string[], names: string[]): string[] {
  const missing = names[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  if (given.length > names.length) {
    throw new UsageError(`unexpected argument${shown(given[names.length] ?? '')}`)
  }
  return given
}

/** Throws a UsageError for what is no id. */
export function expectId(id: string): void {
  if (z.uuid().safeParse(id).success) return
  throw new UsageError(`not a key's id${shown(id)}; \`npm run keys -- list\` shows the ids`)
}

/** Reads a tier. Throws a UsageError for another word. */
export function tierOf(value: unknown): Tier {
  if (value === 'free' || value === 'paid') return value
  throw new UsageError(`not a tier${shown(String(value))}; give ${tiers.join(' or ')}`)
}

/** Reads an option by its schema. Throws a UsageError that says what is wrong with it. */
export function parsed<Value>(schema: z.ZodType<Value>, option: string, value: unknown): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join(', ')
  throw new UsageError(`${option}${shown(String(value))}: ${reason}`)
}

/** How an account is named: by its address or id, not by a key of it. */
export const accountName = z
  .string()
  .refine((text) => text !== '' && !looksSecret(text), 'must be an email address or an id')

/** Quotes what was typed for a message, after a blank; a key is never repeated. */
export function shown(text: string): string {
  return looksSecret(text) ? ' (a secret key)' : ` ${JSON.stringify(text)}`
}

/** Who the audit log says that an operator is: the user of this machine. */
export function operator(): Caller {
  try {
    return `operator ${userInfo().username}`
  } catch {
    return 'operator' // a container may run as a user without a name
  }
}

/** Cuts an instant to its minute; times in the list are UTC. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`
}
