import { LRUCache } from 'lru-cache'
import type { Snapshot } from '../../snapshot/open.ts'
import { completeFarms } from './farms.ts'
import { fits, type Fitting, type Suggestion, type SuggestionType } from './fitting.ts'
import { completePlaces } from './places.ts'
import { completeProducts } from './products.ts'
import placeTypeWords from '../../../data/vocabulary/place_types.json' with { type: 'json' }
import { stateOf, states } from '../../../data/geography/states.ts'
import { isWordlike } from '../reader/words.ts'
import { termKey } from '../../../data/vocabulary/term_key.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { beginningWith, type Sense } from '../reader/lexicon.ts'
import { memoizeWeakly } from '../../../data/memoize.ts'

/** Completes a text, best first, with at most `limit` results. Fewer results mean that no more fit. */
type CompleteType = (snapshot: Snapshot, text: string, limit: number) => Fitting[]
const completions: Record<SuggestionType, CompleteType> = {
  place: completePlaces,
  product: completeProducts,
  term: completeTerms,
  farm: completeFarms,
}

type Asked = [snapshot: Snapshot, text: string, types: readonly SuggestionType[], limit: number]

/** The suggestions for each snapshot's latest texts: many visitors begin with the same letters. */
const suggestionsOf = memoizeWeakly<Snapshot, LRUCache<string, Suggestion[], Asked>>(
  () =>
    new LRUCache({ max: 2000, memoMethod: (_key, _stale, { context }) => complete(...context) }),
)

/** The order among equal fits: products are few, places and farms are many. */
const byPrecedence = ['product', 'term', 'place', 'farm'] as const

/**
 * Completes a visitor's text with places, products and farms. Each type has its share of `limit`, and more
 * if the other types have fewer suggestions. Better fits come first.
 */
export function suggestionsFor(...asked: Asked): Suggestion[] {
  const [snapshot, text, types, limit] = asked
  const key = [text, limit, ...types, snapshot.hidden.key].join('\n')
  return suggestionsOf(snapshot).memo(key, { context: asked })
}

function complete(...[snapshot, text, types, limit]: Asked): Suggestion[] {
  const share = Math.ceil(limit / types.length)
  const completed = byPrecedence
    .filter((type) => types.includes(type))
    .map((type) => completions[type](snapshot, text, limit))
  // EBT is one term, and not three others with a typing error.
  const isExact = completed.some((each) => each.some(({ fit }) => fit === fits.whole))
  const found = completed.map((each) => each.filter(({ fit }) => !isExact || fit < fits.misspelt))
  const [own, spare] = [
    found.flatMap((each) => each.slice(0, share)),
    found.flatMap((each) => each.slice(share)),
  ]
  return [...byFit(own), ...byFit(spare)]
    .slice(0, limit)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ suggestion }) => suggestion)
}

const byFit = (all: Fitting[]) => all.toSorted((a, b) => a.fit - b.fit)

/** Completes terms other than products: practices, certifications, payment, delivery, place types, states. */
function completeTerms(_: Snapshot, text: string, limit: number): Fitting[] {
  const found = new Map<string, Fitting>()
  if (wordsOf(text).length === 0) return []
  for (const state of completeStates(text)) found.set(state.suggestion.name, state)
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
  const name = parameter === 'place_type' ? placeTypeName(value) : value
  return { fit, suggestion: { type: 'term', name, detail, parameter, value } }
}

/** The name of a place type in sentences: `farm stand`. Of several types, it is `market`. */
const placeTypeName = (value: string): string =>
  Object.entries(placeTypeWords).find(([type]) => type === value)?.[1][0] ?? 'market'

/** Completes the name of a state; a text of two letters is its abbreviation. */
const completeStates = (text: string): Fitting[] =>
  states
    .filter(({ abbr, name }) =>
      text.length === 2
        ? stateOf(text) === abbr && !isWordlike(text)
        : name.toLowerCase().startsWith(text.toLowerCase()),
    )
    .map(({ abbr, name }) => ({
      fit: stateOf(text) === abbr ? fits.whole : fits.beginning,
      suggestion: { type: 'term', name, detail: 'state', parameter: 'state', value: abbr },
    }))
