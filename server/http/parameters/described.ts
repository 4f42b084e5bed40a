import { z } from 'zod'
import type { oas31 } from 'zod-openapi'

/** Keywords of a schema that stay beside its type. */
const kept = new Set(['description', 'example', 'default', 'tier', 'unit'])

/**
 * Returns the schema with its meaning for readers of the API's description. Every parameter is sent as
 * text, but may mean a number or a comma-separated list.
 */
export const described = <Schema extends z.ZodType>(
  schema: Schema,
  meaning: oas31.SchemaObject,
): Schema =>
  schema.meta({
    override: ({ jsonSchema }) => {
      for (const keyword of Object.keys(jsonSchema))
        if (!kept.has(keyword)) delete (jsonSchema as Record<string, unknown>)[keyword]
      Object.assign(jsonSchema, meaning)
    },
  })

/** The value that `read` makes from a text; if there is none, `complaint` returns the error. */
export const parsed = <Value>(
  text: z.ZodType<string, string>,
  read: (text: string) => Value | null | undefined,
  complaint: (text: string) => { message: string; params?: object },
  meaning: oas31.SchemaObject,
) =>
  described(
    text.transform((given, context): Value => {
      const value = read(given)
      if (value != null) return value
      context.addIssue({ code: 'custom', ...complaint(given) })
      return z.NEVER
    }),
    meaning,
  )
