import { LRUCache } from 'lru-cache'
import { facets, type Facet, type TermLists } from '../../../data/schema/serving/terms.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'

/** A snapshot's terms, found in any case, by alias, singular or plural. */
export class Terms {
  readonly #names = new Map<Facet, Map<string, string[]>>()
  /** The latest results: a term may have a hundred varieties. */
  readonly #kinds = new LRUCache<string, readonly string[]>({ max: mostKept })

  constructor(terms: TermLists) {
    for (const facet of facets) this.#names.set(facet, Map.groupBy(terms[facet], termKey))
  }

  /** Finds the names in the snapshot that a text means; empty if no farm has such a term. */
  match(facet: Facet, text: string): string[] {
    const key = vocabularyOf(facet)?.keyOf(text) ?? termKey(text)
    return this.#names.get(facet)!.get(key) ?? []
  }

  /** Finds the names in the snapshot that a text means, and the names of all varieties, each once. */
  matchKinds(facet: Facet, text: string): readonly string[] {
    const asked = `${facet} ${text}`
    const known = this.#kinds.get(asked)
    if (known) return known
    const kinds = vocabularyOf(facet)?.kindsOf(text) ?? [text]
    const found = new Set(kinds.flatMap((kind) => this.match(facet, kind)))
    const names = [...found]
    this.#kinds.set(asked, names)
    return names
  }
}

/** Texts of at most 200 characters each. */
const mostKept = 2000
