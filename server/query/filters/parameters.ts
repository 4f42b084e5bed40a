import type { z } from 'zod'
import { filters, type FilterName } from './filters.ts'

export const filterParameters = Object.fromEntries(
  Object.entries(filters).map(([name, { schema, meaning: description, ...more }]) => {
    const { example, tier, aliases } = more
    return [
      name,
      schema.optional().meta({ description, example, tier, ...(aliases && { aliases }) }),
    ]
  }),
) as { [Name in FilterName]: z.ZodOptional<(typeof filters)[Name]['schema']> }
