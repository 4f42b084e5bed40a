import { LRUCache } from 'lru-cache'
import { termFields, type TermField } from '../../../data/schema/serving/fields.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import type { FieldCodes } from '../sets/field_codes.ts'

/** Texts of at most 200 characters each. */
const mostKept = 2000

/** Finds a snapshot's terms in any case, by alias, singular or plural. */
export function termFinder(fieldCodes: Pick<FieldCodes, 'of'>) {
  const names = new Map(
    termFields.map((field) => [field, Map.groupBy(fieldCodes.of(field).names, termKey)]),
  )
  /** The latest results: a term may have a hundred varieties. */
  const kept = new LRUCache<string, readonly string[]>({ max: mostKept })

  /** Finds the names in the snapshot that a text means; empty if no farm has such a term. */
  const match = (field: TermField, text: string): string[] =>
    names.get(field)!.get(vocabularyOf(field)?.keyOf(text) ?? termKey(text)) ?? []

  /** Finds the names in the snapshot that a text means, and the names of all varieties, each once. */
  const matchKinds = (field: TermField, text: string): readonly string[] => {
    const asked = `${field} ${text}`
    const known = kept.get(asked)
    if (known) return known
    const kinds = vocabularyOf(field)?.kindsOf(text) ?? [text]
    const found = [...new Set(kinds.flatMap((kind) => match(field, kind)))]
    kept.set(asked, found)
    return found
  }
  return { match, matchKinds }
}
