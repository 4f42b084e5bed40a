import type { DictionaryColumn } from '../../../data/schema/tables/tables.ts'

type Name = DictionaryColumn['type']

/**
 * A column's type in the words of schema.org, which Croissant takes, and of Table Schema. JSON is text
 * in the files; maps and points have no closer word in either.
 */
export const columnTypes: Record<Name, { croissant: string; frictionless: string; isList?: true }> =
  {
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
    'STRUCT(xmin FLOAT, ymin FLOAT, xmax FLOAT, ymax FLOAT)': {
      croissant: 'sc:StructuredValue',
      frictionless: 'object',
    },
    GEOMETRY: { croissant: 'sc:GeoCoordinates', frictionless: 'any' },
  }
