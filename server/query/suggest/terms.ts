import { termKey } from '../../../data/vocabulary/term_key.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { beginningWith, type Sense } from '../reader/lexicon.ts'
import { fits, type Fitting } from './fitting.ts'

/** Completes terms other than products: practices, certifications, payment, delivery and place types. */
export function completeTerms(_: Snapshot, text: string, limit: number): Fitting[] {
  const found = new Map<string, Fitting>()
  if (wordsOf(text).length === 0) return []
  for (const [key, senses] of beginningWith(text))
    for (const sense of senses) {
      if (sense.parameter === 'products') continue
      const fit = key === termKey(text) ? fits.whole : fits.beginning
      const id = `${sense.parameter} ${sense.value}`
      if (fit < (found.get(id)?.fit ?? Infinity)) found.set(id, fitting(sense, fit))
    }
  return [...found.values()].toSorted((a, b) => a.fit - b.fit).slice(0, limit)
}

const fitting = ({ parameter, value }: Sense, fit: number): Fitting => {
  const detail = parameter.replace(/s$/, '').replaceAll('_', ' ')
  return { fit, suggestion: { type: 'term', name: value, detail, parameter, value } }
}
