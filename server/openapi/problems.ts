import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { exampleDocument, problemDocument } from '../http/problem.ts'
import { problemTypes, type ProblemKind } from '../http/problem_types.ts'
import { sessionNeeded, keyNotEnough } from '../routes/account/session.ts'
import { takesKeys } from '../routes/callers.ts'
import type { DescribedRoute } from '../routes/route.ts'
import { securityOf } from './callers.ts'
import { headersOf } from './header_fields.ts'
import { type ReferenceObject, pathTemplate } from './model.ts'

/** Failures of every operation. */
const ofEverything: ProblemKind[] = [
  'bad-request',
  'too-many-requests',
  'internal-error',
  'unavailable',
]
const ofBody: ProblemKind[] = ['request-timeout', 'content-too-large', 'unsupported-media-type']

const ofAuthentication: ProblemKind[] = ['unauthorized', 'forbidden']

const headers: Partial<Record<ProblemKind, string[]>> = {
  unauthorized: ['WWW-Authenticate'],
  'too-many-requests': ['Retry-After'],
  unavailable: ['Retry-After'],
  'range-not-satisfiable': ['Content-Range'],
}

/** An operation's failures, by status. Each refers to the response of its type. */
export const problemResponses = (route: DescribedRoute): Record<string, ReferenceObject> =>
  Object.fromEntries(
    kindsOf(route).map((kind) => [String(problemTypes[kind].status), problemResponse(kind, route)]),
  )

function kindsOf({ caller, body, problems = {} }: DescribedRoute): ProblemKind[] {
  const all = [
    ...ofEverything,
    ...(securityOf(caller).length > 0 ? ofAuthentication : []),
    ...(body ? ofBody : []),
    ...Object.keys(problems),
  ]
  return [...new Set(all)] as ProblemKind[]
}

function problemResponse(kind: ProblemKind, route: DescribedRoute): ReferenceObject {
  const $ref = `#/components/responses/${nameOf(kind)}`
  const detail = ownDetail(kind, route)
  const { title, example } = problemTypes[kind]
  return detail === undefined || detail === example.detail
    ? { $ref }
    : { $ref, description: `${title}: ${detail}` }
}

/** A failure's detail, if its type's example does not fit the operation. */
function ownDetail(kind: ProblemKind, { caller, path, problems }: DescribedRoute) {
  const own = problems?.[kind]
  if (typeof own === 'string') return own
  if (kind === 'forbidden' && caller.tier === 'paid')
    return `${pathTemplate(path)} is for paid keys; this key is free`
  if (kind === 'forbidden' && !takesKeys(caller)) return keyNotEnough
  if (kind === 'unauthorized' && !takesKeys(caller)) return sessionNeeded
  return undefined
}

/** The response of each type of failure, by component name. */
export const problemComponents = (site: string): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    Object.entries(problemTypes).map(([kind, { title }]) => [
      nameOf(kind),
      {
        description: title,
        headers: headersOf(headers[kind as ProblemKind]),
        content: {
          'application/problem+json': {
            schema: problemDocument,
            example: exampleDocument(kind as ProblemKind, site),
          },
        },
      },
    ]),
  )

/** `bad-request` as `BadRequest`. */
const nameOf = (kind: string): string =>
  kind.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase())
