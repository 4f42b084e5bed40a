import type { SchemaObject } from './model.ts'

type HeaderField = { description: string; required: boolean; schema: SchemaObject }

/** Documented header fields of answers, each with its description and an example. */
const described: Record<string, [description: string, example: string | number]> = {
  'X-RateLimit-Limit': ['Requests allowed in the window', 1000],
  'X-RateLimit-Remaining': ['Requests left in the window', 998],
  'X-RateLimit-Reset': ['End of the window, in Unix seconds', 1795305600],
  'RateLimit-Policy': [
    'Limit: q requests in a window of w seconds (IETF draft)',
    '"daily";q=1000;w=86400',
  ],
  RateLimit: ['Remainder: r requests until the window ends in t seconds', '"daily";r=998;t=52199'],
  ETag: ['Strong entity tag of these bytes, for `If-None-Match`', '"Fq1TfZ1nTm2b0kqU8Yw0Ug"'],
  'Cache-Control': ['Caching rule for the answer', 'private'],
  Vary: [
    'Request headers that the answer depends on',
    'Accept, Accept-Encoding, X-API-Key, Origin',
  ],
  Link: [
    'Next page (`rel="next"`), if there is one; notice of a deprecated operation (`rel="deprecation"`)',
    '</v1/farms?page=2&per_page=20&snapshot=20261121T014922Z-02c8b340>; rel="next"',
  ],
  'X-Ignored-Parameters': [
    'Parameters without effect on this request, if any; also in `meta.ignored`',
    'state',
  ],
  Location: [
    'Address of the same request for the farm or snapshot that replaces the requested one',
    '/v1/farms/7a6b5c4d-3e2f-5a1b-8c9d-0e1f2a3b4c5d',
  ],
  'Content-Disposition': [
    'File name for saving the answer',
    'attachment; filename="farms-20261121T014922Z-02c8b340-1.csv"',
  ],
  'Content-Location': [
    'Permanent address of the file',
    '/v1/snapshots/20261121T014922Z-02c8b340/files/public/farms.parquet',
  ],
  'Content-Range': ['Position of these bytes, and the size of the file', 'bytes 0-1023/48211'],
  'Accept-Ranges': ['Support for byte ranges', 'bytes'],
  'Last-Modified': ['Build time of the snapshot', 'Sat, 21 Nov 2026 01:49:22 GMT'],
  'Retry-After': ['Seconds to wait before the next request', 52199],
  'WWW-Authenticate': ['Required credentials', 'ApiKey realm="farm-directory", header="X-API-Key"'],
  Deprecation: ['Start of the deprecation (RFC 9745)', '@1798761600'],
  Sunset: ['End of the operation (RFC 8594)', 'Fri, 01 Jan 2027 00:00:00 GMT'],
}

/** The only described fields that an answer may lack. */
const optional = ['Link', 'Content-Disposition', 'X-Ignored-Parameters']

/** Every header field, in OpenAPI's form. */
export const headerFields: Record<string, HeaderField> = {
  'X-Request-Id': {
    description: 'Id of the request in the server log; include it in reports of failures',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
}
for (const [name, [description, example]] of Object.entries(described)) {
  const kind = typeof example === 'string' ? { type: 'string' } : { type: 'integer', minimum: 0 }
  const schema = { ...kind, examples: [example] } as SchemaObject
  headerFields[name] = { description, required: !optional.includes(name), schema }
}

const ofEveryAnswer = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

/** An answer's header fields: the common ones, and these. */
export const headersOf = (names: readonly string[] = []): Record<string, { $ref: string }> =>
  Object.fromEntries(
    [...ofEveryAnswer, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
