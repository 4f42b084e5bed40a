import { states } from '../../data/geography/states.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { SearchedField } from '../../data/schema/serving/columns.ts'
import { wordsOf } from '../../data/vocabulary/words.ts'
import { Bitmap } from '../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Condition } from '../snapshot/sets/row_sets.ts'
import type { TextIndex } from '../snapshot/columns/text_index.ts'

type Searched = Pick<Snapshot, 'farms' | 'text'> & {
  fieldCodes: Pick<Snapshot['fieldCodes'], 'any'>
}

/** The fields that are searched, the fewest first. */
const scopes: Record<Tier, SearchedField[][]> = {
  free: [['name'], ['name', 'city'], ['name', 'city', 'terms']],
  paid: [['name'], ['name', 'city'], ['name', 'city', 'terms', 'description', 'claims']],
}

/** How closely a farm's word must match the searched word; each level includes the previous level. */
const likenesses = ['exact', 'prefix', 'similar'] as const
type Likeness = (typeof likenesses)[number]

/**
 * Returns the conditions of a text search: each word must be in a field that the tier shows, in any order. A
 * word matches a farm's word that equals it or begins with it. Words of five letters or more may have one
 * typing error, from nine letters on two: a letter too many, too few, wrong, or swapped with the next. Words
 * that name a state, in full or abbreviated, also match the farms in that state.
 */
export function textConditions(searched: Searched, text: string, tier: Tier): Condition[] {
  return allWords(searched, text, scopes[tier].at(-1)!, 'similar')
}

/**
 * Returns the conditions of each rank, best first; a farm has the first rank whose conditions it meets.
 * Matches in the name alone come first, then matches that need the city, then any other field or the state.
 * Within each, whole words come first, then beginnings, then typing errors. The last rank equals
 * `textConditions`.
 */
export function textRanks(searched: Searched, text: string, tier: Tier): Condition[][] {
  return scopes[tier].flatMap((fields) =>
    likenesses.map((likeness) => allWords(searched, text, fields, likeness)),
  )
}

function allWords(searched: Searched, text: string, fields: SearchedField[], likeness: Likeness) {
  const words = wordsOf(text)
  const named = fields.includes('terms') ? statesIn(words) : none
  return [...new Set(words)].map((word) =>
    hasWord(searched, { word, states: named.get(word) ?? [] }, fields, likeness),
  )
}

const statesByName = new Map(
  states.flatMap(({ abbr, name }) =>
    [abbr, name].map((each) => [wordsOf(each).join(' '), abbr] as const),
  ),
)
/** Maximum number of words in the name of a state. */
const mostWords = Math.max(...statesByName.keys().map((name) => name.split(' ').length))

type States = ReadonlyMap<string, string[]>
const none: States = new Map()

/** Each word in a state's name, in full or abbreviated → the states. */
function statesIn(words: readonly string[]): States {
  const found = new Map<string, string[]>()
  for (let first = 0; first < words.length; first++)
    for (let end = first + 1; end <= Math.min(first + mostWords, words.length); end++) {
      const part = words.slice(first, end)
      const state = statesByName.get(part.join(' '))
      if (state === undefined) continue
      for (const word of part) found.set(word, [...(found.get(word) ?? []), state])
    }
  return found
}

/** Returns true if a text names a state, and so matches the farms in that state. */
export const namesState = (text: string): boolean => statesIn(wordsOf(text)).size > 0

function hasWord(
  { text, farms, fieldCodes }: Searched,
  { word, states }: { word: string; states: string[] },
  fields: SearchedField[],
  likeness: Likeness,
): Condition {
  return {
    key: `${word}: ${likeness} in ${[...fields, ...states].join()}`,
    rows() {
      const places = placesOf(text, word, likeness)
      const lists = places.flatMap(([first, end]) =>
        fields.map((field) => text.rows(field, first, end)),
      )
      const found = Bitmap.fromLists(lists, farms)
      return states.length > 0 ? found.or(fieldCodes.any('state', states)) : found
    },
  }
}

/** Ranges of places, [first, end), in the list of words that match a word. */
function placesOf({ words }: TextIndex, word: string, likeness: Likeness): [number, number][] {
  const only = (place: number): [number, number] => [place, place + 1]
  if (likeness === 'exact') {
    const place = words.placeOf(word)
    return place === undefined ? [] : [only(place)]
  }
  const longer = words.beginningWith(word)
  const edits = likeness === 'similar' ? errorsIn(word) : 0
  return edits === 0 ? [longer] : [longer, ...words.near(word, edits).map(only)]
}

/** Maximum number of typing errors in a word. A number may have none: another digit is another number. */
function errorsIn(word: string): number {
  if (!/^\p{L}{5,}$/u.test(word)) return 0
  return word.length < 9 ? 1 : 2
}
