import { html, type Html } from '../../data/html.ts'
import { inline } from '../pages/shown.ts'
import { table, type Cell } from '../pages/parts.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { schemaIn, type Schema } from './reference.ts'

/** How deep fields within fields are shown. */
const deepest = 5

/** The fields of a schema, those within others under their whole path: `data[].name`. */
export function schemaTable(document: OpenApiDocument, schema: Schema, caption: string): Html {
  const rows = fieldRows(document, schema, '', 0)
  return table(caption, ['Field', 'Meaning'], rows, 'stacks')
}

/** The fields of a body, with what they may be. */
export function bodyTable(document: OpenApiDocument, schema: Schema, caption: string): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const required = schema.required?.includes(name) ?? false
    return givenRow(document, { name, required, schema: property as Schema })
  })
  return table(caption, ['Field', 'Meaning'], rows, 'stacks')
}

/** A parameter, or a field of a body. */
type Given = {
  name: string
  required?: boolean | undefined
  schema: Schema
  description?: string | undefined
}

/** The row of a parameter or field; `place`: words after its type. */
export const givenRow = (
  document: OpenApiDocument,
  { name, required, schema, description = schema.description }: Given,
  place = '',
): Cell[] => [
  html`<code class="break">${name}</code
    >${required ? html` <span class="tag">required</span>` : null} ${paidMark(schema)}<br /><small
      >${typeOf(document, schema)}${place}</small
    >`,
  html`<span class="said">${inline(description ?? '')}${limitsOf(schema)}</span>`,
]

function limitsOf({ minimum, maximum, default: usual, maxItems }: Schema): Html | null {
  const limits = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : null,
    maxItems === undefined ? null : `at most ${maxItems}`,
    usual === undefined ? null : `default ${String(usual)}`,
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? null : html`<br /><small>${limits.join('; ')}</small>`
}

function fieldRows(
  document: OpenApiDocument,
  schema: Schema,
  path: string,
  depth: number,
): Cell[][] {
  if (schema.type === 'array' && schema.items !== undefined)
    return fieldRows(document, schemaIn(document, schema.items), `${path}[]`, depth)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const own = schemaIn(document, property)
    const at = path === '' ? name : `${path}.${name}`
    const row = [
      html`<code class="break">${at}</code>${paidMark(own)}<br /><small
          >${typeOf(document, property)}</small
        >`,
      html`<span class="said">${inline(own.description ?? '')}</span>`,
    ]
    return depth < deepest ? [row, ...fieldRows(document, own, at, depth + 1)] : [row]
  })
}

const paidMark = (schema: { 'x-tier'?: string }): Html | null =>
  schema['x-tier'] === 'paid' ? html` <span class="tag warned">for paid keys</span>` : null

function typeOf(document: OpenApiDocument, schema: unknown): string {
  const own = schemaIn(document, schema)
  const type = [own.type ?? []].flat().find((each) => each !== 'null')
  const ways = [own, ...((schema as Schema).anyOf ?? [])] as Schema[]
  const isNullable = ways.some((each) => [each.type].flat().includes('null'))
  const name = own.enum ? own.enum.map(String).join(' | ') : nameOf(document, type, own)
  return isNullable ? `${name}, or null` : name
}

function nameOf(document: OpenApiDocument, type: string | undefined, schema: Schema): string {
  if (type === 'array')
    return schema.items === undefined ? 'list' : `list of ${typeOf(document, schema.items)}`
  if (type === 'string') return formats[schema.format ?? ''] ?? 'text'
  if (type === 'boolean') return 'true or false'
  return type ?? 'any value'
}

const formats: Record<string, string> = {
  'date-time': 'instant',
  date: 'date',
  uuid: 'UUID',
  uri: 'URL',
  email: 'email address',
}
