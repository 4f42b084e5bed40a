import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { Problem, problemDocument, statusOf, type ProblemKind } from '../http/problem.ts'
import { readQuery } from '../http/parameters/query_string.ts'
import type { PlainRoute } from '../routes/plain_route.ts'
import { headersOf } from './header_fields.ts'

/** How everything can fail. */
const ofEverything: ProblemKind[] = [
  'bad-request',
  'too-many-requests',
  'internal-error',
  'unavailable',
]

type Failing = Pick<PlainRoute, 'path' | 'describe'>

/** Failures whose example says something of the operation. */
const ownExamples: Partial<Record<ProblemKind, (route: Failing) => string>> = {
  unauthorized: ({ describe: { caller } }) =>
    caller === 'key'
      ? 'no valid API key: send one in the X-API-Key header'
      : 'this needs a signed-in session',
  forbidden: ({ path, describe: { caller, query } }) => {
    if (caller !== 'key') return 'this needs a signed-in session, not just a key'
    if (path.includes('/files/')) return 'members/farms.parquet is for paid keys; this key is free'
    if (query && 'fields' in query.shape)
      return 'fields: this key is free, and for paid keys are phone'
    return `${path} is for paid keys; this key is free`
  },
  'not-found': ({ path }) =>
    path.startsWith('/v1/keys')
      ? 'no key has the id "7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47"'
      : path.includes('/files/')
        ? 'there is no file farms.csv; there are public/farms.parquet, public/stats.parquet'
        : 'no farm 0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7 in snapshot 20261121T014922Z-02c8b340',
  gone: ({ path }) =>
    path.startsWith('/v1/snapshots')
      ? 'snapshot 20260101T014922Z-5d1f0a77 is not kept any more; /v1/snapshots lists those that are'
      : 'snapshot 20260101T014922Z-5d1f0a77 is not held any more; start again without snapshot',
}

const examples: Record<ProblemKind, string> = {
  'bad-request': 'nonsense: unknown parameter `nonsense`',
  unauthorized: '',
  forbidden: '',
  'not-found': '',
  'method-not-allowed': 'POST is not possible here; possible are HEAD, GET',
  'not-acceptable': 'answers here are application/json; the request accepts only text/html',
  conflict: 'the limit of 5 active keys is reached; revoke one to create another',
  gone: '',
  'content-too-large': 'the body is over 10 kB',
  'unsupported-media-type': 'send the body as application/json: {"name": …}',
  'range-not-satisfiable': 'the file has 48211 bytes',
  'too-many-requests': 'the daily limit of 1000 requests is used up; it starts anew in 52199 s',
  'header-fields-too-large': 'the address or the header fields are too large',
  'internal-error': 'something went wrong here; tell us the request_id',
  unavailable: 'no valid snapshot is published yet',
}

const headers: Partial<Record<ProblemKind, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  'too-many-requests': ['Retry-After'],
  unavailable: ['Retry-After'],
  'range-not-satisfiable': ['Content-Range'],
}

/** The failures of an operation, by status. */
export const problemResponses = (route: Failing): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    [...new Set([...ofEverything, ...route.describe.problems])].map((kind) => [
      String(statusOf(kind)[0]),
      problemResponse(kind, route),
    ]),
  )

function problemResponse(kind: ProblemKind, route: Failing): ZodOpenApiResponseObject {
  const [, title] = statusOf(kind)
  const path = examplePath(route)
  const problem =
    kind === 'bad-request'
      ? badRequest(route)
      : new Problem(kind, ownExamples[kind]?.({ ...route, path }) ?? examples[kind])
  return {
    description: title,
    headers: headersOf(headers[kind]),
    content: {
      'application/problem+json': {
        schema: problemDocument,
        example: problem.document(path, '5e0bdba4-65a5-4d68-9d4e-1d2a0d2f7a3b'),
      },
    },
  }
}

/** What the server answers to a parameter that the operation does not have. */
function badRequest({ describe: { query = z.strictObject({}) } }: Failing): Problem {
  try {
    readQuery(query, new Map([['nonsense', ['1']]]))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('an unknown parameter was accepted')
}

/** The path with the examples of its parameters. */
const examplePath = ({ path, describe: { params } }: Failing) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.shape[name]?.meta()?.['example']))
