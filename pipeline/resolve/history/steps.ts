import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/** Makes `history.known`, the earlier state of each listing. */
export const historySteps: Step[] = [
  step('history.prior'),
  step('history.renumbered'),
  step('history.reused'),
  step('history.known', { drops: ['history.prior', 'history.renumbered'] }),
  step('match.candidates'),
]

/** Makes the tables that the next build reads: `published.registry` and `published.lineage`. */
export const handedOnSteps: Step[] = [step('published.registry'), step('published.lineage')]

/** Every edition ever read: `published.editions`. */
export const editionsReadSteps: Step[] = [step('published.editions')]
