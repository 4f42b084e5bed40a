import type { z } from 'zod'
import type { Route } from '../../server/routes/route.ts'

/** The schema of the JSON that a route answers with, as keys of the paid tier get it. */
export function responseOf({ path, answers }: Route): z.ZodType {
  const schema = answers?.[200]?.schema
  if (schema) return schema
  throw new Error(`${path} answers with no JSON`)
}
