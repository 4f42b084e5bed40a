import { given, stepsOf, type Step } from '../../../database/step.ts'
import { blockCap } from '../evidence.ts'
import { words } from './words.ts'

const step = stepsOf(import.meta.url)

/** The columns of wordings.sql, in order. */
const wordingTypes = {
  name: 'VARCHAR',
  address: 'VARCHAR',
  city: 'VARCHAR',
  state: 'VARCHAR',
  website: 'VARCHAR',
  town: 'VARCHAR',
  house: 'VARCHAR',
  box: 'VARCHAR',
  street: 'VARCHAR[]',
  address_words: 'VARCHAR[]',
  site: 'VARCHAR',
  name_days: 'VARCHAR[]',
  winter: 'BOOLEAN',
  seasons: 'VARCHAR[]',
  numbers: 'VARCHAR[]',
  core: 'VARCHAR[]',
  core_key: 'VARCHAR',
  own_core: 'VARCHAR[]',
  town_core: 'VARCHAR[]',
  name_key: 'VARCHAR',
}

/** `carried.wordings` where no edition came before: none is known. */
export const noWordings: Step = given('carried.wordings', wordingTypes, [])

/** What is compared of each listing: `match.listings`, and what is counted over all of them. */
export const listingSteps: Step[] = [
  step('match.scope'),
  step('match.wordings', { params: words }),
  step('match.listings'),
  step('match.chains', { params: { block_cap: blockCap } }),
  step('match.sharing'),
]
