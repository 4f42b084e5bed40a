import type { Layout } from '../../data/schema/layout.ts'
import { readLedger } from './ledger.ts'

/**
 * Sorts snapshot ids by the runs that made them, oldest first, whatever the clock was. Those of no known run
 * come first, by id.
 */
export function inSequence(places: Layout, ids: string[]): string[] {
  const made = new Map<string, number>()
  for (const { run, action, snapshot } of readLedger(places).runs)
    if (action === 'build' && snapshot !== null && !made.has(snapshot)) made.set(snapshot, run)
  const rank = (id: string) => made.get(id) ?? 0
  return ids.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
