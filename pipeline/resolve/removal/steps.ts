import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Takes farms out, by removals among the overrides of this build or of earlier ones:
 * `removal.tombstones`, the farm of each listing after that, what is kept of their listings, so that
 * they stay out under other source ids too, and their rows. `at`: when the build began.
 */
export const removalSteps = (at: string): Step[] => [
  step(
    'removal.tombstones',
    [
      'overrides.entries',
      'overrides.targets',
      'identity.mergers',
      'before.lineage',
      'before.tombstones',
    ],
    { params: { at } },
  ),
  step('removal.listings', ['identity.listings', 'removal.tombstones']),
  step('removal.kept_listings', [
    'match.candidates',
    'history.known',
    'removal.listings',
    'removal.tombstones',
  ]),
  step('removal.refused', ['intake.source_rows', 'intake.observations', 'removal.listings']),
  step('removal.rejects', ['intake.rejects', 'removal.refused']),
]
