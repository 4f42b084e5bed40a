import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { Findings } from '../../../pipeline/normalize/findings.ts'
import { normalize } from '../../../pipeline/normalize/normalize.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { sourceRows } from '../../support/source_rows.ts'

/**
 * Every awkward file of test/fixtures/sources/KIND, read and normalized, against the golden file
 * beside it, which was judged by eye. `RECORD=1` writes the golden files anew.
 */
const root = fileURLToPath(new URL('../../fixtures/sources/', import.meta.url))
const now = new Date('2025-01-01T00:00:00Z')

/** The mapping beside a file that needs one. */
function mappingOf(path: string) {
  const beside = `${path}.mapping.json`
  return existsSync(beside) ? mapping.parse(JSON.parse(readFileSync(beside, 'utf8'))) : undefined
}

/** Fields that say nothing of the reading. */
const computed = new Set(['source', 'hours_json'])

async function read(kind: string, file: string) {
  const rows = []
  const context = { source: kind, now, findings: new Findings() }
  const path = `${root}${kind}/${file}`
  for (const row of await sourceRows(adapterFor(kind), path, mappingOf(path))) {
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
    for (const file of readdirSync(root + kind).filter(
      (name) => !/\.(golden|mapping)\.json$/.test(name),
    ))
      it(`reads ${kind}/${file} as its golden file says`, async () => {
        const golden = `${root}${kind}/${file}.golden.json`
        const rows = JSON.parse(JSON.stringify(await read(kind, file)))
        if (process.env['RECORD']) writeFileSync(golden, JSON.stringify(rows, null, 2) + '\n')
        assert.deepEqual(rows, JSON.parse(readFileSync(golden, 'utf8')))
      })
})
