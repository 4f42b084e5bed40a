import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../data/schema/input/mapping.ts'
import type { SourceFile } from '../../../pipeline/intake/intake.ts'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { RowReaders, type ReadersOptions } from '../../../pipeline/intake/row_readers.ts'
import { silent } from '../../../pipeline/progress.ts'
import type { TextRow } from '../../../pipeline/read/adapter.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const now = new Date('2026-01-01T00:00:00Z')
const root = join(import.meta.dirname, '../../fixtures/sources')

/** The awkward files of every kind, each of them twice, as two editions. */
const files: SourceFile[] = readdirSync(root).flatMap((kind) =>
  readdirSync(join(root, kind))
    .filter((file) => !/\.(golden|mapping)\.json$/.test(file))
    .flatMap((file) => {
      const path = join(root, kind, file)
      const beside = `${path}.mapping.json`
      const map = existsSync(beside)
        ? mapping.parse(JSON.parse(readFileSync(beside, 'utf8')))
        : null
      const source = { adapter: adapterFor(kind), path, ...(map && { mapping: map }) }
      return ['2025-01-01', '2025-06-01'].map((retrieved_at) => ({ ...source, retrieved_at }))
    }),
)

/** Rows that can't be used among others, and some that wait for the end of the file. */
const lines = Array.from({ length: 700 }, (_, n) => {
  if (n % 50 === 7) return '{"source_id":'
  if (n % 50 === 8) return { source_id: `${n}`, name: `Stall ${n}`, crops: 'kale' }
  const point = n % 40 === 9 ? { lat: -118.31, lng: 34.05 } : { lat: 34 + n / 1e4, lng: -118.3 }
  return { source_id: `${n}`, name: `Stall ${n}`, products: ['eggs', `crop ${n}`], ...point }
})

/** All that reading the sources gives, as text. */
async function readWith(t: TestContext, options: ReadersOptions): Promise<string> {
  const sources = [...files, { adapter: farmFeed, path: await writeFeed(t, lines) }]
  const input = await readSources(sources, await temporaryFolder(t), silent, now, options)
  const { intakes, findings } = input
  const spools = [...input.lists, { path: input.rejects }].map(({ path }) => readFile(path, 'utf8'))
  const counts = intakes.map(({ read, newest, sha256, columns, rejections, corrections }) => [
    { read, newest, sha256, columns: columns.shapes() },
    { rejections: rejections.toObject(), corrections: corrections.toObject() },
  ])
  return JSON.stringify([await Promise.all(spools), counts, findings.found, input.count], null, 1)
}

describe('readSources(sources), in threads', () => {
  it('gives the same bytes and counts with none, 1, 2 and 3', async (t) => {
    const expected = await readWith(t, { threads: 0 })
    assert.ok(expected.includes('coordinates swapped') && expected.includes('not JSON'))
    for (const threads of [1, 2, 3])
      assert.equal(await readWith(t, { threads, rowsAlone: 50 * (threads - 1) }), expected)
  })
})

describe('RowReaders', () => {
  const text = (n: number): TextRow => ({
    line: n,
    text: `{"source_id":"${n}","name":"Stall ${n}"}`,
  })
  const origin = { source: 'a', adapter: farmFeed }
  const thread = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`)

  it('begins no thread for few rows, and reads no further ahead than is taken', async () => {
    const program = thread('process.exit(9)')
    await using few = new RowReaders(now, { threads: 2, rowsAlone: 100, program })
    assert.equal((await Array.fromAsync(few.read(rowsTo(100), origin))).length, 100)

    await using many = new RowReaders(now, { threads: 2, rowsAlone: 0 })
    let given = 0
    const readings = many.read(
      rowsTo(20_000, () => given++),
      origin,
    )
    for (let taken = 0; taken < 3; taken++) await readings.next()
    assert.ok(given < 3000, `${given} rows under way`)
    await readings.return(undefined)
  })

  for (const [ending, program, message] of [
    ['exits', 'process.exit(3)', /a thread that reads the sources ended \(exit status 3\): build/],
    ['throws', 'throw new Error("no memory")', /ended \(no memory\)/],
    [
      'exits when it is asked',
      "import('node:worker_threads').then((all) => all.parentPort.on('message', () => process.exit(4)))",
      /ended \(exit status 4\)/,
    ],
  ] as const)
    it(`fails with a sentence, not a stall, where a thread ${ending}`, async () => {
      await using readers = new RowReaders(now, {
        threads: 2,
        rowsAlone: 0,
        program: thread(program),
      })
      await assert.rejects(Array.fromAsync(readers.read(rowsTo(5000), origin)), {
        name: 'ThreadEnded',
        message,
      })
    })

  it('throws what reading throws', async () => {
    await using readers = new RowReaders(now, { threads: 1, rowsAlone: 0 })
    const unknown = { source: 'a', adapter: { kind: 'no-such-kind' } }
    await assert.rejects(Array.fromAsync(readers.read(rowsTo(1), unknown)), /unknown source type/)
  })

  async function* rowsTo(count: number, each = () => {}) {
    for (let n = 1; n <= count; n++) {
      each()
      yield text(n)
    }
  }
})
