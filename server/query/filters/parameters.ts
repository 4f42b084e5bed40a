import type { z } from 'zod'
import * as parameter from '../../http/parameters/parameters.ts'
import { filters, type FilterName } from './filters.ts'

/** The parameters of all filters but those that are `omitted`. */
export function filterParameters<Omitted extends FilterName = never>(
  ...omitted: Omitted[]
): { [Name in Exclude<FilterName, Omitted>]: z.ZodOptional<(typeof filters)[Name]['schema']> } {
  const kept = Object.entries(filters).filter(([name]) => !omitted.includes(name as Omitted))
  const schemas = kept.map(([name, { schema, meaning: description, example, tier }]) => [
    name,
    schema.optional().meta({ description, example, tier }),
  ])
  return Object.fromEntries(schemas)
}

/** Parameters that say how a filter is meant. */
export const filterOptions = {
  products_match: parameter.oneOf('products_match', ['all', 'any']).default('all').meta({
    description: 'Whether a farm must offer all of `products`, or any',
    example: 'any',
  }),
  open_unknown: parameter.oneOf('open_unknown', ['exclude', 'include']).default('exclude').meta({
    description: 'Whether `open_at` adds the farms whose hours at that time are unknown',
    example: 'include',
  }),
}
export type FilterOptions = {
  [Name in keyof typeof filterOptions]?: z.output<(typeof filterOptions)[Name]>
}

/** The filter that each option belongs to: without it, the option says nothing. */
export const filterOfOption: Record<keyof FilterOptions, FilterName> = {
  products_match: 'products',
  open_unknown: 'open_at',
}
