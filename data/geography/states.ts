import list from './states.json' with { type: 'json' }

/** A state, the District of Columbia, or a territory with its own postal abbreviation. */
export type State = {
  /** Postal abbreviation. */
  abbr: string
  name: string
  /** The Census code, two digits. */
  fips: string
  aliases: string[]
}

/** The 50 states, DC, Puerto Rico, the Virgin Islands, Guam, American Samoa, the Northern Marianas. */
export const states: readonly State[] = list

/**
 * Finds a state by abbreviation, name or alias, ignoring case, blanks and punctuation (`n.y.`, `Washington,
 * D.C.`). Returns its abbreviation, or null if there is none.
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
