import { z } from 'zod'
import { component, list, text, textOrNull, uuid } from './answer_fields.ts'

const parameterError = component(
  'ParameterError',
  'One complaint about one parameter, or field of a body',
  {
    parameter: text('Its name', 'sate'),
    message: text(
      'What is wrong, and what is allowed',
      'unknown parameter `sate`; did you mean `state`?',
    ),
    suggestion: text('The nearest valid name', 'state').optional(),
  },
)
export type ParameterError = { parameter: string; message: string; suggestion?: string }

const delistedFarm = component(
  'DelistedFarm',
  'The farm asked for, which no source lists any more',
  {
    id: uuid('Its id', '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'),
    name: textOrNull('Its name, as last listed; null = unknown', 'Stone Creek Farm'),
    last_listed: textOrNull(
      'Date of the last edition that listed it; null = unknown',
      '2020-01-31',
    ),
  },
)
type DelistedFarm = z.infer<typeof delistedFarm>

const kinds = {
  'bad-request': [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  'method-not-allowed': [405, 'Method Not Allowed'],
  'not-acceptable': [406, 'Not Acceptable'],
  'request-timeout': [408, 'Request Timeout'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  'content-too-large': [413, 'Content Too Large'],
  'unsupported-media-type': [415, 'Unsupported Media Type'],
  'range-not-satisfiable': [416, 'Range Not Satisfiable'],
  'too-many-requests': [429, 'Too Many Requests'],
  'header-fields-too-large': [431, 'Request Header Fields Too Large'],
  'internal-error': [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
} as const satisfies Record<string, [number, string]>
export type ProblemKind = keyof typeof kinds

export const problemDocument = component('Problem', 'Why a request failed (RFC 9457)', {
  type: text('The kind of problem', 'urn:farm-directory:problem:gone'),
  title: text('The kind in words', 'Gone'),
  status: z.int().min(400).max(599).meta({ description: 'The HTTP status', example: 410 }),
  detail: text(
    'What went wrong with this request, and what to do about it',
    'no source lists Stone Creek Farm (0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7) any more; the last edition that did is of 2020-01-31',
  ),
  instance: text(
    'The path of the request, without its parameters',
    '/v1/farms/0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
  ),
  request_id: uuid(
    'The request, as the log has it; also in X-Request-Id',
    '5e0bdba4-65a5-4d68-9d4e-1d2a0d2f7a3b',
  ),
  errors: list('The parameters, or fields of the body, at fault', parameterError),
  farm: delistedFarm.optional(),
})
export type ProblemDocument = Omit<z.infer<typeof problemDocument>, 'errors'> & {
  errors: ParameterError[]
}

/** The status of a kind of problem, and its title. */
export const statusOf = (kind: ProblemKind): [status: number, title: string] => [...kinds[kind]]

/** `cause`: an error behind it, which is for the log. */
type Extras = {
  errors?: ParameterError[]
  headers?: Record<string, string>
  farm?: DelistedFarm
  cause?: unknown
}

/** A failure that the caller may read: thrown anywhere, answered as a problem document (RFC 9457). */
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
    return kinds[this.kind][0]
  }

  get title(): string {
    return kinds[this.kind][1]
  }

  /** The document of this failure for one request; `instance` is the request's path without its query. */
  document(instance: string, requestId: string): ProblemDocument {
    const { kind, message: detail, errors, farm } = this
    const document = documentOf({ kind, detail, errors }, instance, requestId)
    return farm ? { ...document, farm } : document
  }
}

type Failure = { kind: ProblemKind; detail: string; errors: ParameterError[] }

/** The document of a failure, as that of a Problem. */
export function documentOf(
  { kind, detail, errors }: Failure,
  instance: string,
  requestId: string,
): ProblemDocument {
  const [status, title] = kinds[kind]
  const type = `urn:farm-directory:problem:${kind}`
  return { type, title, status, detail, instance, request_id: requestId, errors }
}

/** A 400 that names the parameters at fault. */
export function badParameters(errors: ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new Problem('bad-request', detail, { errors })
}
