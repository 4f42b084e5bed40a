import { basename } from 'node:path'
import { notStated } from '../adapter.ts'
import type { SourceBytes } from '../formats/source_bytes.ts'
import { isOpenStreetMap } from '../sources/open_street_map.ts'
import { columnsOf } from './columns.ts'
import { Draft } from './draft.ts'
import { readSample, type Sample } from './sample.ts'

/** A sources file to start from, and what a person should look at, a sentence each. */
type Suggestion = { sources: object[]; remarks: string[] }

/**
 * Guesses from names and values of a table's columns what they hold. What no column says is left out,
 * or a constant with a remark. Throws a SourceError where there is no table, or no column of names in it.
 */
export async function suggest(file: SourceBytes): Promise<Suggestion> {
  const { path } = file
  const sample = await readSample(file)
  const entry = { kind: kindOf(path, sample), name: nameOf(path), path }
  if (sample.isJson && sample.rows.every(isOpenStreetMap))
    return { sources: [entry], remarks: ['OpenStreetMap’s tags need no mapping'] }
  const hasPoints = sample.rows.some((row) => row.parts.geometry)
  const { mapping, remarks } = new Draft(columnsOf(sample), basename(path), hasPoints)
  return {
    sources: [{ ...entry, ...notStated, mapping }],
    remarks: ['publisher, licence, attribution: say whose list it is', ...remarks],
  }
}

/** The kinds csv, xlsx and geojson read alike; the word is for people. */
function kindOf(path: string, { isJson }: Sample): string {
  if (isJson) return 'geojson'
  return /\.xlsx(?:\.gz)?$/i.test(path) ? 'xlsx' : 'csv'
}

/** The file's name as the name of a source. */
const nameOf = (path: string) =>
  basename(path)
    .toLowerCase()
    .replace(/(?:\.(?:csv|xlsx|geojson|json|jsonl|ndjson|txt|gz))+$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'farms'
