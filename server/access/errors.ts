import { duration } from '../../data/digit_grouping.ts'

/** The owner has the maximum number of active keys: 409. */
export class KeyLimitReached extends Error {
  override name = 'KeyLimitReached'
  readonly limit: number

  constructor(limit: number) {
    super(`the limit of ${limit} active keys is reached; revoke one to create another`)
    this.limit = limit
  }
}

/** The maximum number of keys was created or rotated in 24 hours: 429, with Retry-After. */
export class KeyCreationLimited extends Error {
  override name = 'KeyCreationLimited'
  readonly limit: number
  /** Whole seconds until a key may be made, at least 1. */
  readonly retry_after_s: number

  constructor(limit: number, retry_after_s: number, made = 'creations of keys') {
    super(`${limit} ${made} in 24 hours are allowed; try again in ${duration(retry_after_s)}`)
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

/** The request applies to the other type of key: 409. */
export class WrongKindOfKey extends Error {
  override name = 'WrongKindOfKey'
}

/** A request carries more than one key, so its owner is unclear: 400. */
export class ConflictingKeys extends Error {
  override name = 'ConflictingKeys'

  constructor() {
    super('the X-API-Key header and the key parameter give different keys; send one of them')
  }
}

/** An Idempotency-Key came with another body before: 409. */
export class IdempotencyKeyReused extends Error {
  override name = 'IdempotencyKeyReused'

  constructor() {
    super('this Idempotency-Key was sent with another body in the last 24 hours: send a new one')
  }
}

/** No account has the address or id: 404. */
export class AccountNotFound extends Error {
  override name = 'AccountNotFound'

  constructor(emailOrId: string) {
    super(`no account has the address or id ${JSON.stringify(emailOrId)}`)
  }
}

/** A sign-in can't be finished: 403. It does not reveal the reason. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'

  constructor() {
    super(
      'this sign-in link was used, has expired, or was requested by another browser or program; ' +
        'request a new one and open it where you requested it',
    )
  }
}

/** The maximum number of open reports is reached: 429. */
export class ReportsFull extends Error {
  override name = 'ReportsFull'

  constructor() {
    super('too many reports wait to be checked; try again in some days')
  }
}

/** No open report has the number: 404. */
export class ReportNotFound extends Error {
  override name = 'ReportNotFound'

  constructor(number: number) {
    super(`there is no open report ${number}; npm run keys -- reports lists the open ones`)
  }
}
