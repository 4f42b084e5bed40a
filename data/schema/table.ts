import { z } from 'zod'
import type { Tier } from './meta.ts'

const parquetTypes = [
  'VARCHAR',
  'VARCHAR[]',
  'DOUBLE',
  'INTEGER',
  'BOOLEAN',
  'TIMESTAMPTZ',
  'DATE',
  'JSON',
] as const
export type ColumnType = (typeof parquetTypes)[number]

export type Column = {
  name: string
  type: ColumnType
  nullable: boolean
  description: string
  unit: string | null
  tier: Tier | null
  example: unknown
}

/**
 * The columns of a table, in order, read from its zod schema.
 * Throws where a field has no description or no type that Parquet can hold.
 */
export function columnsOf(table: z.ZodObject): Column[] {
  return Object.entries(table.shape).map(([name, field]) => {
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
    }
  })
}

type JsonSchema = {
  type?: string | string[]
  format?: string
  $ref?: string
  anyOf?: JsonSchema[]
  items?: JsonSchema
}

/** A nullable field comes as alternatives, or as a list of types. */
function withoutNull(schema: JsonSchema): { nullable: boolean; schema: JsonSchema } {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (Array.isArray(schema.type) && types.length === 1)
    return { nullable: true, schema: { ...schema, type: types[0]! } }
  const alternatives = schema.anyOf?.filter((each) => each.type !== 'null')
  if (alternatives?.length !== 1) return { nullable: false, schema }
  return { nullable: true, schema: alternatives[0]! }
}

function columnType(name: string, { type, format, $ref, items }: JsonSchema): ColumnType {
  if (type === 'string' && format === 'date-time') return 'TIMESTAMPTZ'
  if (type === 'string' && format === 'date') return 'DATE'
  if (type === 'string') return 'VARCHAR'
  if (type === 'array' && items?.type === 'string') return 'VARCHAR[]'
  if (type === 'number') return 'DOUBLE'
  if (type === 'integer') return 'INTEGER'
  if (type === 'boolean') return 'BOOLEAN'
  if (type === 'object' || $ref || type === 'array') return 'JSON'
  throw new Error(`column ${name}: no Parquet type for ${String(type)}`)
}
