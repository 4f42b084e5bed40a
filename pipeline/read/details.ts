import type { Details } from '../../data/schema/details.ts'

/** The known details of a listing, without nulls and empty objects. Null if nothing is left. */
export const detailsOf = (stated: object): Details | null => knownOnly(stated)

function knownOnly(part: object): object | null {
  const entries = Object.entries(part)
    .map(([name, value]) => [name, isPart(value) ? knownOnly(value) : value] as const)
    .filter(([, value]) => value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A whole number as forms write it (`50`, `50.0`); null for anything else. */
export function countOf(text: string | null): number | null {
  const [, digits] = /^(\d{1,6})(?:\.0+)?$/.exec((text ?? '').trim()) ?? []
  return digits === undefined ? null : Number(digits)
}
