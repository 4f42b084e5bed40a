/** What a text may become: `near`, `product` or `farm_id` is what to send next. */
export type Suggestion = {
  type: SuggestionType
  name: string
  detail: string
} & ({ near: string } | { product: string } | { farm_id: string })

export const suggestionTypes = ['place', 'product', 'farm'] as const
export type SuggestionType = (typeof suggestionTypes)[number]

/** How a suggestion fits a text: it is the text, begins with it, has a word that does, or nearly does. */
export const fits = { whole: 0, beginning: 1, word: 2, misspelt: 3, misspeltWord: 4 } as const
export type Fitting = { fit: number; suggestion: Suggestion }

/** How many letters of a text that is being typed may be wrong. */
export const errorsIn = (text: string): number => (text.length < 4 ? 0 : text.length < 8 ? 1 : 2)
