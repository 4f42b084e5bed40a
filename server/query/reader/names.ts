import { haversineMiles } from '../../../data/geography/distance.ts'
import { states } from '../../../data/geography/states.ts'
import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { usualRadius_mi } from '../../http/parameters/places.ts'
import { isInNames } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Part, Span } from './draft.ts'
import { errorsIn } from './lexicon.ts'
import { searchPlace } from './places/locate.ts'
import { placeTextsOf, readPlaceText } from './places/place_text.ts'
import { aroundNames, fillers } from './words.ts'

/** The parts of a snapshot with its farms' names. */
export type Named = Pick<Snapshot, 'gazetteer' | 'hasCity' | 'text'> & {
  fieldCodes: Pick<Snapshot['fieldCodes'], 'any'>
  places: Pick<Snapshot['places'], 'at'>
  farmNames: Pick<
    Snapshot['farmNames'],
    'beginningWith' | 'begunBy' | 'called' | 'containing' | 'of'
  >
  hidden: Pick<Snapshot['hidden'], 'has' | 'key'>
}

/** Returns true if a farm of the directory has exactly this name, folded. */
export const isName = (by: Named, text: string): boolean => isAnyOf(by, 'called', wordsOf(text))

/** Returns true if a farm's name begins with these words, two at least: `Stone Creek`. */
export function isStartOfName(by: Named, text: string): boolean {
  const words = wordsOf(text).join(' ')
  return words.includes(' ') && (isName(by, words) || isBeginning(by, words + ' '))
}

/** Returns true for a text with words that mean nothing, if it stands in a farm's name: `Apple Annie’s`. */
export const isPartOfName = (by: Named, text: string, unread: readonly string[]): boolean =>
  isInNames(by.text, unread.join(' ')) && isAnyOf(by, 'containing', wordsOf(text))

const isAnyOf = ({ farmNames, hidden }: Named, how: 'called' | 'containing', words: string[]) =>
  words.length > 0 && farmNames[how](words.join(' ')).some((row) => !hidden.has(row))

type Token = Span & { words: string[] }

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(/[^\s,;!?]+/g), ({ 0: typed, index }) => ({
    words: wordsOf(typed),
    start: index,
    end: index + typed.length,
  }))

const isAround = ({ words }: Pick<Token, 'words'>): boolean =>
  words.every((word) => aroundNames.has(word))

/** Maximum number of words after a farm's name that may be its town. */
const mostAfterName = 3

/**
 * What may be a name: a text before an end, its part without words that may stand around a name, and, since a
 * town may stand after a name, the beginnings of this part that have a word that no farm has.
 */
export function spansOfName(
  { text: index }: Named,
  text: string,
  end = text.length,
): (Span & { isBeginning: boolean })[] {
  const whole = { start: 0, end: text.slice(0, end).trimEnd().length, isBeginning: false }
  const tokens = tokensOf(text.slice(0, end))
  const first = tokens.findIndex((token) => !isAround(token))
  const last = tokens.findLastIndex((token) => !isAround(token))
  if (first < 0) return [whole]
  const isUnknown = ({ words }: Token) =>
    words.some((word) => index.words.placeOf(word) === undefined)
  const unknown = tokens.findIndex((token) => isUnknown(token))
  const least = unknown < 0 ? last : Math.max(first, unknown, last - mostAfterName)
  const spans = [whole]
  for (let at = last; at >= least; at--) {
    const span = { start: tokens[first]!.start, end: tokens[at]!.end }
    spans.push({ ...span, isBeginning: at < last })
  }
  return spans
}

/**
 * The names of farms after words that may stand before one, as parts of a text; the longest first. Names such as
 * `The Farm` are left out.
 */
export function* namesIn({ farmNames }: Named, text: string): Iterable<Span> {
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    const words = tokens.slice(at).flatMap((each) => each.words)
    const counts = farmNames.begunBy(words)
    const spans: Span[] = []
    let count = 0
    for (const { words: own, end } of tokens.slice(at)) {
      count += own.length
      const isName = own.length > 0 && counts.includes(count)
      if (isName && !words.slice(0, count).every((word) => fillers.has(word)))
        spans.push({ start: token.start, end })
    }
    yield* spans.toReversed()
    if (!isAround(token)) return
  }
}

/** Words after which a farm's name is the subject: `does Stone Creek Farm sell eggs`. */
const asking = /\b(?:are|at|does|do|is)\s+(?:the\s+)?$/i

/** What may stand after the name of a farm of which nothing is asked. */
const afterNames = new Set(['near', 'state', 'radius', 'open_at', 'open_on', 'open_between'])

/**
 * The conditions after a farm's name, with the place or state of a farm called so. Returns null if there is no
 * such farm there, or if the rest has other words. `before`: the words before the name.
 */
export function besidesName(by: Named, before: string, name: string, rest: Rest): Part[] | null {
  if (!isAround({ words: wordsOf(rest.unread.join(' ')) }) || rest.excluded.length > 0) return null
  const isAsked = asking.test(before)
  if (!isAsked && !rest.parts.every(({ parameter }) => afterNames.has(parameter))) return null
  const rows = farmsCalled(by, name)
  const parts = rest.parts.map((part) =>
    placed(by, rows, part, rest.text.slice(part.start, part.end)),
  )
  return parts.every((part) => part !== null) ? parts : null
}

const farmsCalled = ({ farmNames, hidden }: Named, name: string): number[] =>
  farmNames.called(wordsOf(name).join(' ')).filter((row) => !hidden.has(row))

/** The words of a text from a place on as the city of a farm called so; null if no such farm is there. */
export function cityOfName(by: Named, name: string, text: string, from: number): Part[] | null {
  const before = text.slice(from).search(/[\p{L}\p{N}]/u)
  if (before < 0) return null
  const start = from + before
  const rows = farmsCalled(by, name)
  for (const { name: city, state } of placeTextsOf(text.slice(start)).flatMap(readPlaceText)) {
    const inState = state === null ? undefined : by.fieldCodes.any('state', [state])
    const isThere = (row: number) => by.hasCity(row, city) && (inState?.has(row) ?? true)
    if (!rows.some(isThere)) continue
    const value = state === null ? city : `${city}, ${state}`
    return [{ start, end: text.length, parameter: 'city', value, others: [], corrected: false }]
  }
  return null
}

type Rest = { text: string; parts: Part[]; unread: string[]; excluded: unknown[] }

/** A part that names a place, as the place called so with one of some farms; null = none has. */
function placed(by: Named, rows: readonly number[], part: Part, typed: string): Part | null {
  const areIn = (...abbrs: string[]) => {
    const there = by.fieldCodes.any('state', abbrs)
    return rows.some((row) => there.has(row))
  }
  if (part.parameter === 'state') return areIn(...part.value.split(',')) ? part : null
  if (part.parameter !== 'near') return part
  const namesakes = states.filter(({ abbr }) => areIn(abbr)).map(({ abbr }) => `${typed}, ${abbr}`)
  const others = part.others.flatMap((other) => (other.parameter === 'near' ? other.value : []))
  for (const text of [part.value, ...others, ...namesakes]) {
    const found = searchPlace(by.gazetteer, text)
    if (found.is !== 'place') continue
    const { location } = found
    const isNear = (row: number) => {
      const at = by.places.at(row)
      return at !== undefined && haversineMiles(location, at) <= usualRadius_mi
    }
    if (rows.some(isNear)) return { ...part, value: location.name, location }
  }
  return null
}

/**
 * Corrects the typing errors of a farm's name, or of the first words of one: `Stone Crek Farm`. Words
 * without errors stay as typed. Returns null if no name is near enough, or several are as near.
 */
export function respelled(by: Named, text: string): string | null {
  const words = wordsOf(text)
  const key = words.join(' ')
  const spaced = key.length < lettersOfNames ? null : respaced(by, words.join(''))
  if (spaced !== null && spaced !== key) return asTyped(text, spaced)
  const unknown = words.filter((word) => by.text.words.placeOf(word) === undefined).length
  let fewest = mostErrors(key, unknown === 0)
  if (words.length < 2 || fewest === 0 || unknown > mostUnknown) return null
  let nearest = new Set<string>()
  for (const row of rowsLike(by, words)) {
    const whole = by.farmNames.of(row)
    for (const name of [whole, firstWords(whole, words.length)]) {
      if (Math.abs(name.length - key.length) > fewest || digitsOf(name) !== digitsOf(key)) continue
      const errors = editDistance(key, name)
      if (errors > fewest) continue
      if (errors < fewest) nearest = new Set()
      fewest = errors
      nearest.add(name)
    }
  }
  const [name, another] = nearest
  return name === undefined || another !== undefined ? null : asTyped(text, name)
}

/** Fewer letters are no name without blanks. */
const lettersOfNames = 6

/** The words with the letters of a text with which a farm's name begins: `stonecreekfarm`; null if none does. */
export function respaced(by: Named, letters: string, before = ''): string | null {
  const joined = before + 'and '
  const found = before !== '' && isBeginning(by, joined) ? respaced(by, letters, joined) : null
  if (found !== null) return found
  for (let end = 1; end <= letters.length; end++) {
    const words = before + letters.slice(0, end)
    if (!isBeginning(by, words)) return null
    if (!isName(by, words) && !isBeginning(by, words + ' ')) continue
    const rest = letters.slice(end)
    const found = rest === '' ? words : respaced(by, rest, words + ' ')
    if (found !== null) return found
  }
  return null
}

/** Returns true if a farm's name begins with a text, both folded. */
const isBeginning = ({ farmNames, hidden }: Named, text: string): boolean =>
  farmNames.beginningWith(text).some((row) => !hidden.has(row))

/** Maximum number of words that no farm has: two wrong blanks make three. */
const mostUnknown = 3

/** Maximum number of typing errors in a name. `areKnown`: farms have each of its words. */
function mostErrors(key: string, areKnown: boolean): number {
  const letters = key.replaceAll(' ', '').length
  return letters < 6 ? 0 : letters < 12 || areKnown ? 1 : 2
}

/** A number may have no error: another digit is another number. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

const firstWords = (name: string, count: number): string =>
  name.split(' ').slice(0, count).join(' ')

/** A word of more farms is not rare: it is not looked up. */
const mostOfRare = 300

/** The farms whose names have half of a text's rare words, or one with typing errors if it has none. */
function rowsLike({ text, hidden }: Named, words: readonly string[]): number[] {
  const rowsOf = (place: number | undefined) => {
    if (place === undefined) return []
    const rows = text.rows('name', place, place + 1)
    return rows.length > mostOfRare ? [] : [...rows]
  }
  const all = [...new Set(words)]
  const exact = all.map((word) => rowsOf(text.words.placeOf(word))).filter(isFilled)
  const lists =
    exact.length > 0
      ? exact
      : all.map((word) => text.words.near(word, errorsIn(word.length)).flatMap(rowsOf))
  const shared = new Map<number, number>()
  for (const row of lists.flat()) shared.set(row, (shared.get(row) ?? 0) + 1)
  return [...shared].flatMap(([row, count]) =>
    2 * count < exact.length || hidden.has(row) ? [] : row,
  )
}

const isFilled = (rows: number[]) => rows.length > 0

/** A folded name with the words of a text as they are typed, if they are the same. */
function asTyped(text: string, name: string): string {
  const typed = new Map(text.split(/\s+/).map((word) => [wordsOf(word).join(' '), word]))
  return name
    .split(' ')
    .map((word) => typed.get(word) ?? word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
}
