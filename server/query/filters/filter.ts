import { listValue } from '@duckdb/node-api'
import type { z } from 'zod'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Facet } from '../../../data/schema/serving/terms.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'

/** What a filter may look at besides its own value. */
export type FilterRequest = {
  snapshot: Snapshot
  tier: Tier
  now: Date
  /** Whether farms whose hours are unknown pass for open ones; default: they do not. */
  openUnknown?: boolean
}

type Filter<Schema extends z.ZodType> = {
  meaning: string
  /** A value as a query string has it. */
  example: string
  /** The lowest tier that may use it: a filter on a field shows that field, so it has its tier. */
  tier: Tier
  /** Reads the parameter's text. */
  schema: Schema
  /** What must hold for a value; farms must meet each. */
  conditions: (value: z.output<Schema>, request: FilterRequest) => Condition[]
}
export const filter = <Schema extends z.ZodType>(definition: Filter<Schema>) => definition

/** The column has the value. */
export const equals = (column: string) => (value: string) => [
  { key: `${column}=${value}`, sql: `${column} = $value`, params: { value } },
]

const noFarm: Condition = { key: 'no farm', sql: 'false', params: {} }

/** Each text, or a kind of it, must be among the farm's terms, in any spelling that the snapshot has. */
export const hasTerms =
  (facet: Facet) =>
  (texts: string[], { snapshot }: FilterRequest) =>
    texts.map((text) => {
      const names = snapshot.terms.matchKinds(facet, text)
      if (names.length === 0) return noFarm
      return {
        key: `${facet}:${JSON.stringify(names)}`,
        sql: `list_has_any(${facet}, $names)`,
        params: { names: listValue(names) },
      }
    })
