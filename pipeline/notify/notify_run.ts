import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Notify } from '../../data/schema/input/notify.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { readLedger } from '../runs/ledger.ts'
import { writeMetrics } from './metrics.ts'
import { send } from './send.ts'
import type { Message } from './message.ts'

/**
 * Writes the metrics and sends a message, if there is one. Failures go to standard error and into the line of
 * the next run; they fail nothing.
 */
export async function notifyRun(
  places: Layout,
  notify: Notify | undefined,
  message: Message | null,
): Promise<void> {
  if (!notify) return
  const failures = message ? await send(notify, message) : []
  const { metrics } = notify
  try {
    if (metrics) await writeMetrics(metrics, places, readLedger(places).runs)
  } catch (error) {
    failures.push(`metrics were not written: ${(error as Error).message}`)
  }
  try {
    if (failures.length > 0 && existsSync(places.root))
      writeFileSync(places.notSent, failures.join('; '))
  } catch (error) {
    failures.push(`this is not kept for the next run: ${(error as Error).message}`)
  }
  process.stderr.write(failures.map((failure) => `notify: ${failure}\n`).join(''))
}

/** Takes what the run before could not send; null = nothing. */
export function takeNotSent({ notSent }: Layout): string | null {
  if (!existsSync(notSent)) return null
  const text = readFileSync(notSent, 'utf8')
  rmSync(notSent)
  return text
}
