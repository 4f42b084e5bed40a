import type { DictionaryColumn } from '../../../data/schema/tables/tables.ts'

type Name = DictionaryColumn['type']
type Words = { croissant: string; frictionless: string; isList?: true }

/**
 * A column's type in the words of schema.org, which Croissant takes, and of Table Schema. JSON is text
 * in the files; maps and points have no closer word in either.
 */
const columnTypes: Record<Exclude<Name, `STRUCT(${string})`>, Words> = {
  VARCHAR: { croissant: 'sc:Text', frictionless: 'string' },
  'VARCHAR[]': { croissant: 'sc:Text', frictionless: 'array', isList: true },
  DOUBLE: { croissant: 'sc:Float', frictionless: 'number' },
  INTEGER: { croissant: 'sc:Integer', frictionless: 'integer' },
  BOOLEAN: { croissant: 'sc:Boolean', frictionless: 'boolean' },
  TIMESTAMPTZ: { croissant: 'sc:DateTime', frictionless: 'datetime' },
  DATE: { croissant: 'sc:Date', frictionless: 'date' },
  JSON: { croissant: 'sc:Text', frictionless: 'string' },
  'MAP(VARCHAR, INTEGER)': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  'MAP(VARCHAR, DOUBLE)': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  'MAP(VARCHAR, DOUBLE[])': { croissant: 'sc:StructuredValue', frictionless: 'object' },
  GEOMETRY: { croissant: 'sc:GeoCoordinates', frictionless: 'any' },
}

const struct: Words = { croissant: 'sc:StructuredValue', frictionless: 'object' }

export const wordsOfType = (type: Name): Words =>
  columnTypes[type as keyof typeof columnTypes] ?? struct
