import { z } from 'zod'
import type { Tier } from '../meta.ts'
import { memoizeWeakly } from '../../memoize.ts'

export type ColumnType =
  | 'VARCHAR'
  | 'VARCHAR[]'
  | 'DOUBLE'
  | 'INTEGER'
  | 'BOOLEAN'
  | 'TIMESTAMPTZ'
  | 'DATE'
  | 'JSON'
  | 'MAP(VARCHAR, INTEGER)'
  | 'MAP(VARCHAR, DOUBLE)'
  | 'MAP(VARCHAR, DOUBLE[])'
  | `STRUCT(${string})`

export type Column = {
  name: string
  type: ColumnType
  nullable: boolean
  description: string
  unit: string | null
  tier: Tier | null
  example: unknown
  /** Every value that the column, or an item of its lists, can have; null = the values are not listed. */
  values: readonly string[] | null
  /** The meaning of null, the origin, and the first schema version; null = as for its table. */
  nulls: string | null
  source: string | null
  since: number | null
}

/**
 * The columns of a table, in order, read from its zod schema. Throws if a field has no description or no
 * type that Parquet can hold.
 */
export const columnsOf = (table: z.ZodObject): Column[] => [...readColumns(table)]

const readColumns = memoizeWeakly((table: z.ZodObject): Column[] =>
  Object.entries(table.shape).map(([name, field]) => {
    const meta = z.globalRegistry.get(field) ?? {}
    if (!meta.description) throw new Error(`column ${name} has no description`)
    const { nullable, schema } = withoutNull(z.toJSONSchema(field) as JsonSchema)
    return {
      name,
      type: columnType(name, schema),
      nullable,
      description: meta.description,
      unit: meta.unit ?? null,
      tier: meta.tier ?? null,
      example: meta.example ?? null,
      values: meta.values ?? schema.enum ?? schema.items?.enum ?? null,
      nulls: meta.nulls ?? null,
      source: meta.source ?? null,
      since: meta.since ?? null,
    }
  }),
)

type JsonSchema = {
  type?: string | string[]
  format?: string
  enum?: string[]
  $ref?: string
  anyOf?: JsonSchema[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  properties?: Record<string, JsonSchema>
}

/** JSON Schema represents a nullable field as alternatives, or as a list of types. */
function withoutNull(schema: JsonSchema): { nullable: boolean; schema: JsonSchema } {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (Array.isArray(schema.type) && types.length === 1)
    return { nullable: true, schema: { ...schema, type: types[0]! } }
  const alternatives = schema.anyOf?.filter((each) => each.type !== 'null')
  if (alternatives?.length !== 1) return { nullable: false, schema }
  return { nullable: true, schema: alternatives[0]! }
}

function columnType(name: string, schema: JsonSchema): ColumnType {
  const { type, format, $ref, items } = schema
  if (type === 'string' && format === 'date-time') return 'TIMESTAMPTZ'
  if (type === 'string' && format === 'date') return 'DATE'
  if (type === 'string') return 'VARCHAR'
  if (type === 'array' && items?.type === 'string') return 'VARCHAR[]'
  if (type === 'number') return 'DOUBLE'
  if (type === 'integer') return 'INTEGER'
  if (type === 'boolean') return 'BOOLEAN'
  const composed = mapType(schema) ?? structType(name, schema)
  if (composed) return composed
  if (type === 'object' || $ref || type === 'array') return 'JSON'
  throw new Error(`column ${name}: no Parquet type for ${String(type)}`)
}

/** A record of numbers, or of lists of numbers, is a map; any other object is JSON. */
function mapType({ type, additionalProperties: each }: JsonSchema): ColumnType | null {
  if (type !== 'object' || typeof each !== 'object') return null
  if (each.type === 'integer') return 'MAP(VARCHAR, INTEGER)'
  if (each.type === 'number') return 'MAP(VARCHAR, DOUBLE)'
  return each.type === 'array' && each.items?.type === 'number' ? 'MAP(VARCHAR, DOUBLE[])' : null
}

/** An object of dates is a struct. */
function structType(name: string, { properties = {} }: JsonSchema): ColumnType | null {
  const fields = Object.entries(properties).map(([field, schema]) => ({
    field,
    type: columnType(`${name}.${field}`, withoutNull(schema).schema),
  }))
  if (fields.length === 0 || fields.some(({ type }) => type !== 'DATE')) return null
  return `STRUCT(${fields.map(({ field, type }) => `"${field}" ${type}`).join(', ')})`
}
