/** Splits a list at `;`; values may contain commas (`Plums (black, red)`). Null if there are no values. */
export const semicolonList = (text: string | null) => listOf(text?.split(';') ?? [])

/** Splits a list in free text at commas, semicolons, bars and line breaks; null if there are no values. */
export const freeList = (text: string | null) => listOf(text?.split(/[;,|\n]/) ?? [])

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
