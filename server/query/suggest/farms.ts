import { firstWhere } from '../../../data/binary_search.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { farmRecord } from '../farm_json.ts'
import { errorsIn } from '../reader/lexicon.ts'
import { fits, type Fitting } from './fitting.ts'

/** Maximum number of farms examined for a text; a longer text is needed for more. */
const mostLookedAt = 2000

/**
 * Completes a farm's name. Names that begin with the text come first, by name. Names with its words in any
 * order follow, the last word incomplete. If there are none, similar spellings match.
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
  if (found.size < limit) add(withWords(snapshot, words, rangesOf), fits.word)
  if (found.size === 0) add(withWords(snapshot, words, similarRanges), fits.misspelt)
  return [...found].map(([row, fit]) => fitting(snapshot, row, fit))
}

function fitting(snapshot: Snapshot, row: number, fit: number): Fitting {
  const { id, name, city, state } = farmRecord(snapshot, row, 'free', 'list') as Farm
  const detail = [city, state].filter((each) => each !== null).join(', ')
  return { fit, suggestion: { type: 'farm', name: name ?? '', detail, farm_id: id } }
}

type Ranges = [first: number, end: number][]
type RangesOf = (snapshot: Snapshot, word: string, isLast: boolean) => Ranges

/** The rows whose names have a word of each range; only the rarest word's rows are examined. */
function* withWords(snapshot: Snapshot, words: string[], ranges: RangesOf): Iterable<number> {
  const ofWords = words.map((word, index) => ranges(snapshot, word, index === words.length - 1))
  const count = (ofWord: Ranges) =>
    ofWord.reduce((sum, [first, end]) => sum + snapshot.text.rows('name', first, end).length, 0)
  const [rarest, ...others] = ofWords
    .map((ofWord) => ({ ofWord, rows: count(ofWord) }))
    .toSorted((a, b) => a.rows - b.rows)
  let looked = 0
  for (const [first, end] of rarest!.ofWord)
    for (const row of snapshot.text.rows('name', first, end)) {
      if (looked++ >= mostLookedAt) return
      if (others.every(({ ofWord }) => hasWord(snapshot, ofWord, row))) yield row
    }
}

/** The rows of each word are ascending; a range with many words is searched one word at a time. */
function hasWord({ text }: Snapshot, ranges: Ranges, row: number): boolean {
  return ranges.some(([first, end]) => {
    for (let word = first; word < Math.min(end, first + mostWords); word++) {
      const rows = text.rows('name', word, word + 1)
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
