import list from './states.json' with { type: 'json' }

/** A state, the District of Columbia, or a territory with its own postal abbreviation. */
export type State = {
  /** Postal abbreviation. */
  abbr: string
  name: string
  /** The two digits of the Census. */
  fips: string
  aliases: string[]
}

/** The 50 states, DC, Puerto Rico, the Virgin Islands, Guam, American Samoa, the Northern Marianas. */
export const states: readonly State[] = list

/**
 * Finds the state that a text names, by abbreviation, name or alias; case, blanks and punctuation
 * don't matter (`n.y.`, `Washington, D.C.`). Returns its abbreviation, or null where it names none.
 */
export function stateOf(text: string | null): string | null {
  if (text === null) return null
  return byKey.get(text) ?? byKey.get(key(text)) ?? null
}

const key = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

const byKey = new Map<string, string>()
for (const { abbr, name, aliases } of states) {
  byKey.set(abbr, abbr).set(name, abbr)
  for (const alias of [abbr, name, ...aliases]) byKey.set(key(alias), abbr)
}
