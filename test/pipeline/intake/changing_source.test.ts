import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFile, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../pipeline/progress.ts'
import type { Adapter } from '../../../pipeline/read/adapter.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'
import { workbook } from '../../support/workbook.ts'

/** Long names, so that a file has more than one block. */
const nameOf = (id: number) => `Farm ${id} ${'of the long valley '.repeat(15)}`.trim()
const numbers = Array.from({ length: 1000 }, (_, number) => number)
const feature = (id: number) => ({
  type: 'Feature',
  id: `node/${id}`,
  properties: { '@id': `node/${id}`, name: nameOf(id), shop: 'farm' },
  geometry: { type: 'Point', coordinates: [-72, 44] },
})
const feed = numbers.map((id) => `{"source_id": "${id}", "name": "${nameOf(id)}"}\n`).join('')
const table = [
  ['CSA_ID', 'marketname', 'HQ_City', 'HQ_State'],
  ...numbers.map((id) => [`${id}`, nameOf(id), 'Davis', 'CA']),
]

/** The same 1,000 farms in each format, by its kind of source. */
const files: Record<string, { kind: string; bytes: Buffer }> = {
  'JSON Lines': { kind: 'farm-feed', bytes: Buffer.from(feed) },
  'gzipped JSON Lines': { kind: 'farm-feed', bytes: gzipSync(feed) },
  GeoJSON: {
    kind: 'geojson',
    bytes: Buffer.from(
      JSON.stringify({ type: 'FeatureCollection', features: numbers.map(feature) }),
    ),
  },
  CSV: { kind: 'usda-csa-directory', bytes: Buffer.from(table.join('\n')) },
  'a workbook': { kind: 'usda-csa-directory', bytes: workbook(table) },
}

/** Reads a file to which something happens after its first row; returns what was read. */
async function readWhile(
  life: Lifetime,
  { kind, bytes }: (typeof files)[string],
  happens: (path: string) => Promise<void> = async () => {},
) {
  const folder = await temporaryFolder(life)
  const path = join(folder, 'source')
  await writeFile(path, bytes)
  const adapter: Adapter = {
    ...adapterFor(kind),
    async *read(file, mapping) {
      let isFirst = true
      for await (const row of adapterFor(kind).read(file, mapping)) {
        yield row
        if (isFirst) await happens(path)
        isFirst = false
      }
    },
  }
  const source = { adapter, path, retrieved_at: '1970-01-01T00:00:00Z' }
  const { intakes } = await readSources([source], folder, silent, new Date(0))
  return intakes[0]!
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const changed = {
  name: 'SourceError',
  message: /source changed while it was read: .*rename it when it is whole/,
}

describe('readSources(sources, …): the digest of a source', () => {
  for (const [format, file] of Object.entries(files)) {
    it(`is that of the bytes that were read: ${format}`, async (t) => {
      const { sha256: digest, read } = await readWhile(t, file)
      assert.deepEqual({ digest, read }, { digest: sha256(file.bytes), read: numbers.length })
    })

    it(`refuses what is written over meanwhile: ${format}`, async (t) => {
      await assert.rejects(
        readWhile(t, file, (path) => writeFile(path, '{"source_id": "1", "name": "Other"}\n')),
        changed,
      )
    })
  }

  it('refuses what grows, and what is cut, while it is read', async (t) => {
    const file = files.GeoJSON!
    await assert.rejects(
      readWhile(t, file, (path) => appendFile(path, ' ')),
      changed,
    )
    await assert.rejects(
      readWhile(t, file, (path) => truncate(path, file.bytes.length - 10)),
      changed,
    )
  })

  it('is of the old file, read whole, where a new one takes its place', async (t) => {
    const [file, other] = [files['JSON Lines']!, '{"source_id": "1", "name": "Other"}\n']
    let place = ''
    const { sha256: digest, read } = await readWhile(t, file, async (path) => {
      place = path
      await writeFile(`${path}.new`, other)
      await rename(`${path}.new`, path)
    })
    assert.deepEqual({ digest, read }, { digest: sha256(file.bytes), read: numbers.length })
    assert.equal(await readFile(place, 'utf8'), other)
  })

  it('includes what follows the end of a gzip', async (t) => {
    const bytes = Buffer.concat([gzipSync(feed), Buffer.alloc(2 ** 20)])
    const { sha256: digest, read } = await readWhile(t, { kind: 'farm-feed', bytes })
    assert.deepEqual({ digest, read }, { digest: sha256(bytes), read: numbers.length })
  })
})
