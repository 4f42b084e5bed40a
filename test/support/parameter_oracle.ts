import type { SchemaObject } from '../../server/openapi/model.ts'

/** What is right to do with a parameter's text: it stands for `canonical`, is refused, or can't be told. */
export type Judgement = { verdict: 'taken'; canonical: string } | { verdict: 'refused' | 'open' }

const refused: Judgement = { verdict: 'refused' }
const open: Judgement = { verdict: 'open' }
const taken = (canonical: string): Judgement => ({ verdict: 'taken', canonical })

/** Judges the text of a parameter by the schema that the OpenAPI document has of it. */
export function judge(schema: SchemaObject, text: string): Judgement {
  const { type, format, pattern, anyOf } = schema
  if (schema.enum) return judgeName(schema.enum as string[], text)
  if (type === 'boolean') return judgeName(['true', 'false'], text)
  if (type === 'number' || type === 'integer') return judgeNumber(schema, text)
  if (type === 'array') return judgeList(schema, text)
  if (anyOf)
    return /^\s*(now|latest|mon|tue|wed|thu|fri|sat|sun|\d{4}-|\d{8}T)/i.test(text) ? open : refused
  if (format === 'uuid') return judgeId(text)
  if (pattern) return new RegExp(pattern, 'u').test(text.trim()) ? open : refused
  return judgeText(schema, text)
}

const decimal = /^-?[0-9]+(\.[0-9]+)?$/

function judgeNumber(schema: SchemaObject, text: string): Judgement {
  const isPlain = schema.type === 'integer' ? /^-?[0-9]+$/.test(text) : decimal.test(text)
  const value = Number(text)
  if (!isPlain || !isWithin(schema, value)) return refused
  const digits = schema.type === 'integer' ? 9 : 18
  return text.length > digits ? open : taken(plainly(value))
}

function isWithin(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: SchemaObject,
  value: number,
): boolean {
  return (
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value > (exclusiveMinimum ?? -Infinity) &&
    value < (exclusiveMaximum ?? Infinity)
  )
}

/** A number without an exponent, and without a sign where it is zero. */
const plainly = (value: number) =>
  (value === 0 ? 0 : value).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 18 })

function judgeName(names: string[], text: string): Judgement {
  const folded = (name: string) => name.trim().toLowerCase().split(/[ -]/).join('_')
  const name = names.find((each) => folded(each) === folded(text))
  return name === undefined ? refused : taken(name)
}

function judgeId(text: string): Judgement {
  const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  return isId ? open : refused // open: not every version and variant is one
}

function judgeText({ minLength = 0, maxLength = Infinity }: SchemaObject, text: string): Judgement {
  const { length } = text.trim()
  return length < minLength || length > maxLength || /\p{Cc}/u.test(text.trim()) ? refused : open
}

function judgeList(
  { items, prefixItems, minItems = 0, maxItems = 1000 }: SchemaObject,
  text: string,
) {
  const entries = text.split(',')
  if (entries.length < minItems || entries.length > maxItems) return refused
  const judged = entries.map((entry, index) =>
    judge((prefixItems?.[index] ?? items) as SchemaObject, entry.trim()),
  )
  if (judged.some(({ verdict }) => verdict === 'refused')) return refused
  const canonical = judged.flatMap((each) => (each.verdict === 'taken' ? [each.canonical] : []))
  return canonical.length < judged.length ? open : taken(canonical.join())
}
