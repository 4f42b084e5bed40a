import { connectionFault } from '../operating/network_failure.ts'
import { BucketError } from './bucket.ts'

const denied = 'access denied for these credentials: give them the right to it'
const damaged = 'the received bytes differ from the sent bytes'
const otherRegion = 'the bucket is in another region: set AWS_REGION'
const busy = 'the service is busy: try again'
const failing = 'the service has failed: try again'

/** Explanations of error codes from S3 and the SDK. */
const meanings: Record<string, string> = {
  NoSuchBucket: 'no such bucket: create it, or correct its name',
  NoSuchKey: 'no such object',
  NotFound: 'no such object',
  AccessDenied: denied,
  Forbidden: denied,
  InvalidAccessKeyId: 'unknown access key: correct AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch:
    'the secret key does not belong to the access key: correct AWS_SECRET_ACCESS_KEY',
  ExpiredToken: 'the session token has expired: renew AWS_SESSION_TOKEN',
  RequestTimeTooSkewed: "this machine's clock is wrong: set it",
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
  SlowDown: busy,
  ServiceUnavailable: busy,
  InternalError: failing,
  BadDigest: damaged,
  InvalidDigest: damaged,
  XAmzContentChecksumMismatch: damaged,
  ERR_INVALID_URL: 'AWS_ENDPOINT_URL is no address such as https://HOST',
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  TimeoutError: 'no answer in time',
  AbortError: 'no answer in time',
}

/** Statuses of an endpoint, or of a proxy before it, that can't work at the moment. */
const away = [500, 502, 503, 504]

type SdkError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

/**
 * An error of the SDK, explained by its code alone: the endpoint's message and the error's fields may
 * contain a credential.
 */
export function s3Error(error: unknown, object: string): Error {
  if (error instanceof BucketError) return error
  const { name, code, message, $metadata } = error as SdkError
  if (message === 'Region is missing') return new BucketError(`${object}: set AWS_REGION`)
  const status = $metadata?.httpStatusCode
  const word = [code, name].find((each) => each && /^\w{1,60}$/.test(each) && each !== 'Error')
  const cut = connectionFault(code)
  if (cut !== null) return new BucketError(`${object}: ${cut}`)
  const meaning = meanings[word ?? ''] ?? meanings[name] ?? (isStatus(error, ...away) && failing)
  const detail = [word, status].filter(Boolean).join(', ') || 'no answer'
  return new BucketError(
    `${object}: ${meaning ? `${meaning} (${detail})` : `it failed (${detail})`}`,
  )
}

/** Returns true if the endpoint answered with one of these statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  statuses.includes((error as SdkError).$metadata?.httpStatusCode ?? 0)

/** Returns true if the endpoint does not support conditional writes. */
export const isUnknownCondition = (error: unknown): boolean =>
  isStatus(error, 501) || (error as Error).name === 'NotImplemented'
