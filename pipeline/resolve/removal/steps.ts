import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Removes farms that decisions of this or an earlier build remove: `removal.tombstones`, the
 * farm of each remaining listing, the kept columns of removed listings, and their rows. `at`: start of the
 * build.
 */
export const removalSteps = (at: string): Step[] => [
  step('removal.tombstones', { params: { at } }),
  step('removal.listings'),
  step('removal.kept_listings'),
  step('removal.refused'),
  step('removal.rejects'),
]
