import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readNumbers, startsOf } from './numbers.ts'
import {
  fieldsWith,
  storedName,
  type CodeGroup,
  termFields,
  type TermField,
} from '../../../data/schema/serving/fields.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'

/** Nodes of fewer rows are summed up by the server row by row, which is as quick. */
const fewestRows = 64

/**
 * Reads the rows' codes from a query, row by row: the row, its code, and a number of `values` beside it.
 */
export async function readCodeLists(database: Database, farms: number, sql: string, values = 0) {
  const [counted] = await database.rows<{ n: number }>(
    `select count(*)::integer as n from (${sql})`,
  )
  const { n } = counted!
  const rows = new Uint32Array(n)
  const rowCodes = new Uint32Array(n)
  const beside = Array.from({ length: values }, () => new Float64Array(n))
  await readNumbers(database, sql, rows, rowCodes, ...beside)
  return { rowStarts: startsOf(rows, farms), rowCodes, values: beside }
}

/**
 * Adds sums of tree nodes with some 64 rows or more to the lists of the rows' codes, all below `codeCount`. A
 * sum has the number of rows with each code, and the total of the `values` beside it.
 */
export function withNodeSums(
  { rowStarts, rowCodes }: { rowStarts: Uint32Array; rowCodes: Uint32Array },
  { first, end }: Pick<Columns['tree'], 'first' | 'end'>,
  codeCount: number,
  values?: Float64Array,
) {
  const counts = new Uint32Array(codeCount)
  const sums = new Float64Array(codeCount)
  const nodeStarts = new Uint32Array(first.length + 1)
  const found = { codes: [] as number[], counts: [] as number[], sums: [] as number[] }
  for (let node = 0; node < first.length; node++) {
    if (end[node]! - first[node]! >= fewestRows)
      for (const code of add(rowStarts[first[node]!]!, rowStarts[end[node]!]!)) {
        found.codes.push(code)
        found.counts.push(counts[code]!)
        found.sums.push(sums[code]!)
        counts[code] = sums[code] = 0
      }
    nodeStarts[node + 1] = found.codes.length
  }
  return {
    rowStarts,
    rowCodes,
    nodeStarts,
    nodeCodes: Uint32Array.from(found.codes),
    nodeCounts: Uint32Array.from(found.counts),
    nodeSums: Float64Array.from(found.sums),
  }

  /** Counts the codes of [start, stop), and returns each of them, ascending. */
  function add(start: number, stop: number): number[] {
    const met: number[] = []
    for (let at = start; at < stop; at++) {
      const code = rowCodes[at]!
      if (counts[code]!++ === 0) met.push(code)
      if (values) sums[code]! += values[at]!
    }
    return met.sort((a, b) => a - b)
  }
}

/** What `codeSteps` makes: the values by code, and the codes of each farm. */
const tables: Record<CodeGroup, { codes: string; ofFarms: string }> = {
  attributes: { codes: 'market.attribute_codes', ofFarms: 'market.farm_attributes' },
  facets: { codes: 'market.facet_codes', ofFarms: 'market.farm_facets' },
}

/** The codes of each farm's values in a group of fields, and the values by field. */
export async function codeColumns(database: Database, group: CodeGroup, farms: number) {
  const codes = await database.rows<{ field: string; name: string }>(
    `select field, name from ${tables[group].codes} order by code`,
  )
  const namesOf = (field: string) =>
    codes.filter((each) => each.field === field).map(({ name }) => name)
  const names = fieldsWith({ in: group }).map(storedName)
  const farmCodes = `select farm, code from ${tables[group].ofFarms}`
  const { rowStarts, rowCodes } = await readCodeLists(database, farms, farmCodes)
  return {
    names: Object.fromEntries(names.map((field) => [field, namesOf(field)])),
    codes: codes.length,
    rowStarts,
    rowCodes,
  }
}

/** Number of farms with each term or a variety. */
export async function termFarms(database: Database): Promise<Columns['documents']['termFarms']> {
  const counts: Partial<Columns['documents']['termFarms']> = {}
  for (const field of termFields) counts[field] = Object.fromEntries(await farmsOf(field, database))
  return counts as Columns['documents']['termFarms']
}

/** Lists that several farms have alike are looked at once. */
async function farmsOf(field: TermField, database: Database): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const sql = `select ${field} as terms, count(*)::integer as farms from published.farms where ${field} is not null group by all`
  const lists = await database.rows<{ terms: string[]; farms: number }>(sql)
  for (const { terms, farms } of lists)
    for (const term of withBroader(field, terms)) counts.set(term, (counts.get(term) ?? 0) + farms)
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The terms of a farm, and all that they are kinds of, each once. */
function withBroader(field: TermField, terms: readonly string[]): Set<string> {
  const all = new Set(terms)
  for (const term of all)
    for (const name of vocabularyOf(field)?.find(term)?.broader ?? []) all.add(name)
  return all
}
