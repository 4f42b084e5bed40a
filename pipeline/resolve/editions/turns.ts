import { predecessorsOf, successions } from '../../../data/schema/input/succession.ts'
import type { Edition } from './epochs.ts'

type Turn = Pick<Edition, 'succession' | 'turn'>

/** The successions in `data/successions.json`. */
export const turns = new Map<string, Turn>(
  successions.map(({ series }) => {
    const before = predecessorsOf(series)
    return [series, { succession: before[0]!, turn: before.length }]
  }),
)

/** The place of a series; one without a successor or a predecessor is alone. */
export const turnOf = (series: string): Turn => turns.get(series) ?? { succession: series, turn: 0 }
