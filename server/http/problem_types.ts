import { STATUS_CODES } from 'node:http'

/** A type of failure, for problem documents and its page at `/docs/errors`. */
type ProblemType = {
  status: number
  /** The name in `error.code`, for clients that ignore `type`; default: that of the type in capitals. */
  code?: string
  /** Default: Node's name for the status. */
  title?: string
  /** The cause, in plain words. */
  meaning: string
  /** The next step for the client or its user. */
  remedy: string
  /** Fields specific to the example document. */
  example: Example
}
type Example = {
  detail: string
  instance: string
  errors?: { parameter: string; message: string; suggestion?: string }[]
  farm?: { id: string; name: string | null; last_listed: string | null }
}

const farmPath = '/v1/farms/0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'

/** Every type of failure, by the last segment of its `type`. */
const types = {
  'bad-request': {
    status: 400,
    code: 'INVALID_PARAMETER',
    meaning: 'A parameter, a field of the body, or the message itself is not valid.',
    remedy:
      'Read `errors`. Each entry names a parameter or field, states what is allowed, and suggests the nearest valid value if there is one. Correct the request before you send it again.',
    example: {
      detail:
        'state: unknown state `Vermnt`; did you mean `Vermont`? (must be its abbreviation or full name)',
      instance: '/v1/farms',
      errors: [
        {
          parameter: 'state',
          message:
            'unknown state `Vermnt`; did you mean `Vermont`? (must be its abbreviation or full name)',
          suggestion: 'Vermont',
        },
      ],
    },
  },
  unauthorized: {
    status: 401,
    meaning: 'The request has no valid API key or session, and the operation needs one.',
    remedy:
      'Send a key in the `X-API-Key` header; `POST /v1/keys` makes one. Operations on keys and accounts need a session instead: sign in again. The `WWW-Authenticate` header names what is missing.',
    example: {
      detail: 'no API key: create one at /console, send it as X-API-Key',
      instance: '/v1/farms',
    },
  },
  forbidden: {
    status: 403,
    meaning: 'The key or session is valid, but it does not permit this request.',
    remedy:
      'Read `detail`. A paid field, parameter or operation needs a paid key. A browser key works on pages of its own origins only, a secret key on no page. Operations on keys and accounts need a session.',
    example: {
      detail:
        'this browser key is not for pages of https://elsewhere.example; its owner can add that origin',
      instance: '/v1/farms',
    },
  },
  'not-found': {
    status: 404,
    meaning: 'Nothing exists at this path: no operation, farm, snapshot, file or key.',
    remedy:
      'Check the path and the id. `/docs` lists every operation, `/v1/search` returns the ids of farms, and `/v1/snapshots` lists snapshots and their files.',
    example: {
      detail: 'no farm 0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7 in snapshot 20261121T014922Z-02c8b340',
      instance: farmPath,
    },
  },
  'method-not-allowed': {
    status: 405,
    meaning: 'The path exists, but it does not take this method.',
    remedy: 'Use one of the methods in the `Allow` header.',
    example: {
      detail: 'POST is not allowed here; use GET or HEAD',
      instance: '/v1/farms',
    },
  },
  'not-acceptable': {
    status: 406,
    meaning: 'The `Accept` header excludes every media type that the operation returns.',
    remedy:
      'Accept `application/json`, or leave the header out. Lists also return GeoJSON, CSV and newline-delimited JSON; `format` selects one without the header.',
    example: {
      detail: 'answers here are application/json; the request accepts only text/html',
      instance: '/v1/stats',
    },
  },
  'request-timeout': {
    status: 408,
    meaning: 'The request did not arrive completely within the time limit of the server.',
    remedy:
      'Send the request again. If it fails again, check the connection between client and server.',
    example: { detail: 'the request did not arrive whole in time', instance: '/v1/keys' },
  },
  conflict: {
    status: 409,
    meaning:
      'The request conflicts with the state of an account or key. For example, the account has as many active keys as it may have.',
    remedy:
      'Read `detail`. Change the state that it names, for example revoke a key, and send the request again.',
    example: {
      detail: 'the limit of 5 active keys is reached; revoke one to create another',
      instance: '/v1/keys',
    },
  },
  gone: {
    status: 410,
    meaning: 'The farm or snapshot existed, and the server no longer returns it.',
    remedy:
      'If it is a farm, delete it from your copy; `farm`, if present, has its name and the date of its last listing. If it is a snapshot, start again from the live one: leave `snapshot` out, or read `/v1/snapshots`.',
    example: {
      detail:
        'no source lists Stone Creek Farm (0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7) any more; the last edition that did is of 2020-01-31',
      instance: farmPath,
      farm: {
        id: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
        name: 'Stone Creek Farm',
        last_listed: '2020-01-31',
      },
    },
  },
  'content-too-large': {
    status: 413,
    title: 'Content Too Large',
    meaning: 'The body is larger than the operation accepts.',
    remedy: 'Send a body within the limit that `detail` states.',
    example: { detail: 'the body is over 10 kB', instance: '/v1/keys' },
  },
  'unsupported-media-type': {
    status: 415,
    meaning: 'The body has a media type that the operation does not read.',
    remedy: 'Send the body as JSON, with the header `Content-Type: application/json`.',
    example: {
      detail: 'send the body as application/json: {"name": …}',
      instance: '/v1/keys',
    },
  },
  'range-not-satisfiable': {
    status: 416,
    meaning: 'The `Range` header asks for bytes beyond the end of the file.',
    remedy: 'Read the size of the file from `Content-Range`, and ask for bytes within it.',
    example: {
      detail: 'the file has 48211 bytes',
      instance: '/v1/snapshots/20261121T014922Z-02c8b340/files/stats.parquet',
    },
  },
  'too-many-requests': {
    status: 429,
    code: 'RATE_LIMITED',
    meaning: 'A limit of the key, the account or the client address is used up.',
    remedy:
      'Wait for the number of seconds in `Retry-After`. To stay within the limit, read `X-RateLimit-Remaining`, and send `If-None-Match`: a 304 does not count.',
    example: {
      detail: 'the daily limit of 1000 requests is used up; try again in 15 hours',
      instance: '/v1/farms',
    },
  },
  'header-fields-too-large': {
    status: 431,
    meaning: 'The address and the header fields together are too large for the server to read.',
    remedy: 'Send a shorter address, or fewer and shorter header fields.',
    example: { detail: 'the address or the header fields are too large', instance: '' },
  },
  'internal-error': {
    status: 500,
    meaning: 'The server failed unexpectedly. The fault is not in the request.',
    remedy:
      'Send the request again later. If it fails again, give the operator the `request_id`: the log has the cause under it.',
    example: {
      detail: 'something went wrong here; report the request_id',
      instance: '/v1/farms',
    },
  },
  unavailable: {
    status: 503,
    meaning:
      'The server cannot answer at the moment. It is starting, stopping or overloaded, or something that it depends on is down.',
    remedy: 'Send the request again after the number of seconds in `Retry-After`.',
    example: { detail: 'no valid snapshot is published yet', instance: '/v1/farms' },
  },
} satisfies Record<string, ProblemType>

export type ProblemKind = keyof typeof types
export const problemTypes = Object.fromEntries(
  Object.entries<ProblemType>(types).map(([kind, type]) => {
    const title = STATUS_CODES[type.status]!
    return [kind, { code: kind.replaceAll('-', '_').toUpperCase(), title, ...type }]
  }),
) as Record<ProblemKind, Required<ProblemType>>
