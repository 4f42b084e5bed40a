import { holdResults } from '../query/held_results.ts'
import type { Snapshot } from '../snapshot/open.ts'

/** Reads a value once per snapshot, and again if other farms are hidden, or if reading failed. */
export function onceOf<Value extends object>(read: (snapshot: Snapshot) => Promise<Value>) {
  const held = holdResults<Value>()
  return (snapshot: Snapshot): Promise<Value> =>
    held(snapshot, snapshot.hidden.key, () => read(snapshot))
}
