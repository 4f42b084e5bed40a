import { listValue } from '@duckdb/node-api'
import { stepsOf, type Step } from '../../../database/step.ts'
import { mapOf } from '../../../database/values.ts'
import { blockCap } from '../evidence.ts'
import * as words from './words.ts'

const step = stepsOf(import.meta.url)

/** What is compared of each listing: `match.listings`, and what is counted over all of them. */
export const listingSteps: Step[] = [
  step('match.scope', ['match.candidates']),
  step('match.listings', ['match.scope'], {
    params: {
      generic: listValue(words.genericWords),
      days: listValue(words.weekdayWords),
      winter: listValue(words.winterWords),
      summer: listValue(words.summerWords),
      street: listValue(words.streetWords),
      shared_hosts: listValue(words.sharedHosts),
      synonyms: mapOf(words.synonyms),
      states: mapOf(
        Object.fromEntries(
          Object.entries(words.stateWords).map(([state, names]) => [state, listValue(names)]),
        ),
      ),
    },
  }),
  step('match.chains', ['match.listings'], { params: { block_cap: blockCap } }),
  step('match.sharing', ['match.listings']),
]
