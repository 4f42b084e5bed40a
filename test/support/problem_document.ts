import assert from 'node:assert/strict'
import type { Answer } from './running_server.ts'

export type ProblemDocument = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  request_id: string
  errors: { parameter: string; message: string; suggestion?: string }[]
  error: { code: string; message: string; status: number }
  /** Of a 410 for a farm that no source lists any more. */
  farm?: { id: string; name: string | null; last_listed: string | null }
}

/** Asserts that an answer is a failure as RFC 9457 and the contract have it, and returns it. */
export function assertProblem(answer: Answer<unknown>, status: number): ProblemDocument {
  assert.equal(answer.status, status, answer.text)
  const [mediaType] = (answer.headers.get('Content-Type') ?? '').split(';')
  assert.equal(mediaType, 'application/problem+json')
  if (status === 503) assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
  const problem = JSON.parse(answer.text) as ProblemDocument
  const fields = ['type', 'title', 'status', 'detail', 'instance', 'request_id', 'errors', 'error']
  assert.deepEqual(Object.keys(problem), problem.farm ? [...fields, 'farm'] : fields)
  assert.equal(problem.status, status)
  const { code, ...rest } = problem.error
  assert.match(code, /^[A-Z_]+$/)
  assert.deepEqual(rest, { message: problem.detail, status })
  for (const text of [problem.type, problem.title, problem.detail]) assert.match(text, /\S/)
  assert.match(problem.request_id, /^[0-9a-f-]{36}$/)
  for (const { message } of problem.errors) assert.match(message, /\S/)
  return problem
}

/** Asserts a 400 that names exactly these parameters, each once, in any order. */
export function assertBadParameters(answer: Answer<unknown>, parameters: string[]) {
  const problem = assertProblem(answer, 400)
  const named = problem.errors.map(({ parameter }) => parameter)
  assert.deepEqual(named.toSorted(), parameters.toSorted(), answer.text)
  for (const parameter of parameters) assert.ok(problem.detail.includes(parameter), problem.detail)
  return problem
}

/** Asserts that an answer says how its caller stands with the limits, and returns the figures. */
export function assertRateHeaders({ headers }: Answer<unknown>) {
  const number = (name: string) => {
    const text = headers.get(name)
    assert.match(text ?? 'missing', /^\d+$/, name)
    return Number(text)
  }
  return {
    limit: number('X-RateLimit-Limit'),
    remaining: number('X-RateLimit-Remaining'),
    reset: number('X-RateLimit-Reset'),
  }
}
