import { bodyParser } from '@koa/bodyparser'
import type { Context } from 'koa'
import type { z } from 'zod'
import { badParameters, Problem } from './problem.ts'

const failure = (error: Error): never => {
  if ((error as { status?: number }).status === 413)
    throw new Problem('content-too-large', 'the body is over 10 kB')
  throw new Problem('bad-request', `the body can not be read: ${error.message}`)
}

const json = bodyParser({ enableTypes: ['json'], jsonLimit: '10kb', onError: failure })
const form = bodyParser({ enableTypes: ['form'], formLimit: '10kb', onError: failure })

/**
 * Reads a JSON body strictly by its schema. Throws a Problem: 415 for other types, 413 over 10 kB,
 * 400 for what is not JSON, or for fields at fault, which it names. `optional` takes no body as {}.
 */
export async function readJson<Shape extends z.ZodObject>(
  context: Context,
  schema: Shape,
  { optional = false } = {},
): Promise<z.output<Shape>> {
  if (optional && !hasBody(context)) return read(schema, {})
  if (!context.is('application/json')) {
    const fields = Object.keys(schema.shape).map((name) => `"${name}": …`)
    const expected = `send the body as application/json: {${fields.join(', ')}}`
    throw new Problem('unsupported-media-type', expected)
  }
  await json(context, async () => {})
  return read(schema, bodyOf(context))
}

/** Reads the body of a form, as readJson does. */
export async function readForm<Shape extends z.ZodObject>(
  context: Context,
  schema: Shape,
): Promise<z.output<Shape>> {
  if (!context.is('application/x-www-form-urlencoded'))
    throw new Problem('unsupported-media-type', 'send application/x-www-form-urlencoded')
  await form(context, async () => {})
  return read(schema, bodyOf(context))
}

const hasBody = ({ req }: Context) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0

const bodyOf = (context: Context): unknown => (context.request as { body?: unknown }).body

function read<Shape extends z.ZodObject>(schema: Shape, body: unknown): z.output<Shape> {
  const { data, error } = schema.safeParse(body)
  if (error === undefined) return data
  const allowed = Object.keys(schema.shape).join(', ')
  throw badParameters(error.issues.flatMap((issue) => complaints(issue, allowed)))
}

const complaints = (issue: z.core.$ZodIssue, allowed: string) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((parameter) => ({
        parameter,
        message: `unknown field; allowed are ${allowed || 'none'}`,
      }))
    : [{ parameter: String(issue.path[0] ?? 'body'), message: issue.message }]
