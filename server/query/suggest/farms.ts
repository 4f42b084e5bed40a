import { firstWhere } from '../../../data/binary_search.ts'
import { stateOf } from '../../../data/geography/states.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { farmRecord } from '../farm_json.ts'
import { errorsIn } from '../reader/lexicon.ts'
import { respaced } from '../reader/names.ts'
import { fits, type Fitting } from './fitting.ts'

/** Maximum number of farms examined for a text; a longer text is needed for more. */
const mostLookedAt = 2000

/**
 * Completes a farm's name. Names that begin with the text come first, by name. Names with its words in any
 * order follow, the last word incomplete. If there are none, names with some of the words match, with the others
 * in the town or state, or else other blanks, or similar spellings.
 */
export function completeFarms(snapshot: Snapshot, text: string, limit: number): Fitting[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const found = new Map<number, number>()
  const add = (rows: Iterable<number>, fit: number) => {
    let seen = 0
    for (const row of rows) {
      if (found.size >= limit || seen++ >= mostLookedAt) return
      if (!snapshot.hidden.has(row) && !found.has(row)) found.set(row, fit)
    }
  }
  add(snapshot.farmNames.beginningWith(words.join(' ')), fits.beginning)
  const inName = (ranges: RangesOf) => withWords(snapshot, words, ranges, ['name'])
  if (found.size < limit) add(inName(rangesOf), fits.word)
  if (found.size === 0) add(withPlace(snapshot, words), fits.word)
  const spaced = found.size === 0 ? respaced(snapshot, words.join('')) : null
  if (spaced !== null) add(snapshot.farmNames.beginningWith(spaced), fits.misspelt)
  if (found.size === 0) add(inName(similarRanges), fits.misspelt)
  return [...found].map(([row, fit]) => fitting(snapshot, row, fit))
}

function fitting(snapshot: Snapshot, row: number, fit: number): Fitting {
  const { id, name, city, state } = farmRecord(snapshot, row, 'free', 'list') as Farm
  const detail = [city, state].filter((each) => each !== null).join(', ')
  return { fit, suggestion: { type: 'farm', name: name ?? '', detail, farm_id: id } }
}

type Ranges = [first: number, end: number][]
type RangesOf = (snapshot: Snapshot, word: string, isLast: boolean) => Ranges

type Fields = readonly ('name' | 'city')[]

/** The rows whose fields have a word of each range; only the rarest word's rows are examined. */
function* withWords(
  snapshot: Snapshot,
  words: string[],
  ranges: RangesOf,
  fields: Fields,
): Iterable<number> {
  const { text } = snapshot
  const ofWords = words.map((word, index) => ranges(snapshot, word, index === words.length - 1))
  const count = (ofWord: Ranges) =>
    ofWord
      .flatMap(([first, end]) => fields.map((field) => text.rows(field, first, end).length))
      .reduce((sum, rows) => sum + rows, 0)
  const [rarest, ...others] = ofWords
    .map((ofWord) => ({ ofWord, rows: count(ofWord) }))
    .toSorted((a, b) => a.rows - b.rows)
  let looked = 0
  for (const [first, end] of rarest!.ofWord)
    for (const field of fields)
      for (const row of text.rows(field, first, end)) {
        if (looked++ >= mostLookedAt) return
        if (others.every(({ ofWord }) => hasWord(snapshot, ofWord, row, fields))) yield row
      }
}

/**
 * The rows with some words in the name, and the others in the town and its state: `stone creek vt`. None for a
 * last word with few letters, which too many words begin with.
 */
function* withPlace(snapshot: Snapshot, words: string[]): Iterable<number> {
  if (words.length === 1) return
  const [first, end] = snapshot.text.words.beginningWith(words.at(-1)!)
  if (end - first > mostWords) return
  const exact = words.flatMap((word) => rangesOf(snapshot, word, false))
  const isNamed = (row: number) => hasWord(snapshot, exact, row, ['name'])
  const state = stateOf(words.at(-1)!)
  if (state !== null) {
    const inState = snapshot.fieldCodes.any('state', [state])
    const before = withWords(snapshot, words.slice(0, -1), rangesOf, ['name', 'city'])
    for (const row of before) if (inState.has(row) && isNamed(row)) yield row
  }
  for (const row of withWords(snapshot, words, rangesOf, ['name', 'city']))
    if (isNamed(row)) yield row
}

/** The rows of each word are ascending; a range with many words is searched one word at a time. */
function hasWord({ text }: Snapshot, ranges: Ranges, row: number, fields: Fields): boolean {
  return ranges.some(([first, end]) => {
    for (let word = first; word < Math.min(end, first + mostWords); word++)
      for (const field of fields) {
        const rows = text.rows(field, word, word + 1)
        if (rows[firstWhere(0, rows.length, (at) => rows[at]! >= row)] === row) return true
      }
    return false
  })
}

/** Maximum number of words with one beginning examined for a farm. */
const mostWords = 50

const rangesOf: RangesOf = ({ text: { words } }, word, isLast) => {
  if (isLast) return [words.beginningWith(word)]
  const place = words.placeOf(word)
  return place === undefined ? [] : [[place, place + 1]]
}

const similarRanges: RangesOf = (snapshot, word, isLast) => {
  const exact = rangesOf(snapshot, word, isLast)
  const edits = errorsIn(word.length)
  const { words } = snapshot.text
  if (exact.some(([first, end]) => end > first) || edits === 0) return exact
  return isLast
    ? words.beginningNear(word, edits)
    : words.near(word, edits).map((place) => [place, place + 1])
}
