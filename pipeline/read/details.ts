import type { Details } from '../../data/schema/details.ts'

/**
 * The details of a listing without what is not known: null, and objects in which nothing is. Null where
 * nothing is left.
 */
export const detailsOf = (stated: object): Details | null => knownOnly(stated)

function knownOnly(part: object): object | null {
  const entries = Object.entries(part)
    .map(([name, value]) => [name, isPart(value) ? knownOnly(value) : value] as const)
    .filter(([, value]) => value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A whole number as a form has it (`50`, `50.0`); null where it is anything else. */
export function countOf(text: string | null): number | null {
  const [, digits] = /^(\d{1,6})(?:\.0+)?$/.exec((text ?? '').trim()) ?? []
  return digits === undefined ? null : Number(digits)
}
