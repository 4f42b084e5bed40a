import type { SchemaObject } from './model.ts'

type HeaderField = { description: string; required: boolean; schema: SchemaObject }

const text = (description: string, example: string): HeaderField => ({
  description,
  required: false,
  schema: { type: 'string', examples: [example] },
})
const number = (description: string, example: number): HeaderField => ({
  description,
  required: false,
  schema: { type: 'integer', minimum: 0, examples: [example] },
})
const always = (field: HeaderField): HeaderField => ({ ...field, required: true })

/** Every header field of an answer that clients may go by; `required` ones are never missing there. */
export const headerFields: Record<string, HeaderField> = {
  'X-Request-Id': always({
    description: 'The request, as the log has it; tell it when something is wrong',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }),
  'X-RateLimit-Limit': always(number('Requests allowed in the window', 1000)),
  'X-RateLimit-Remaining': always(number('Requests left in the window', 998)),
  'X-RateLimit-Reset': always(number('When the window ends, in Unix seconds', 1795305600)),
  'RateLimit-Policy': always(
    text('The limit: q requests in a window of w seconds (IETF draft)', '"daily";q=1000;w=86400'),
  ),
  RateLimit: always(
    text(
      'How the caller stands: r requests left, the window ends in t seconds',
      '"daily";r=998;t=52199',
    ),
  ),
  ETag: always(
    text('Strong tag of these very bytes, for If-None-Match', '"Fq1TfZ1nTm2b0kqU8Yw0Ug"'),
  ),
  'Cache-Control': always(text('Who may keep the answer', 'private')),
  Vary: always(
    text('The request fields that the answer depends on', 'Accept, Accept-Encoding, X-API-Key'),
  ),
  Link: text(
    'The next page (`rel="next"`), where there is one; the end of a route that will go away (`rel="deprecation"`)',
    '</v1/farms?page=2&per_page=20&snapshot=20261121T014922Z-02c8b340>; rel="next"',
  ),
  Location: always(
    text(
      'The same request for the farm that goes on',
      '/v1/farms/7a6b5c4d-3e2f-5a1b-8c9d-0e1f2a3b4c5d',
    ),
  ),
  'Content-Disposition': text(
    'A name to save the answer under',
    'attachment; filename="farms-20261121T014922Z-02c8b340-1.csv"',
  ),
  'Content-Location': always(
    text(
      'Where the file stands for ever',
      '/v1/snapshots/20261121T014922Z-02c8b340/files/public/farms.parquet',
    ),
  ),
  'Content-Range': always(text('Which bytes of how many', 'bytes 0-1023/48211')),
  'Accept-Ranges': always(text('Ranges of bytes can be asked for', 'bytes')),
  'Last-Modified': always(text('When the snapshot was built', 'Sat, 21 Nov 2026 01:49:22 GMT')),
  'Retry-After': always(number('Seconds to wait before asking again', 52199)),
  'WWW-Authenticate': always(
    text('What is needed', 'ApiKey realm="farm-directory", header="X-API-Key"'),
  ),
  Deprecation: always(text('Since when the route is deprecated (RFC 9745)', '@1798761600')),
  Sunset: always(
    text('When the route stops answering (RFC 8594)', 'Fri, 01 Jan 2027 00:00:00 GMT'),
  ),
}

const ofEveryAnswer = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
]

/** The header fields of an answer: those of every one, and these. */
export const headersOf = (names: readonly string[] = []): Record<string, { $ref: string }> =>
  Object.fromEntries(
    [...ofEveryAnswer, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
