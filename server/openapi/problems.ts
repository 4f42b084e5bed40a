import { z } from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { readQuery } from '../http/parameters/query_string.ts'
import { Problem, problemDocument, statusOf, type ProblemKind } from '../http/problem.ts'
import { takesKeys } from '../routes/callers.ts'
import type { Caller, DescribedRoute } from '../routes/route.ts'
import { headersOf } from './header_fields.ts'

/** How everything can fail. */
const ofEverything: ProblemKind[] = [
  'bad-request',
  'too-many-requests',
  'internal-error',
  'unavailable',
]
const ofBody: ProblemKind[] = ['request-timeout', 'content-too-large', 'unsupported-media-type']

const ofCaller: Record<Caller['name'], ProblemKind[]> = {
  anybody: [],
  visitor: [],
  'own page': [],
  agent: [],
  key: ['unauthorized', 'forbidden'],
  'key or none': ['unauthorized', 'forbidden'],
  session: ['unauthorized', 'forbidden'],
  'anyone or session': ['unauthorized', 'forbidden'],
}

/** What the detail of a failure says, where the route has no better example. */
const examples: Record<ProblemKind, string> = {
  'bad-request': 'nonsense: unknown parameter `nonsense`',
  unauthorized: 'this needs a signed-in session',
  forbidden: 'this needs a signed-in session, not just a key',
  'not-found': '',
  'method-not-allowed': 'POST is not possible here; possible are HEAD, GET',
  'not-acceptable': 'answers here are application/json; the request accepts only text/html',
  'request-timeout': 'the request did not arrive whole in time',
  conflict: 'the limit of 5 active keys is reached; revoke one to create another',
  gone: '',
  'content-too-large': 'the body is over 10 kB',
  'unsupported-media-type': 'send the body as application/json: {"name": …}',
  'range-not-satisfiable': 'the file has 48211 bytes',
  'too-many-requests': 'the daily limit of 1000 requests is used up; it starts again in 52199 s',
  'header-fields-too-large': 'the address or the header fields are too large',
  'internal-error': 'something went wrong here; report the request_id',
  unavailable: 'no valid snapshot is published yet',
}

const headers: Partial<Record<ProblemKind, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  'too-many-requests': ['Retry-After'],
  unavailable: ['Retry-After'],
  'range-not-satisfiable': ['Content-Range'],
}

/** The failures of an operation, by status. */
export const problemResponses = (route: DescribedRoute): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    kindsOf(route).map((kind) => [String(statusOf(kind)[0]), problemResponse(kind, route)]),
  )

function kindsOf({ caller, body, problems = {} }: DescribedRoute): ProblemKind[] {
  const all = [
    ...ofEverything,
    ...ofCaller[caller.name],
    ...(caller.tier === 'paid' ? ['forbidden'] : []),
    ...(body ? ofBody : []),
    ...Object.keys(problems),
  ]
  return [...new Set(all)] as ProblemKind[]
}

function problemResponse(kind: ProblemKind, route: DescribedRoute): ZodOpenApiResponseObject {
  const [, title] = statusOf(kind)
  const path = examplePath(route)
  const problem =
    kind === 'bad-request' ? badRequest(route) : new Problem(kind, exampleOf(kind, route, path))
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

function exampleOf(kind: ProblemKind, { caller, problems }: DescribedRoute, path: string): string {
  const own = problems?.[kind]
  if (typeof own === 'string') return own
  if (kind === 'forbidden' && caller.tier === 'paid')
    return `${path} is for paid keys; this key is free`
  if (kind === 'forbidden' && takesKeys(caller))
    return 'this browser key is not for pages of https://elsewhere.example; its owner can add that origin'
  if (kind === 'unauthorized' && takesKeys(caller))
    return 'no valid API key: send one in the X-API-Key header'
  return examples[kind]
}

/** What the server answers to a parameter that the operation does not have. */
function badRequest({ query = z.strictObject({}) }: DescribedRoute): Problem {
  try {
    readQuery(query, new Map([['nonsense', ['1']]]))
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('an unknown parameter was accepted')
}

/** The path with the examples of its parameters. */
const examplePath = ({ path, params }: DescribedRoute) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.shape[name]?.meta()?.['example']))
