import { LRUCache } from 'lru-cache'
import { termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import type { FieldCodes } from '../sets/field_codes.ts'

/** A snapshot's terms, found in any case, by alias, singular or plural. */
export class TermNames {
  readonly #names = new Map<TermField, Map<string, string[]>>()
  /** The latest results: a term may have a hundred varieties. */
  readonly #kinds = new LRUCache<string, readonly string[]>({ max: mostKept })

  constructor(fieldCodes: Pick<FieldCodes, 'of'>) {
    for (const field of termFields)
      this.#names.set(field, Map.groupBy(fieldCodes.of(field).names, termKey))
  }

  /** Finds the names in the snapshot that a text means; empty if no farm has such a term. */
  match(field: TermField, text: string): string[] {
    const key = vocabularyOf(field)?.keyOf(text) ?? termKey(text)
    return this.#names.get(field)!.get(key) ?? []
  }

  /** Finds the names in the snapshot that a text means, and the names of all varieties, each once. */
  matchKinds(field: TermField, text: string): readonly string[] {
    const asked = `${field} ${text}`
    const known = this.#kinds.get(asked)
    if (known) return known
    const kinds = vocabularyOf(field)?.kindsOf(text) ?? [text]
    const found = new Set(kinds.flatMap((kind) => this.match(field, kind)))
    const names = [...found]
    this.#kinds.set(asked, names)
    return names
  }
}

/** Texts of at most 200 characters each. */
const mostKept = 2000
