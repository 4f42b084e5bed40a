/** The store can't be opened, or this program can't use it. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** The store doesn't work at the moment: 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  /** The fault and its remedy, for the operator; the message is for clients. */
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super('the store does not answer; try again shortly', { cause })
    this.reason = reason
  }
}

/** Ignores an outage, which the store itself reports. Rethrows every other error. */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
