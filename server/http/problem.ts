import { z } from 'zod'
import { component, list, text, textOrNull, uuid } from './answer_fields.ts'
import { problemTypes, type ProblemKind } from './problem_types.ts'

export type { ProblemKind }

const parameterError = component(
  'ParameterError',
  'Complaint about one parameter, or one field of the body',
  {
    parameter: text('Name of the parameter or field', 'sate'),
    message: text(
      'Fault, and the values that are allowed',
      'unknown parameter `sate`; did you mean `state`?',
    ),
    suggestion: text('Nearest valid value', 'state').optional(),
  },
)
export type ParameterError = { parameter: string; message: string; suggestion?: string }

const delistedFarm = component('DelistedFarm', 'Requested farm, which no source lists any longer', {
  id: uuid('Farm id', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
  name: textOrNull('Farm name, as last listed; null = unknown', 'Stone Creek Farm'),
  last_listed: textOrNull(
    'Date of the last edition that listed the farm; null = unknown',
    '2020-01-31',
  ),
})
type DelistedFarm = z.infer<typeof delistedFarm>

export const problemDocument = component('Problem', 'Failure of a request (RFC 9457)', {
  type: z.string().meta({
    format: 'uri-reference',
    description:
      'Type of the failure: address of the page that explains it. Absolute if the operator set the public address, else relative to the request',
    example: '/docs/errors/gone',
  }),
  title: text('Title of the type', 'Gone'),
  status: z.int().min(400).max(599).meta({ description: 'HTTP status', example: 410 }),
  detail: text(
    'Cause of this failure, and the remedy',
    'no source lists Stone Creek Farm (0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7) any more; the last edition that did is of 2020-01-31',
  ),
  instance: text(
    'Path of the request, without parameters',
    '/v1/farms/0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
  ),
  request_id: uuid(
    'Id of the request in the server log; same as `X-Request-Id`',
    '5e0bdba4-65a5-4d68-9d4e-1d2a0d2f7a3b',
  ),
  errors: list('Faulty parameters or body fields', parameterError),
  error: component('ProblemInBrief', 'Same failure in brief', {
    code: text('Name of the type', 'GONE'),
    message: text('Same as `detail`', 'farm 0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7 was removed'),
    status: z.int().min(400).max(599).meta({ description: 'HTTP status', example: 410 }),
  }),
  farm: delistedFarm.optional(),
})
export type ProblemDocument = Omit<z.infer<typeof problemDocument>, 'errors'> & {
  errors: ParameterError[]
}

/** `cause`: the underlying error, for the log. */
type Extras = {
  errors?: ParameterError[] | undefined
  headers?: Record<string, string>
  farm?: DelistedFarm | undefined
  cause?: unknown
}

/** A failure that the client may read: thrown anywhere, answered as a problem document (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem'
  readonly kind: ProblemKind
  readonly errors: ParameterError[]
  readonly headers: Record<string, string>
  readonly farm: DelistedFarm | undefined

  constructor(
    kind: ProblemKind,
    detail: string,
    { errors = [], headers = {}, farm, cause }: Extras = {},
  ) {
    super(detail, { cause })
    this.kind = kind
    this.errors = errors
    this.headers = headers
    this.farm = farm
  }

  get status(): number {
    return problemTypes[this.kind].status
  }

  get title(): string {
    return problemTypes[this.kind].title
  }

  /** The document. `instance`: the path without query; `site`: the public address, else empty. */
  document(instance: string, requestId: string, site: string): ProblemDocument {
    const { kind, status, title, message: detail, errors, farm } = this
    const type = `${site}${problemPath(kind)}`
    const error = { code: problemTypes[kind].code, message: detail, status }
    const document = { type, title, status, detail, instance, request_id: requestId, errors, error }
    return farm ? { ...document, farm } : document
  }
}

export const problemPath = (kind: ProblemKind): string => `/docs/errors/${kind}`

export function exampleDocument(kind: ProblemKind, site: string): ProblemDocument {
  const { detail, instance, ...more } = problemTypes[kind].example
  const problem = new Problem(kind, detail, more)
  return problem.document(instance, '5e0bdba4-65a5-4d68-9d4e-1d2a0d2f7a3b', site)
}

/** A 503 Problem that asks the client to try again in some seconds. */
export const unavailable = (detail: string, wait_s = 5, cause?: unknown): Problem =>
  new Problem('unavailable', detail, { headers: { 'Retry-After': String(wait_s) }, cause })

/** A 400 Problem that names the faulty parameters. */
export function badParameters(errors: ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new Problem('bad-request', detail, { errors })
}
