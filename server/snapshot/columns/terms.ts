import { facets, type Facet, type TermLists } from '../../../data/schema/serving/terms.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'

/** The terms of a snapshot, found as people write them: any case, alias, singular or plural. */
export class Terms {
  readonly #names = new Map<Facet, Map<string, string[]>>()

  constructor(terms: TermLists) {
    for (const facet of facets) this.#names.set(facet, Map.groupBy(terms[facet], termKey))
  }

  /** The names in the snapshot that a text means; empty where no farm has such a term. */
  match(facet: Facet, text: string): string[] {
    const key = vocabularyOf(facet)?.keyOf(text) ?? termKey(text)
    return this.#names.get(facet)!.get(key) ?? []
  }

  /** The names in the snapshot that a text means, and those of all kinds of it. */
  matchKinds(facet: Facet, text: string): string[] {
    const kinds = vocabularyOf(facet)?.kindsOf(text) ?? [text]
    return kinds.flatMap((kind) => this.match(facet, kind))
  }
}
