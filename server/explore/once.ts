import type { Snapshot } from '../snapshot/open.ts'

/** Reads a value once per snapshot, and again if other farms are hidden, or if reading failed. */
export function onceOf<Value>(read: (snapshot: Snapshot) => Promise<Value>) {
  const held = new WeakMap<Snapshot, { hidden: string; value: Promise<Value> }>()
  return (snapshot: Snapshot): Promise<Value> => {
    const hidden = snapshot.hidden.key
    const known = held.get(snapshot)
    if (known?.hidden === hidden) return known.value
    const value = read(snapshot)
    held.set(snapshot, { hidden, value })
    value.catch(() => held.delete(snapshot))
    return value
  }
}
