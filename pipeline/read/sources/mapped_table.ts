import { notStated, type Adapter } from '../adapter.ts'
import { mappedRows } from '../mapped/rows.ts'
import { SourceError } from '../source_error.ts'

/** Any table, read by the mapping in the sources file. */
const mappedTable = (kind: string, description: string): Adapter => ({
  kind,
  authority: 'operator',
  description,
  ...notStated,
  mapping: 'needed',
  read(file, mapping, columns) {
    if (!mapping) throw new SourceError(needsMapping(kind, file.path))
    return mappedRows(file, kind, mapping, columns)
  },
})

export const csv = mappedTable(
  'csv',
  'Any table as comma-separated text, by a mapping in the sources file',
)
export const xlsx = mappedTable(
  'xlsx',
  'Any table as a sheet of a workbook, by a mapping in the sources file',
)

export const needsMapping = (kind: string, path: string) =>
  `a ${kind} source needs a mapping in a sources file: ` +
  `npm run --silent build -- --suggest ${path} > sources.json prints one to start from, ` +
  'then npm run build -- --config sources.json'
