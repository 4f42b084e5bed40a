import type { Tier } from '../../data/schema/meta.ts'
import { tierOf, type TermField } from '../../data/schema/serving/fields.ts'
import type { Entry, ProductEntry } from '../../data/vocabulary/entry.ts'
import { categoryNames, vocabularyOf } from '../../data/vocabulary/vocabulary.ts'
import type { Snapshot } from '../snapshot/open.ts'

/**
 * Lists the terms of some fields, by name, with their aliases, broader terms, and number of farms, varieties
 * included. Free keys do not get the number for paid fields.
 */
export function vocabularyTerms({ termFarms }: Snapshot, fields: readonly TermField[], tier: Tier) {
  return fields.flatMap((field) => {
    const showsFarms = tier === 'paid' || tierOf(field) === 'free'
    const farms = (name: string) => (showsFarms ? { farms: termFarms[field]?.[name] ?? 0 } : {})
    return entriesOf(field)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) => ({ field, ...described(entry), ...farms(entry.name) }))
  })
}

const described = (entry: Entry) => ({
  name: entry.name,
  category: entry.category ?? null,
  aliases: entry.aliases,
  spanish: entry.spanish ?? [],
  broader: entry.broader ?? [],
  measure: (entry as Partial<ProductEntry>).measure ?? null,
})

/** Categories have no vocabulary; their names come from the products. */
const entriesOf = (field: TermField): readonly Entry[] =>
  vocabularyOf(field)?.entries ?? [...categoryNames].map((name) => ({ name, aliases: [] }))
