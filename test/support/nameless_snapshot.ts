import { Gazetteer } from '../../server/snapshot/columns/gazetteer.ts'
import { textIndex } from '../../server/snapshot/columns/text_index.ts'
import { WordList } from '../../server/snapshot/columns/word_list.ts'

const none = { starts: new Uint32Array(1), rows: new Uint32Array() }
const postings = { name: none, city: none, terms: none, description: none, claims: none }

/** What the reader needs of a snapshot: all places, and farms with these names alone. */
export const snapshotNaming = (...names: string[]) => ({
  gazetteer: Gazetteer.get(),
  text: textIndex(new WordList([]), postings),
  farmNames: {
    called: (name: string) =>
      Uint32Array.from(names.flatMap((each, row) => (each === name ? row : []))),
  },
  hidden: { has: () => false, key: '' },
})

/** What the reader needs of a snapshot: all places, and no farm. */
export const namelessSnapshot = snapshotNaming()
