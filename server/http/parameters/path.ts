import type { z } from 'zod'
import { badParameters } from '../problem.ts'

/** Reads a path's parameters strictly by their schema. Throws a 400 Problem that names each faulty one. */
export function readPathParameters(schema: z.ZodObject, params: Record<string, string>) {
  const { data, error } = schema.safeParse(params)
  if (data) return data
  throw badParameters(
    error.issues.map(({ path, message }) => ({ parameter: String(path[0]), message })),
  )
}
