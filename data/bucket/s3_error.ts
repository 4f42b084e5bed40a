import { BucketError } from './bucket.ts'

/** Explanations of error codes from S3 and the SDK. */
const meanings: Record<string, string> = {
  NoSuchBucket: 'no such bucket',
  NoSuchKey: 'no such object',
  NotFound: 'no such object',
  AccessDenied: 'access denied for these credentials',
  Forbidden: 'access denied for these credentials',
  InvalidAccessKeyId: 'unknown access key',
  SignatureDoesNotMatch: 'the secret key does not belong to the access key',
  ExpiredToken: 'the session token has expired',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  BadDigest: 'the received bytes differ from the sent bytes',
  InvalidDigest: 'the received bytes differ from the sent bytes',
  XAmzContentChecksumMismatch: 'the received bytes differ from the sent bytes',
  CredentialsProviderError:
    'there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE',
  TimeoutError: 'no answer in time',
  AbortError: 'no answer in time',
}

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
  const meaning = meanings[word ?? ''] ?? meanings[name]
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
