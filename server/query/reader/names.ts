import { editDistance } from '../../../data/vocabulary/edit_distance.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { isInNames } from '../../snapshot/columns/text_index.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { errorsIn } from './lexicon.ts'

/** The parts of a snapshot with its farms' names. */
export type Named = Pick<Snapshot, 'text'> & {
  fieldCodes: Pick<Snapshot['fieldCodes'], 'any'>
  farmNames: Pick<Snapshot['farmNames'], 'called' | 'containing' | 'of'>
  hidden: Pick<Snapshot['hidden'], 'has' | 'key'>
}

/** Returns true if a farm of the directory has exactly this name, folded. */
export const isName = (by: Named, text: string): boolean => isAnyOf(by, 'called', wordsOf(text))

/** Returns true if a farm with exactly this name, folded, is in a state. */
export function isNameIn(by: Named, text: string, state: string): boolean {
  if (!isName(by, text)) return false
  const inState = by.fieldCodes.any('state', [state])
  const called = by.farmNames.called(wordsOf(text).join(' '))
  return called.some((row) => inState.has(row) && !by.hidden.has(row))
}

/** Returns true for a text with words that mean nothing, if it stands in a farm's name: `Apple Annie’s`. */
export const isPartOfName = (by: Named, text: string, unread: readonly string[]): boolean =>
  isInNames(by.text, unread.join(' ')) && isAnyOf(by, 'containing', wordsOf(text))

const isAnyOf = ({ farmNames, hidden }: Named, how: 'called' | 'containing', words: string[]) =>
  words.length > 0 && farmNames[how](words.join(' ')).some((row) => !hidden.has(row))

/**
 * Corrects the typing errors of a farm's name, or of the first words of one: `Sugar Hll Greenmarket`. Words
 * without errors stay as typed. Returns null if no name is near enough, or several are as near.
 */
export function respelled(by: Named, text: string): string | null {
  const words = wordsOf(text)
  const key = words.join(' ')
  const areKnown = words.every((word) => by.text.words.placeOf(word) !== undefined)
  let fewest = mostErrors(key, areKnown)
  if (words.length < 2 || fewest === 0) return null
  let nearest = new Set<string>()
  for (const row of rowsLike(by, words))
    for (const name of [by.farmNames.of(row), firstWords(by.farmNames.of(row), words.length)]) {
      if (Math.abs(name.length - key.length) > fewest || digitsOf(name) !== digitsOf(key)) continue
      const errors = editDistance(key, name)
      if (errors > fewest) continue
      if (errors < fewest) nearest = new Set()
      fewest = errors
      nearest.add(name)
    }
  const [name, another] = nearest
  return name === undefined || another !== undefined ? null : asTyped(text, name)
}

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
