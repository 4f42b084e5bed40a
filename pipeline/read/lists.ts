/** Splits a list at its `;`; values may hold commas (`Plums (black, red)`). Null where there is none. */
export const semicolonList = (text: string | null) => listOf(text?.split(';') ?? [])

/** Splits a list in free text, at commas, semicolons, bars and line breaks; null where there is none. */
export const freeList = (text: string | null) => listOf(text?.split(/[;,|\n]/) ?? [])

/** Joins lists that may be unknown; null where nothing is in any. */
export const joinLists = (...lists: (readonly string[] | null)[]) =>
  listOf(lists.flatMap((list) => list ?? []))

/** What a form calls the box for everything else says nothing without its text. */
const saysNothing = /^(?:others?(?: payment options| methods)?|none)?[.:]?$/i

/** The values, each once and trimmed, without those that say nothing; null where there are none. */
export function listOf(values: readonly string[]): string[] | null {
  const found = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => !saysNothing.test(value),
  )
  return found.length > 0 ? found : null
}
