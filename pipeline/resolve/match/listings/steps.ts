import { given, stepsOf, type Step } from '../../../database/step.ts'
import { blockCap } from '../evidence.ts'
import { words } from './words.ts'

const step = stepsOf(import.meta.url)

/** Columns of `wordings.sql`, in order. */
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

/** `carried.wordings` without earlier editions: empty. */
export const noWordings: Step = given('carried.wordings', wordingTypes, [])

/** Makes `match.listings`, the compared columns of each listing, and counts over all listings. */
export const listingSteps: Step[] = [
  step('match.scope'),
  step('match.wordings', { params: words }),
  step('match.listings'),
  step('match.chains', { params: { block_cap: blockCap } }),
  step('match.sharing'),
]
