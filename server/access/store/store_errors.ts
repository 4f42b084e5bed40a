/** The store can't be opened, or is not one that this program can use. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** The store doesn't answer at the moment: 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'

  constructor(cause: unknown) {
    super('the store does not answer; try again shortly', { cause })
  }
}
