import { formerCounties } from '../../data/geography/former_counties.ts'
import { states } from '../../data/geography/states.ts'
import type { Tier } from '../../data/schema/meta.ts'
import type { SearchedField } from '../../data/schema/serving/columns.ts'
import { wordsOf } from '../../data/vocabulary/words.ts'
import { Bitmap } from '../snapshot/sets/bitmap.ts'
import type { Snapshot } from '../snapshot/open.ts'
import type { Condition } from '../snapshot/sets/row_sets.ts'
import type { TextIndex } from '../snapshot/columns/text_index.ts'
import { inCountiesCalled } from './filters/counties.ts'

type Searched = Pick<Snapshot, 'farms' | 'text'> & {
  fieldCodes: Pick<Snapshot['fieldCodes'], 'any' | 'of'>
  farmColumns: Pick<Snapshot['farmColumns'], 'countyFips2020'>
  farmNames: Pick<Snapshot['farmNames'], 'called' | 'containing'>
}

/** The fields that are searched, the fewest first. */
const scopes: Record<Tier, SearchedField[][]> = {
  free: [['name'], ['name', 'city'], ['name', 'city', 'terms']],
  paid: [['name'], ['name', 'city'], ['name', 'city', 'terms', 'description', 'claims']],
}

/** How closely a farm's word must match the searched word; each level includes the previous level. */
type Likeness = 'exact' | 'prefix' | 'similar'

/**
 * Returns the conditions of a text search: each word must be in a field that the tier shows, in any order. A
 * word matches a farm's word that equals it or begins with it. Words of five letters or more may have one
 * typing error, from nine letters on two: a letter too many, too few, wrong, or swapped with the next. `st`
 * and `saint` are one word. Words that name a county (`dane county`) also match the farms in it. Words that
 * name a state, in full or abbreviated, also match the farms in that state.
 */
export function textConditions(searched: Searched, text: string, tier: Tier): Condition[] {
  return allWords(searched, text, scopes[tier].at(-1)!, 'similar')
}

/**
 * Returns the conditions of each rank, best first; a farm has the first rank whose conditions it meets.
 * The first rank has the words as the whole name, the second as a phrase in the name. Then come whole words
 * in the name, whole words in name, city and county, and the same with begun words. Then come whole and begun
 * words in any field or the state, and last words with typing errors. The last rank equals `textConditions`.
 */
export function textRanks(searched: Searched, text: string, tier: Tier): Condition[][] {
  const [name, place, any] = scopes[tier] as [SearchedField[], SearchedField[], SearchedField[]]
  const ranks: [SearchedField[], Likeness][] = [
    [name, 'exact'],
    [place, 'exact'],
    [name, 'prefix'],
    [place, 'prefix'],
    [any, 'exact'],
    [any, 'prefix'],
    [name, 'similar'],
    [place, 'similar'],
    [any, 'similar'],
  ]
  const words = wordsOf(text)
  return [
    [asPhrase(searched, words, 'called')],
    [asPhrase(searched, words, 'containing')],
    ...ranks.map(([fields, likeness]) => allWords(searched, text, fields, likeness)),
  ]
}

/** The words stand in the name one after another, or are the name. */
function asPhrase(
  { farmNames, farms }: Searched,
  words: readonly string[],
  how: 'called' | 'containing',
): Condition {
  const phrases = new Set(
    [saint, 'st'].map((each) => words.map((word) => (isSaint(word) ? each : word)).join(' ')),
  )
  return {
    key: `names ${how} ${words.join(' ')}`,
    rows: () =>
      Bitmap.fromRows(
        [...phrases].flatMap((each) => [...farmNames[how](each)]),
        farms,
      ),
  }
}

const saint = 'saint'
const isSaint = (word: string) => word === saint || word === 'st'

function allWords(searched: Searched, text: string, fields: SearchedField[], likeness: Likeness) {
  const words = wordsOf(text)
  const ofStates = fields.includes('terms') ? statesIn(words) : none
  const ofCounties = fields.includes('city') ? countiesIn(searched, words) : none
  return [...new Set(words)].map((word) =>
    hasWord(
      searched,
      { word, states: ofStates.get(word) ?? [], counties: ofCounties.get(word) ?? [] },
      fields,
      likeness,
    ),
  )
}

const statesByName = new Map(
  states.flatMap(({ abbr, name }) =>
    [abbr, name].map((each) => [wordsOf(each).join(' '), abbr] as const),
  ),
)
/** Maximum number of words in the name of a state. */
const mostWords = Math.max(...statesByName.keys().map((name) => name.split(' ').length))

/** Each word of a place's name → the places. */
type Named = ReadonlyMap<string, string[]>
const none: Named = new Map()

function addTo(found: Map<string, string[]>, words: readonly string[], places: string[]): void {
  for (const word of words) found.set(word, [...(found.get(word) ?? []), ...places])
}

/** Each word in a state's name, in full or abbreviated → the states. */
function statesIn(words: readonly string[]): Named {
  const found = new Map<string, string[]>()
  for (let first = 0; first < words.length; first++)
    for (let end = first + 1; end <= Math.min(first + mostWords, words.length); end++) {
      const part = words.slice(first, end)
      const state = statesByName.get(part.join(' '))
      if (state === undefined) continue
      addTo(found, part, [state])
    }
  return found
}

/** Returns true if a text names a state, and so matches the farms in that state. */
export const namesState = (text: string): boolean => statesIn(wordsOf(text)).size > 0

/** The words that follow a county's name. */
const countyWords = new Set(['county', 'parish', 'borough'])
/** Maximum number of words in the name of a county before these. */
const mostCountyWords = 3

/** Each word in the name of a county and in the word after it → the counties' names. */
function countiesIn({ fieldCodes }: Searched, words: readonly string[]): Named {
  const found = new Map<string, string[]>()
  const ends = words.flatMap((word, at) => (countyWords.has(word) ? at : []))
  if (ends.length === 0) return none
  const names = [...fieldCodes.of('county').names, ...formerCounties.map(({ name }) => name)]
  for (const end of ends)
    for (let first = Math.max(0, end - mostCountyWords); first < end; first++) {
      const wanted = words.slice(first, end).join(' ')
      const counties = names.filter((name) => wordsOf(name).join(' ') === wanted)
      if (counties.length === 0) continue
      addTo(found, words.slice(first, end + 1), counties)
    }
  return found
}

type Wanted = { word: string; states: string[]; counties: string[] }

function hasWord(
  searched: Searched,
  { word, states, counties }: Wanted,
  fields: SearchedField[],
  likeness: Likeness,
): Condition {
  const { text, farms, fieldCodes } = searched
  return {
    key: `${word}: ${likeness} in ${[...fields, ...states, ...counties].join()}`,
    rows() {
      const places = isSaint(word)
        ? ['st', saint].flatMap((each) => placesOf(text, each, 'exact'))
        : placesOf(text, word, likeness)
      const lists = places.flatMap(([first, end]) =>
        fields.map((field) => text.rows(field, first, end)),
      )
      const found = Bitmap.fromLists(lists, farms)
      const sets = [
        ...(states.length > 0 ? [fieldCodes.any('state', states)] : []),
        ...(counties.length > 0 ? [inCountiesCalled(searched, counties)] : []),
      ]
      return sets.reduce((all, set) => all.or(set), found)
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
