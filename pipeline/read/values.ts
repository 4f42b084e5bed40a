import type { Details } from '../../data/schema/details.ts'
import { isObject } from '../../data/plain_object.ts'

/** Splits a list at `;`; values may contain commas (`Plums (black, red)`). Null if there are no values. */
export const semicolonList = (text: string | null) => listOf(text?.split(';') ?? [])

/**
 * Splits a list in free text at commas, semicolons, bars and line breaks outside brackets; null if there are
 * no values. Commas after a negation stay: `not organic, biodynamic` has no second value.
 */
export const freeList = (text: string) => listOf(partsOf(text, ';|\n').flatMap(commaList))

function commaList(text: string): string[] {
  const parts = partsOf(text, ',')
  const negated = parts.findIndex((part) => negation.test(part))
  return negated < 0 ? parts : [...parts.slice(0, negated), parts.slice(negated).join(',')]
}

/** Splits a text at characters outside brackets. */
function partsOf(text: string, separators: string): string[] {
  const parts = ['']
  for (const [token] of text.matchAll(/\([^()]*\)|[(),;|\n]|[^(),;|\n]+/g))
    if (separators.includes(token)) parts.push('')
    else parts[parts.length - 1] += token
  return parts
}

const negation = /\b(?:not|never|without|except|excluding|no(?! (?:spray|till)))\b(?!-)/i

/** Joins lists that may be unknown; null if all are empty or unknown. */
export const joinLists = (...lists: (readonly string[] | null)[]) =>
  listOf(lists.flatMap((list) => list ?? []))

/** A form's label for "everything else" is empty without its text. */
const saysNothing = /^(?:others?(?: payment options| methods)?|none)?[.:]?$/i

/** The distinct values, trimmed, without empty labels; null if there are none. */
export function listOf(values: readonly string[]): string[] | null {
  const found = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => !saysNothing.test(value),
  )
  return found.length > 0 ? found : null
}

const yes = /^(?:y|yes|t|true|x|1(?:\.0+)?|✓|✔|☑)$/i
const no = /^(?:n|no|f|false|0(?:\.0+)?|-|☐)$/i

/** The value of a yes/no column; null = neither yes nor no. */
export function flagOf(text: string): boolean | null {
  const plain = text.trim()
  if (yes.test(plain)) return true
  return no.test(plain) ? false : null
}

export const isYes = (text: string | null): boolean => text !== null && flagOf(text) === true

/** pandas writes a blank as `nan`, a spreadsheet an unknown value as `#N/A` or `#REF!`. */
export const isBlank = (text: string): boolean =>
  text === '' || /^(?:nan|null|none|\\N|#n\/a|#[a-z/0]{3,6}[!?])?$/i.test(text.trim())

/** A cell without what a spreadsheet needs to keep its zeros: `="05641"`, `'05641`. */
export const plainCell = (text: string): string =>
  /^[='"]/.test(text)
    ? text.replace(/^="(.*)"$/s, '$1').replace(/^'(?=[\d(+-][\d .()+-]*$)/, '')
    : text

/** The known details of a listing, without nulls and empty objects. Null if nothing is left. */
export function detailsOf(stated: object): Details | null {
  const entries = Object.entries(stated)
    .map(([name, value]) => [name, isObject(value) ? detailsOf(value) : value] as const)
    .filter(([, value]) => value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

/** A whole number as forms write it (`50`, `50.0`); null for anything else. */
export function countOf(text: string | null): number | null {
  const [, digits] = /^(\d{1,6})(?:\.0+)?$/.exec((text ?? '').trim()) ?? []
  return digits === undefined ? null : Number(digits)
}
