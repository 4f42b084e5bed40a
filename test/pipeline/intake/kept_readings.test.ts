import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { keepReadings } from '../../../pipeline/intake/kept_readings.ts'
import type { SourceFile } from '../../../pipeline/intake/intake.ts'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import type { ReadersOptions } from '../../../pipeline/intake/row_readers.ts'
import { silent } from '../../../pipeline/progress.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { anyFeedFarm } from '../../support/feed_farms.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** What a row says of a farm, or a line as it is. */
type Row = Record<string, unknown> | string
/** The rows of a feed and of a table, and when they are read. */
type Night = { feed: Row[]; table?: Row[]; now?: string }

const names = ['source_id', 'name', 'state', 'zip', 'lat', 'lng', 'products', 'updated_at']
const ofTable = mapping.parse(Object.fromEntries(names.map((name) => [name, name])))
const cell = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '')
  return `"${text.replaceAll('\0', '').replaceAll('"', '""')}"`
}
const jsonLine = (row: Row) => (typeof row === 'string' ? row : JSON.stringify(row))
const tableLine = (row: Row) =>
  typeof row === 'string' ? row : names.map((name) => cell(row[name])).join(',')
const sound = { source_id: 'sound', name: 'Sound', state: 'VT' }

/** Reads a night: the feed twice, under two names. Returns all that comes of it. */
async function read(
  root: string,
  night: Night,
  options: ReadersOptions & { isFull?: boolean } = {},
) {
  const { feed, table = [], now = '2026-06-01T00:00:00Z' } = night
  const { isFull = false, threads = 0, ...others } = options
  const folder = await mkdtemp(join(root, 'night-'))
  const [lines, rows, kept] = ['feed.jsonl', 'table.csv', 'kept'].map((name) => join(root, name))
  await writeFile(lines!, [sound, ...feed].map(jsonLine).join('\n') + '\n')
  await writeFile(rows!, [names.join(','), ...table.map(tableLine)].join('\n') + '\n')
  const sources: SourceFile[] = [
    { adapter: adapterFor('farm-feed'), path: lines! },
    { adapter: adapterFor('csv'), path: rows!, name: 'table', mapping: ofTable },
    { adapter: adapterFor('farm-feed'), path: lines!, name: 'again' },
  ]
  const last = isFull ? null : kept!
  const input = await readSources(sources, folder, silent, new Date(now), {
    threads,
    ...others,
    last,
  })
  const files = [input.observations, input.rejects, input.readings]
  const given = {
    files: await Promise.all(files.map((path) => readFile(path, 'latin1'))),
    found: input.findings.found,
    counts: input.intakes.map((intake) => ({
      read: intake.read,
      newest: intake.newest,
      synthetic: intake.synthetic,
      series: [...intake.allSeries],
      columns: intake.columns.state,
      tallies: [intake.rejections.entries, intake.corrections.entries],
    })),
  }
  return { given, reuse: input.reuse, keep: () => keepReadings(input.readings, kept!) }
}

/**
 * Reads nights one after another, each with what the one before kept, and in full: they give the same.
 * Returns of each night what was taken from the last. `options` are of the last one.
 */
async function readAll(t: TestContext, nights: Night[], options: ReadersOptions = {}) {
  const root = await temporaryFolder(t)
  const reuses = []
  for (const night of nights) {
    const full = await read(root, night, { isFull: true })
    const reused = await read(root, night, night === nights.at(-1) ? options : {})
    assert.deepEqual(reused.given, full.given)
    await reused.keep()
    reuses.push(reused.reuse)
  }
  return reuses
}

const anyRow = fc.oneof(
  { weight: 8, arbitrary: anyFeedFarm },
  { weight: 1, arbitrary: fc.constantFrom('{"source_id":', '{"source_id":"x"}') },
)
const anyEdit = fc.record({
  kind: fc.constantFrom('added', 'removed', 'changed', 'moved', 're-keyed', 'doubled', 'turned'),
  at: fc.nat(),
  to: fc.nat(),
  row: anyRow,
  name: fc.lorem(),
})
type Edit = typeof anyEdit extends fc.Arbitrary<infer Value> ? Value : never

function edited(rows: Row[], { kind, at, to, row, name }: Edit): Row[] {
  const [from, place] = [at % (rows.length || 1), to % (rows.length + 1)]
  const one = rows[from]
  if (kind === 'added' || one === undefined) return rows.toSpliced(place, 0, row)
  if (kind === 'doubled') return rows.toSpliced(place, 0, one)
  if (kind === 'moved') return rows.toSpliced(from, 1).toSpliced(place, 0, one)
  if (kind === 'turned') return rows.toReversed()
  if (kind === 'removed') return rows.toSpliced(from, 1)
  if (typeof one === 'string') return rows.with(from, row)
  return rows.with(from, { ...one, [kind === 'changed' ? 'name' : 'source_id']: name })
}

const anyNights = fc
  .tuple(
    fc.array(anyRow, { maxLength: 12 }),
    fc.array(anyRow, { maxLength: 12 }),
    fc.array(fc.tuple(fc.array(anyEdit, { maxLength: 6 }), fc.array(anyEdit, { maxLength: 6 })), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .chain(([feed, table, edits]) => {
    let night = { feed: feed as Row[], table: table as Row[] }
    const nights = edits.map(([ofFeed, ofTable]) => {
      night = {
        feed: ofFeed.reduce(edited, night.feed),
        table: ofTable.reduce(edited, night.table),
      }
      return night
    })
    const all = [{ feed, table }, ...nights]
    const moments = fc.constantFrom(
      '1950-01-01T00:00:00Z',
      '2010-01-01T00:00:00Z',
      '2026-01-01T00:00:00Z',
    )
    return fc.tuple(...all.map((each) => moments.map((now): Night => ({ ...each, now }))))
  })

describe('readSources(sources) after another build', () => {
  it('gives the same as without it, whatever was added, removed, changed, moved or re-keyed', async (t) => {
    await fc.assert(
      fc.asyncProperty(anyNights, async (nights) => void (await readAll(t, nights))),
      { numRuns: 40 },
    )
  })

  const many = Array.from({ length: 200 }, (_, n) => ({
    source_id: `${n}`,
    name: `Ställe ${n}`,
    description: 'A farm. '.repeat(n * 10),
    products: ['eggs', `crop ${n}`],
    zip: '05602',
  }))
  const changed = many
    .map((row, n) => (n % 100 === 7 ? { ...row, name: 'Other' } : row))
    .toReversed()

  for (const threads of [0, 2])
    it(`takes from it each row that is the same, in ${threads} threads`, async (t) => {
      const nights = [many, many, changed].map((rows) => ({ feed: rows, table: rows }))
      const reuses = await readAll(t, nights, { threads, rowsAlone: 4 })
      assert.deepEqual(
        reuses.map(({ rows, damaged }) => [rows, damaged]),
        [
          [0, 0],
          [3 * 200 + 2, 0],
          [3 * 198 + 2, 0],
        ],
      )
    })

  const flipped = { source_id: 'far', name: 'Far', lat: 34.05, lng: 118.31 }
  const around = Array.from({ length: 9 }, (_, n) => ({
    source_id: `${n}`,
    name: 'A',
    lat: 34,
    lng: -118,
  }))

  it('places a row by the others of its file anew, once they are gone', async (t) => {
    await readAll(t, [{ feed: [...around, flipped] }, { feed: [flipped] }])
    const stated = { ...flipped, state: 'Nowhere' }
    await readAll(t, [
      { feed: [...around, stated] },
      { feed: [stated] },
      { feed: [...around, stated] },
    ])
  })

  it('believes a date once it has come, and no longer when the clock is put back', async (t) => {
    const feed = [{ source_id: '1', name: 'Soon', updated_at: '2026-03-01T00:00:00Z' }]
    const [before, after] = ['2026-02-01T00:00:00Z', '2026-04-01T00:00:00Z']
    await readAll(t, [
      { feed, now: before },
      { feed, now: after },
      { feed, now: before },
    ])
  })

  const feed = many.slice(0, 20)
  /** Flips a bit of a file. */
  async function flipBit(path: string, at: (bytes: Buffer) => number) {
    const bytes = await readFile(path)
    bytes[at(bytes)]! ^= 0x10
    await writeFile(path, bytes)
  }
  async function change(path: string, statements: string) {
    const database = new Database(path)
    database.exec(statements)
    database.close()
  }

  for (const [what, harm, says] of [
    ['nothing kept', (kept: string) => rm(kept), null],
    [
      'a folder in its place',
      async (kept) => {
        await rm(kept)
        await mkdir(kept)
      },
      /^damaged \(/,
    ],
    ['an empty file', (kept) => truncate(kept), /^damaged \(no such table/],
    ['half a header', (kept) => truncate(kept, 40), /^damaged \(.*malformed/],
    ['the first page alone', (kept) => truncate(kept, 32_768), /^damaged \(.*malformed/],
    [
      'less than all pages',
      async (kept) => truncate(kept, (await stat(kept)).size - 32_769),
      /^damaged \(.*malformed/,
    ],
    [
      'another bit in the header',
      (kept) => flipBit(kept, () => 3),
      /^damaged \(file is not a database/,
    ],
    ['another bit in the schema', (kept) => flipBit(kept, () => 100), /^damaged \(.*malformed/],
    ['no readings', (kept) => change(kept, 'drop table readings'), /^damaged \(.*: readings/],
    ['no version', (kept) => change(kept, 'drop table program'), /^damaged \(.*: program/],
    [
      'another program',
      (kept) => change(kept, "update program set digest = 'x'"),
      /^of another version of the program$/,
    ],
  ] as [string, (kept: string) => Promise<unknown>, RegExp | null][])
    it(`reads all rows, and says why: ${what}`, async (t) => {
      const root = await temporaryFolder(t)
      const first = await read(root, { feed })
      await first.keep()
      await harm(join(root, 'kept'))
      const { given, reuse, keep } = await read(root, { feed })
      assert.deepEqual(given, first.given)
      assert.deepEqual({ ...reuse, ignored: null }, { rows: 0, damaged: 0, ignored: null })
      if (says === null) assert.equal(reuse.ignored, null)
      else assert.match(reuse.ignored!, says)
      await keep()
      assert.equal((await read(root, { feed })).reuse.rows, 42)
    })

  for (const [what, harm, damaged] of [
    [
      'with another letter',
      (kept: string) =>
        change(kept, "update readings set kept = replace(kept, 'Stä', 'Sta') where rowid = 9"),
      1,
    ],
    [
      'without a text',
      (kept) => change(kept, 'update readings set kept = null where rowid = 9'),
      1,
    ],
    [
      'with the text of another row',
      (kept) => {
        const other = '(select kept, crc from readings where rowid = 8)'
        return change(kept, `update readings set (kept, crc) = ${other} where rowid = 9`)
      },
      1,
    ],
    [
      'on a page without content',
      async (kept) => {
        const bytes = await readFile(kept)
        const page = bytes.indexOf('Ställe 19') & -32_768
        await writeFile(kept, bytes.fill(0, page, page + 32_768))
      },
      null,
    ],
  ] as [string, (kept: string) => Promise<unknown>, number | null][])
    it(`reads a row that is kept damaged, and counts it: ${what}`, async (t) => {
      const root = await temporaryFolder(t)
      const first = await read(root, { feed })
      await first.keep()
      await harm(join(root, 'kept'))
      const { given, reuse } = await read(root, { feed })
      assert.deepEqual(given, first.given)
      const counted = damaged ?? reuse.damaged
      assert.ok(counted > 0)
      assert.deepEqual(reuse, { rows: 42 - counted, damaged: counted, ignored: null })
    })

  for (const harm of [
    'delete from files',
    "update files set kept = x'00'",
    'update files set crc = 1',
  ])
    it(`looks rows up one by one if it does not know the file: ${harm}`, async (t) => {
      const root = await temporaryFolder(t)
      const first = await read(root, { feed })
      await first.keep()
      await change(join(root, 'kept'), harm)
      const { given, reuse } = await read(root, { feed })
      assert.deepEqual(given, first.given)
      assert.deepEqual(reuse, { rows: 42, damaged: 0, ignored: null })
    })

  const anyHarm = fc.record({
    kind: fc.constantFrom('cut', 'flip', 'zeros'),
    at: fc.nat(),
    bit: fc.nat(7),
  })

  it('gives the same as without it, wherever it is damaged or cut off', async (t) => {
    const root = await temporaryFolder(t)
    const first = await read(root, { feed })
    await first.keep()
    const kept = join(root, 'kept')
    const sound = await readFile(kept)
    await fc.assert(
      fc.asyncProperty(anyHarm, async ({ kind, at, bit }) => {
        const bytes = Buffer.from(sound)
        const place = at % bytes.length
        if (kind === 'flip') bytes[place]! ^= 1 << bit
        else if (kind === 'zeros') bytes.fill(0, place, place + 512)
        await writeFile(kept, kind === 'cut' ? bytes.subarray(0, place) : bytes)
        const { given, reuse } = await read(root, { feed })
        assert.deepEqual(given, first.given)
        assert.ok(reuse.rows + reuse.damaged <= 42)
      }),
      { numRuns: 100 },
    )
  })

  it('keeps them for the owner alone', async (t) => {
    const root = await temporaryFolder(t)
    await (await read(root, { feed })).keep()
    assert.equal((await stat(join(root, 'kept'))).mode & 0o777, 0o600)
  })
})
