import type { Sense } from '../reader/lexicon.ts'

/** A completion of a text; clients send `near`, `product`, `farm_id`, or `value` as `parameter` next. */
export type Suggestion = {
  type: SuggestionType
  name: string
  detail: string
} & ({ near: string } | { product: string } | { farm_id: string } | Sense | InState)

type InState = { parameter: 'state'; value: string }

export const suggestionTypes = ['place', 'product', 'term', 'farm'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/**
 * Ways in which a suggestion fits: it equals the text, begins with it, has an everyday or Spanish name that does,
 * or a word that does, or nearly so.
 */
export const fits = {
  whole: 0,
  beginning: 1,
  everyday: 2,
  word: 3,
  misspelt: 4,
  misspeltWord: 5,
} as const
export type Fitting = { fit: number; suggestion: Suggestion }
