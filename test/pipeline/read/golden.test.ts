import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Mapping } from '../../../data/schema/input/sources_file.ts'
import { Findings } from '../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../pipeline/normalize/normalize.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { sourceRows } from '../../support/source_rows.ts'

/**
 * Every awkward file of test/fixtures/sources/KIND, read and normalized, against the golden file
 * beside it, which was judged by eye. `UPDATE_GOLDEN=1` writes the golden files anew.
 */
const root = fileURLToPath(new URL('../../fixtures/sources/', import.meta.url))
const now = new Date('2025-01-01T00:00:00Z')

const mappings: Record<string, Mapping> = {
  'county.geojson': {
    Name: 'name',
    description: 'description',
    Crops: 'products',
    Photo: 'image_url',
  },
}

/** Fields that say nothing of the reading. */
const computed = new Set(['source', 'hours_json'])

async function read(kind: string, file: string) {
  const rows = []
  const context = { source: kind, now, findings: new Findings() }
  for (const row of await sourceRows(adapterFor(kind), `${root}${kind}/${file}`, mappings[file])) {
    const result = 'farm' in row ? normalize(row, context) : row
    rows.push(
      'rejected' in result ? { line: result.line, rejected: result.rejected } : known(result),
    )
  }
  return rows
}

const known = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) =>
        !computed.has(name) && value !== null && value !== false && !isEmptyList(value),
    ),
  )

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

describe('the awkward files', () => {
  for (const kind of readdirSync(root))
    for (const file of readdirSync(root + kind).filter((name) => !name.endsWith('.golden.json')))
      it(`reads ${kind}/${file} as its golden file says`, async () => {
        const golden = `${root}${kind}/${file}.golden.json`
        const rows = JSON.parse(JSON.stringify(await read(kind, file)))
        if (process.env.UPDATE_GOLDEN) writeFileSync(golden, JSON.stringify(rows, null, 2) + '\n')
        assert.deepEqual(rows, JSON.parse(readFileSync(golden, 'utf8')))
      })
})
