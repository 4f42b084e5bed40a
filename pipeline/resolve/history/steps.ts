import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/** What is known from before of each listing: `history.known`. */
export const historySteps: Step[] = [
  step('history.prior', [
    'before.snapshot',
    'before.registry',
    'before.removed_listings',
    'before.tombstones',
  ]),
  step('history.renumbered', ['intake.source_rows', 'intake.observations', 'history.prior']),
  step('history.reused', [
    'intake.source_rows',
    'intake.observations',
    'history.prior',
    'history.renumbered',
  ]),
  step('history.known', ['intake.source_rows', 'history.prior', 'history.reused'], {
    drops: ['history.prior', 'history.renumbered'],
  }),
  step('match.candidates', [
    'intake.source_rows',
    'intake.observations',
    'intake.inputs',
    'history.known',
  ]),
]

/** What the next build will find: `published.registry` and `published.lineage`. */
export const handedOnSteps: Step[] = [
  step('published.registry', [
    'match.candidates',
    'removal.listings',
    'intake.observations',
    'history.known',
    'identity.mergers',
    'removal.tombstones',
  ]),
  step('published.lineage', [
    'merge.listings',
    'before.snapshot',
    'before.farms',
    'before.lineage',
    'removal.tombstones',
    'identity.mergers',
    'identity.splits',
  ]),
]
