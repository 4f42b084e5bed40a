import { Bitmap } from '../../server/snapshot/sets/bitmap.ts'
import { wordsOf } from '../../data/vocabulary/words.ts'
import { Gazetteer } from '../../server/snapshot/columns/gazetteer.ts'
import { textIndex } from '../../server/snapshot/columns/text_index.ts'
import { WordList } from '../../server/snapshot/columns/word_list.ts'

const none = { starts: new Uint32Array(1), rows: new Uint32Array() }

/** The words of farms' names, each with its farms. */
function textOf(names: string[]) {
  const words = [...new Set(names.flatMap(wordsOf))].sort()
  const rows = words.map((word) =>
    [...names.keys()].filter((row) => wordsOf(names[row]!).includes(word)),
  )
  const starts = Uint32Array.from([0, ...rows.map((_, at) => rows.slice(0, at + 1).flat().length)])
  const name = { starts, rows: Uint32Array.from(rows.flat()) }
  return textIndex(new WordList(words), {
    name,
    city: none,
    terms: none,
    description: none,
    claims: none,
  })
}

/** What the reader needs of a snapshot: all places, and farms with these names alone. */
export const snapshotNaming = (...names: string[]) => ({
  gazetteer: Gazetteer.get(),
  text: textOf(names),
  farmNames: {
    begunBy: (words: readonly string[]) =>
      words.flatMap((_, at) => (names.includes(words.slice(0, at + 1).join(' ')) ? at + 1 : [])),
    of: (row: number) => names[row]!,
    *beginningWith(text: string) {
      for (const [row, name] of names.entries()) if (name.startsWith(text)) yield row
    },
    called: (name: string) => names.flatMap((each, row) => (each === name ? row : [])),
    containing: (text: string) =>
      names.flatMap((each, row) => (` ${each} `.includes(` ${text} `) ? row : [])),
  },
  /** All farms are in San Antonio, TX; they say Fenner, too. */
  hasCity: (_row: number, city: string) => ['San Antonio', 'Fenner'].includes(city),
  places: { at: () => ({ lat: 29.42, lng: -98.49 }) },
  fieldCodes: { any: () => Bitmap.fromRows([...names.keys()], names.length) },
  hidden: { has: () => false, key: '' },
})

/** What the reader needs of a snapshot: all places, and no farm. */
export const namelessSnapshot = snapshotNaming()
