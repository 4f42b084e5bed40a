import type { LimitKind, Limits, RateState } from './limits.ts'

/** The limits that a request counts under, each with its subject; at least one. */
export type Charges = [Charge, ...Charge[]]
type Charge = [kind: LimitKind, subject: string]

/**
 * Counts a request under each limit, or under none if one refuses it. Returns the refusing limit with the
 * longest wait, else the limit with the fewest requests left. Each limit is exact for simultaneous requests,
 * but may count a request that another limit refuses.
 *
 * Returns a promise only if a counter must wait: not for one key counted in memory.
 */
export function consume(limits: Limits, charges: Charges): RateState | Promise<RateState> {
  const [[kind, subject], ...others] = charges
  return others.length === 0 ? limits.consume(kind, subject) : consumeAll(limits, charges)
}

/** Returns the result that `consume` would return, without counting. */
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
