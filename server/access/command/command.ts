import { userInfo } from 'node:os'
import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { UsageError } from '../../../data/command_line.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { looksSecret } from '../secret.ts'
import type { ChangedBy } from '../store/changes.ts'
import type { Store } from '../store/store.ts'

type Given = { values: Record<string, unknown>; positionals: string[] }
type Output = { json: unknown; text: string }

/** A command. It reads its arguments before the store is opened, so a mistake creates no store. */
export type Command = {
  usage: string
  summary: string
  details: string
  arguments?: string[]
  options?: ParseArgsConfig['options']
  /** Reads one argument per name. Throws a UsageError for an invalid one. */
  read(given: Given, baseUrl: string): (store: Store) => Promise<Output>
}

/** Reads a key's id. Throws a UsageError for any other text. */
export function idOf(value: unknown): string {
  const { success, data } = z.uuid().safeParse(value)
  if (success) return data
  throw new UsageError(
    `not a key's id${shown(String(value))}; \`npm run keys -- list\` shows the ids`,
  )
}

/** Reads a tier. Throws a UsageError for another word. */
export function readTier(value: unknown): Tier {
  if (value === 'free' || value === 'paid') return value
  throw new UsageError(`not a tier${shown(String(value))}; give free or paid`)
}

/** Reads an option by its schema. Throws a UsageError that names the fault. */
export function optionValue<Value>(
  schema: z.ZodType<Value>,
  option: string,
  value: unknown,
): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join(', ')
  throw new UsageError(`${option}${shown(String(value))}: ${reason}`)
}

/** An account's address or id, never a key. */
export const accountName = z
  .string()
  .refine((text) => text !== '' && !looksSecret(text), 'must be an email address or an id')

/** Quotes typed text, after a blank, for a message; never repeats a key. */
export function shown(text: string): string {
  return looksSecret(text) ? ' (a secret key)' : ` ${JSON.stringify(text)}`
}

/** Returns the actor for the audit log: the user of this machine. */
export function operator(): Extract<ChangedBy, string> {
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

/**
 * Lays out rows under headings, each column as wide as its widest cell, two blanks apart. Shows characters
 * that would steer a terminal as `\uFFFD`: names come from strangers.
 */
export function textTable(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map(printable))]
  const widths = headings.map((_, column) => {
    return Math.max(...lines.map((line) => width(line[column] ?? '')))
  })
  return lines.map((line) => alignedLine(line, widths)).join('\n')
}

function alignedLine(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, column) => {
    return cell + ' '.repeat(Math.max((widths[column] ?? 0) - width(cell), 0))
  })
  return padded.join('  ').trimEnd()
}

/** Replaces control characters and characters that change the writing direction. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\uFFFD')
}

function width(text: string): number {
  return [...text].length
}
