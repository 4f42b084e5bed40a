import type { z } from 'zod'
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
