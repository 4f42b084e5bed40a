import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Removes farms named by removals in the overrides of this or an earlier build: `removal.tombstones`, the
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
