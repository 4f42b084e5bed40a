import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Notify } from '../../data/schema/input/notify.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { readLedger } from '../runs/ledger.ts'
import { writeMetrics } from './metrics.ts'
import { tell } from './tell.ts'
import type { Told } from './words.ts'

/**
 * Writes the metrics and sends a message, if there is one. Failures go to standard error and into the line of
 * the next run; they fail nothing.
 */
export async function tellRun(
  places: Layout,
  notify: Notify | undefined,
  told: Told | null,
): Promise<void> {
  if (!notify) return
  const failures = told ? await tell(notify, told) : []
  const { metrics } = notify
  try {
    if (metrics) await writeMetrics(metrics, places, readLedger(places).runs)
  } catch (error) {
    failures.push(`metrics were not written: ${(error as Error).message}`)
  }
  try {
    if (failures.length > 0 && existsSync(places.root))
      writeFileSync(places.notTold, failures.join('; '))
  } catch (error) {
    failures.push(`this is not kept for the next run: ${(error as Error).message}`)
  }
  process.stderr.write(failures.map((failure) => `notify: ${failure}\n`).join(''))
}

/** Takes what could not be told of the run before; null = nothing. */
export function takeNotTold({ notTold }: Layout): string | null {
  if (!existsSync(notTold)) return null
  const text = readFileSync(notTold, 'utf8')
  rmSync(notTold)
  return text
}
