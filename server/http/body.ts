import { bodyParser } from '@koa/bodyparser'
import type { Context } from 'koa'
import type { z } from 'zod'
import { badParameters, Problem } from './problem.ts'

const failure = (error: Error): never => {
  if ((error as { status?: number }).status === 413)
    throw new Problem('content-too-large', 'the body is over 10 kB')
  throw new Problem('bad-request', `the body can't be read: ${error.message}`)
}

const limits = { jsonLimit: '10kb', formLimit: '10kb', onError: failure }
const json = bodyParser({ enableTypes: ['json'], ...limits })
const form = bodyParser({ enableTypes: ['form'], ...limits })

/**
 * Reads a body, JSON or a form, strictly by its schema. Throws a Problem: 415 for other types, 413 over 10
 * kB, 400 for an unreadable body or faulty fields, which it names. With `optional`, an empty body is read
 * as {}.
 */
export async function readBody<Shape extends z.ZodObject>(
  context: Context,
  schema: Shape,
  { type, optional }: { type?: 'form'; optional?: true },
): Promise<z.output<Shape>> {
  if (optional && !hasBody(context)) return readFields(schema, {})
  if (type === 'form') {
    if (!context.is('application/x-www-form-urlencoded'))
      throw new Problem('unsupported-media-type', 'send application/x-www-form-urlencoded')
  } else if (!context.is('application/json')) {
    const fields = Object.keys(schema.shape).map((name) => `"${name}": …`)
    const expected = `send the body as application/json: {${fields.join(', ')}}`
    throw new Problem('unsupported-media-type', expected)
  }
  try {
    await (type === 'form' ? form : json)(context, async () => {})
  } catch (error) {
    context.req.unpipe().resume() // else the rest of a packed body holds up the next request
    throw error
  }
  return readFields(schema, (context.request as { body?: unknown }).body)
}

const hasBody = ({ req }: Context) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

/** Reads the fields of a body, or a path's parameters, by their schema. Throws a 400 Problem that names the faulty ones. */
export function readFields<Shape extends z.ZodObject>(
  schema: Shape,
  body: unknown,
): z.output<Shape> {
  const { data, error } = schema.safeParse(body)
  if (error === undefined) return data
  const allowed = Object.keys(schema.shape).join(', ')
  if (Array.isArray(body))
    throw badParameters([
      { parameter: 'body', message: `must be an object; its fields are ${allowed}` },
    ])
  throw badParameters(error.issues.flatMap((issue) => complaints(issue, allowed)))
}

const complaints = (issue: z.core.$ZodIssue, allowed: string) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((parameter) => ({
        parameter,
        message: `unknown field; allowed are ${allowed || 'none'}`,
      }))
    : [{ parameter: String(issue.path[0] ?? 'body'), message: issue.message }]
