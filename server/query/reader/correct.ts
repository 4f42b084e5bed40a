import type { Snapshot } from '../../snapshot/open.ts'
import type { Draft } from './draft.ts'
import { correctedSensesOf, sensesOf } from './lexicon.ts'
import { markSenses } from './terms.ts'
import { fillers } from './words.ts'

/** Maximum number of words in a term with typing errors. */
const mostWords = 3

/** Words of names up to this length are not taken for typing errors: a stone is no scone. */
const lettersOfNames = 5

/** Reads words that mean nothing as the nearest terms. */
export function markCorrected(draft: Draft, { text }: Pick<Snapshot, 'text'>): void {
  const isOfNames = (word: string) => {
    const place = text.words.placeOf(word)
    return place !== undefined && text.rows('name', place, place + 1).length > 0
  }
  for (let count = mostWords; count > 0; count--)
    for (const [first, end] of draft.runs())
      for (let from = first; from + count <= end; from++) {
        if (!draft.isFree(from, from + count)) continue
        const words = draft.words(from, from + count)
        if (count === 1 && words.length <= lettersOfNames && isOfNames(words)) continue
        const senses = correctedSensesOf(words)
        if (senses.length > 0) markSenses(draft, from, from + count, senses, true)
      }
}

/**
 * Reads two or three words of which some mean nothing alone as one term: `aple cider`, before `cider` is read.
 */
export function markCorrectedPhrases(draft: Draft): void {
  for (let count = mostWords; count > 1; count--)
    for (let from = 0; from + count <= draft.tokens.length; from++) {
      if (!draft.isFree(from, from + count)) continue
      const words = draft.tokens.slice(from, from + count).map(({ word }) => word)
      if (words.some((word) => fillers.has(word)) || words.every(isTerm)) continue
      const senses = correctedSensesOf(words.join(' '))
      if (senses.length > 0) markSenses(draft, from, from + count, senses, true)
    }
}

const isTerm = (word: string): boolean => sensesOf(word).length > 0
