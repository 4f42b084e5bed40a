import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
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
    { adapter: adapterFor('csv'), path: rows!, name: 'table', mapping: ofTable, min_rows: 0 },
    { adapter: adapterFor('farm-feed'), path: lines!, name: 'again' },
  ]
  const last = isFull ? null : kept!
  const input = await readSources(sources, folder, silent, new Date(now), {
    threads,
    ...others,
    last,
  })
  const lists = (await readdir(input.readings)).toSorted()
  const files = [input.rejects, ...lists.map((name) => join(input.readings, name))]
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

  it('finds lines of any length, and tells rows by all digits of their keys', async (t) => {
    const long = many.map((row, n) => ({ ...row, description: 'äöü '.repeat(n ** 2) }))
    const [, found] = await readAll(t, [{ feed: long }, { feed: long.slice(1) }])
    assert.equal(found!.rows, 2 * 200)
  })

  const feed = many.slice(0, 20)
  /** Flips the last bit of a byte of a file, which makes a quote of no letter or digit. */
  async function flipBit(path: string, at: (bytes: Buffer) => number) {
    const bytes = await readFile(path)
    bytes[at(bytes)]! ^= 0x01
    await writeFile(path, bytes)
  }

  for (const [what, harm, says] of [
    ['nothing kept', (kept: string) => rm(kept, { recursive: true }), null],
    [
      'a file in its place',
      async (kept) => {
        await rm(kept, { recursive: true })
        await writeFile(kept, 'x')
      },
      /^damaged \(ENOTDIR/,
    ],
    ['no index', (kept) => rm(join(kept, 'index.json')), /^damaged \(ENOENT/],
    ['an empty index', (kept) => truncate(join(kept, 'index.json')), /^damaged \(.*JSON/],
    ['half a header', (kept) => truncate(join(kept, 'index.json'), 40), /^damaged \(.*JSON/],
    ['half an index', (kept) => truncate(join(kept, 'index.json'), 400), /^damaged \(the index/],
    [
      'another bit in the index',
      (kept) => flipBit(join(kept, 'index.json'), (bytes) => bytes.indexOf('"rows"') + 1),
      /^damaged \(the index/,
    ],
    [
      'another program',
      (kept) => flipBit(join(kept, 'index.json'), (bytes) => bytes.indexOf(':"') + 2),
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

  for (const [what, harm] of [
    ['with another letter', (list: string) => flipBit(list, (bytes) => bytes.indexOf('Ställe 9'))],
    ['without a line', (list) => writeFile(list, '')],
    ['gone', (list) => rm(list)],
    ['of another file', async (list) => writeFile(list, await readFile(list.replace('0.', '2.')))],
  ] as [string, (list: string) => Promise<unknown>][])
    it(`reads the rows of a damaged list, and counts them: ${what}`, async (t) => {
      const root = await temporaryFolder(t)
      const first = await read(root, { feed })
      await first.keep()
      await harm(join(root, 'kept', '0.ndjson'))
      for (const [rows, found] of [
        [feed, 21],
        [feed.slice(1), 20],
      ] as const) {
        const { given, reuse } = await read(root, { feed: rows })
        assert.deepEqual(given, (await read(root, { feed: rows }, { isFull: true })).given)
        assert.deepEqual(reuse, { rows: found, damaged: 21, ignored: null })
      }
    })

  const anyHarm = fc.record({
    kind: fc.constantFrom('cut', 'flip', 'zeros'),
    which: fc.nat(),
    at: fc.nat(),
    bit: fc.nat(7),
  })

  it('gives the same as without it, wherever it is damaged or cut off', async (t) => {
    const root = await temporaryFolder(t)
    const first = await read(root, { feed })
    await first.keep()
    const lists = (await readdir(join(root, 'kept'))).map((name) => join(root, 'kept', name))
    const sound = await Promise.all(
      lists.map(async (path) => [path, await readFile(path)] as const),
    )
    await fc.assert(
      fc.asyncProperty(anyHarm, async ({ kind, which, at, bit }) => {
        for (const [path, bytes] of sound) await writeFile(path, bytes)
        const [kept, whole] = sound[which % sound.length]!
        const bytes = Buffer.from(whole)
        const place = at % (bytes.length || 1)
        if (kind === 'flip') bytes[place]! ^= 1 << bit
        else if (kind === 'zeros') bytes.fill(0, place, Math.min(place + 512, bytes.length))
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
    assert.equal((await stat(join(root, 'kept'))).mode & 0o777, 0o700)
  })
})
