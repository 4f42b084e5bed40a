/**
 * Splits a list that its source ends or parts with `;`. The values themselves hold commas
 * (`Plums (black, green, red, etc.)`). Null where there is none.
 */
export function semicolonList(text: string | null): string[] | null {
  return listOf(text?.split(';') ?? [])
}

/** Splits a list in free text, which may be parted by commas, semicolons, bars or lines. */
export function freeList(text: string | null): string[] | null {
  return listOf(text?.split(/[;,|\n]/) ?? [])
}

/** Joins lists that may be unknown; null where all are. */
export function joinLists(...lists: (readonly string[] | null)[]): string[] | null {
  return listOf(lists.flatMap((list) => list ?? []))
}

/** What a form calls the box for everything else says nothing without its text. */
const saysNothing = /^(?:others?(?: payment options| methods)?|none)?[.:]?$/i

function listOf(values: readonly string[]): string[] | null {
  const found = [...new Set(values.map((value) => value.trim()))].filter(
    (value) => !saysNothing.test(value),
  )
  return found.length > 0 ? found : null
}
