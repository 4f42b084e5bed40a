/** One complaint about one parameter of a request. */
export type ParameterError = { parameter: string; message: string; suggestion?: string }

const kinds = {
  'bad-request': [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  'method-not-allowed': [405, 'Method Not Allowed'],
  'not-acceptable': [406, 'Not Acceptable'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  'content-too-large': [413, 'Content Too Large'],
  'unsupported-media-type': [415, 'Unsupported Media Type'],
  'too-many-requests': [429, 'Too Many Requests'],
  'header-fields-too-large': [431, 'Request Header Fields Too Large'],
  'internal-error': [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
} as const satisfies Record<string, [number, string]>
export type ProblemKind = keyof typeof kinds

export type ProblemDocument = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  request_id: string
  errors: ParameterError[]
}

type Extras = { errors?: ParameterError[]; headers?: Record<string, string> }

/** A failure that the caller may read: thrown anywhere, answered as a problem document (RFC 9457). */
export class Problem extends Error {
  override name = 'Problem'
  readonly kind: ProblemKind
  readonly errors: ParameterError[]
  readonly headers: Record<string, string>

  constructor(kind: ProblemKind, detail: string, { errors = [], headers = {} }: Extras = {}) {
    super(detail)
    this.kind = kind
    this.errors = errors
    this.headers = headers
  }

  get status(): number {
    return kinds[this.kind][0]
  }

  get title(): string {
    return kinds[this.kind][1]
  }

  /** The document of this failure for one request; `instance` is the request's path without its query. */
  document(instance: string, requestId: string): ProblemDocument {
    const { status, title, message: detail, errors } = this
    return {
      type: `urn:farm-directory:problem:${this.kind}`,
      title,
      status,
      detail,
      instance,
      request_id: requestId,
      errors,
    }
  }
}

/** A 400 that names the parameters at fault. */
export function badParameters(errors: ParameterError[]): Problem {
  return new Problem(
    'bad-request',
    errors.map(({ parameter, message }) => `${parameter}: ${message}`).join('; '),
    {
      errors,
    },
  )
}
