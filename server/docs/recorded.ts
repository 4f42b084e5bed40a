import { html, type Html } from '../../data/html.ts'
import { codeBlock } from '../pages/code_blocks.ts'
import { shortDay } from '../pages/shown.ts'
import recorded from './recorded.json' with { type: 'json' }
import type { Operation } from './reference.ts'

/** A recorded answer: its status, the key's tier, and its JSON, in which `…` stands for more of a list. */
export type Recorded = { status: number; tier: 'free' | 'paid' | null; body: unknown }

/**
 * The day of the recorded answers, the farm that they are about, and by operation the answers, and the
 * detail of a 400.
 */
const {
  day,
  farm: recordedFarm,
  answers: recordedAnswers,
  mistakes: recordedMistakes,
} = recorded as {
  day: string
  farm: string
  answers: Partial<Record<string, Recorded>>
  mistakes: Partial<Record<string, string>>
}
export { recordedAnswers, recordedFarm, recordedMistakes }

/** The recorded answer to the question of an operation's page. */
export function recordedAnswer({ id }: Operation): Html | null {
  const found = recordedAnswers[id]
  if (!found) return null
  const { status, tier, body } = found
  const json = JSON.stringify(body, null, 2).replaceAll('"…"', '…')
  const asker = tier === null ? '' : ` to a ${tier} key`
  const label = `Answer ${status}${asker}, from a sample of invented farms, ${shortDay(day)} ${day.slice(0, 4)}`
  return html`${codeBlock(label, 'the answer', json, 'tall')}
  ${json.includes('…') ? html`<p class="small">“…” stands for the other entries of a list.</p>` : null}`
}
