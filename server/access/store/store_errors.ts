/** The store can't be opened, or is not one that this program can use. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** The store doesn't work at the moment: 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  /** What is wrong and what to do about it, for the operator; the message is for callers. */
  readonly reason: string

  constructor(reason: string, cause: unknown) {
    super('the store does not answer; try again shortly', { cause })
    this.reason = reason
  }
}

/**
 * Lets go of the failure of something that can be left out while the store doesn't work: that is
 * reported by the store itself. Rethrows every other error.
 */
export function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
