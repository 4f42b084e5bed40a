import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Takes farms out, by removals among the overrides of this build or of earlier ones:
 * `removal.tombstones`, the farm of each listing after that, what is kept of their listings, and
 * their rows. `at`: when the build began.
 */
export const removalSteps = (at: string): Step[] => [
  step('removal.tombstones', { params: { at } }),
  step('removal.listings'),
  step('removal.kept_listings'),
  step('removal.refused'),
  step('removal.rejects'),
]
