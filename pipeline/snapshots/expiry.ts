import type { Layout } from '../../data/schema/layout.ts'
import { ClockBehind, judgeClock } from '../runs/clock.ts'
import { readLedger } from '../runs/ledger.ts'
import { currentSnapshot, readManifest } from './snapshots.ts'

/**
 * The moment by which a command judges what has expired: that of the next build, so that a clock that leapt
 * ends nothing. With a clock before the live snapshot, it is when that was built.
 */
export async function expiryIn(places: Layout, now = new Date()): Promise<Date> {
  const id = await currentSnapshot(places)
  const live = id === null ? null : await readManifest(places.snapshot(id))
  try {
    return judgeClock(readLedger(places).runs, live, now).expiry
  } catch (error) {
    if (error instanceof ClockBehind) return new Date(live!.built_at)
    throw error
  }
}
