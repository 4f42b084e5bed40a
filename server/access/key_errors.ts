/** The owner has as many active keys as allowed: 409. */
export class KeyLimitReached extends Error {
  override name = 'KeyLimitReached'
  readonly limit: number

  constructor(limit: number) {
    super(`the limit of ${limit} active keys is reached; revoke one to create another`)
    this.limit = limit
  }
}

/** The owner has made as many keys in 24 hours as allowed: 429, with Retry-After. */
export class KeyCreationLimited extends Error {
  override name = 'KeyCreationLimited'
  readonly limit: number
  /** Whole seconds until a key may be made, at least 1. */
  readonly retry_after_s: number

  constructor(limit: number, retry_after_s: number) {
    super(`${limit} keys were created in the last 24 hours; try again in ${retry_after_s} seconds`)
    this.limit = limit
    this.retry_after_s = retry_after_s
  }
}

/** No key has the id: 404. */
export class KeyNotFound extends Error {
  override name = 'KeyNotFound'
  readonly id: string

  constructor(id: string) {
    super(`no key has the id ${JSON.stringify(id)}`)
    this.id = id
  }
}

/** A revoked key stays as it was: 409. */
export class KeyRevoked extends Error {
  override name = 'KeyRevoked'
  readonly id: string

  constructor(id: string, revoked_at: string) {
    super(`the key ${id} was revoked at ${revoked_at}; create a new one`)
    this.id = id
  }
}

/** A request carries more than one key, so that it is unclear whose it is: 400. */
export class ConflictingKeys extends Error {
  override name = 'ConflictingKeys'

  constructor() {
    super('the X-API-Key header and the key parameter give different keys; send one of them')
  }
}
