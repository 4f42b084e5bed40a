import { html, type Html } from '../../data/html.ts'
import { codeBlock } from '../pages/code_blocks.ts'
import recorded from './recorded.json' with { type: 'json' }
import type { Operation } from './reference.ts'

/** A recorded answer: its status, the key's tier, and its JSON, in which `…` stands for more of a list. */
export type Recorded = { status: number; tier: 'free' | 'paid' | null; body: unknown }

/** The recorded answers by operation, and the farm that they are about. */
export const { farm: recordedFarm, answers: recordedAnswers } = recorded as {
  farm: string
  answers: Partial<Record<string, Recorded>>
}

/** The recorded answer to the question of an operation's page. */
export function recordedAnswer({ id }: Operation): Html | null {
  const found = recordedAnswers[id]
  if (!found) return null
  const { status, tier, body } = found
  const json = JSON.stringify(body, null, 2).replaceAll('"…"', '…')
  const label = `Recorded answer ${status}${tier === null ? '' : `, to a ${tier} key`}`
  const isCut = json.includes('…')
  return html`${codeBlock(label, 'the answer', json, 'tall')}
    <p class="small">
      Recorded from a server with invented farms.
      ${isCut ? '“…” stands for the other entries of a list.' : null}
    </p>`
}
