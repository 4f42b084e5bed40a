import { z } from 'zod'
import type { oas31 } from 'zod-openapi'

/** What was said of a schema beside its type. */
const kept = new Set(['description', 'example', 'default', 'tier', 'unit'])

/**
 * The same schema, with what it is to readers of the API's description: every parameter is text on
 * its way, but what it means may be a number or a list (which is comma-separated then).
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

/** What `read` makes of a text; where that is nothing, `complaint` says what is wrong with it. */
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
