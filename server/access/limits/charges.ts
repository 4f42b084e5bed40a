import type { LimitKind, Limits, RateState } from './limits.ts'

/** Under which limits a request counts, and as whose; at least one. */
export type Charges = [Charge, ...Charge[]]
type Charge = [kind: LimitKind, subject: string]

/**
 * Counts one request under each of its limits, or under none where one refuses it: then returns the
 * one that does for longest, else the one nearest to its end. Of requests at the same time each
 * limit lets through as many as it allows; one may then count what another refuses.
 *
 * Returns a promise only where something is waited for: not for one key counted in memory.
 */
export function consume(limits: Limits, charges: Charges): RateState | Promise<RateState> {
  const [[kind, subject], ...others] = charges
  return others.length === 0 ? limits.consume(kind, subject) : consumeAll(limits, charges)
}

/** Returns what `consume` would, without counting anything. */
export function peek(limits: Limits, charges: Charges): RateState | Promise<RateState> {
  const [[kind, subject], ...others] = charges
  return others.length === 0 ? limits.peek(kind, subject) : peekAll(limits, charges)
}

async function consumeAll(limits: Limits, charges: Charges): Promise<RateState> {
  const before = await peekAll(limits, charges)
  if (!before.allowed) return before
  const states: RateState[] = []
  for (const charge of charges) {
    const state = await limits.consume(...charge)
    if (!state.allowed) return state
    states.push(state)
  }
  return nearest(states)
}

async function peekAll(limits: Limits, charges: Charges): Promise<RateState> {
  const states = await Promise.all(charges.map(async (charge) => limits.peek(...charge)))
  const refusing = states.filter(({ allowed }) => !allowed)
  const [longest] = refusing.toSorted((a, b) => b.reset_s - a.reset_s)
  return longest ?? nearest(states)
}

const nearest = (states: RateState[]): RateState =>
  states.reduce((one, other) => (other.remaining < one.remaining ? other : one))
