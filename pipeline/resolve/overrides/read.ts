import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { z } from 'zod'
import type { Decision } from '../../../data/schema/input/decision.ts'
import { overrides, type Override } from '../../../data/schema/input/override.ts'
import type { Report } from '../../../data/schema/report.ts'
import { SourceError } from '../../read/source_error.ts'
import { partByExpiry } from '../removal/expiry.ts'

/** A correction with its number in the file, from 1. */
export type Correction = Override & { entry: number }
export type Overrides = {
  file: string
  entries: Correction[]
  decisions?: Decision[]
}

export const noOverrides: Overrides = { file: 'overrides.json', entries: [] }

/**
 * Reads a file of corrections (data/schema/input/override.ts). Throws a SourceError that names entry and field if
 * one is invalid: half of a correction is worse than none.
 */
export async function readOverrides(path: string): Promise<Overrides> {
  const { success, data, error } = overrides.safeParse(await readJson(path))
  if (!success)
    throw new SourceError(`${path} can't be used: ${error.issues.map(complaint).join('; ')}`)
  const entries = data.map((each, index) => ({ ...each, entry: index + 1 }))
  return { file: basename(path), entries }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new SourceError(`${path} can't be read: ${(error as Error).message}`, { cause: error })
  }
}

function complaint({ path, message }: z.core.$ZodIssue): string {
  const [index, ...field] = path
  if (typeof index !== 'number') return message
  const name = field.length > 0 ? `, ${field.join('.')}` : ''
  return `entry ${index + 1}${name}: ${message}`
}

/** Reports if the listings of each decision exist. `known`: the entries whose listings do. */
export const reportOnDecisions = (decisions: Decision[], known: Set<number>): Report['decisions'] =>
  decisions.map((each) => ({
    ...each,
    state: known.has(each.entry) ? 'applied' : 'matches no listing',
  }))

/** Reports the result of each correction. `applied`: the entries that took effect. */
export function reportOn(
  { entries }: Overrides,
  applied: Set<number>,
  now: Date,
): Report['overrides'] {
  const { over } = partByExpiry(entries, now)
  return entries.map((each) => ({
    entry: each.entry,
    target: each.farm_id ?? `${each.source} ${each.source_id}`,
    field: each.field ?? 'removal',
    state: applied.has(each.entry)
      ? 'applied'
      : over.includes(each)
        ? 'expired'
        : 'matches no farm',
  }))
}
