import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { manifestFiles } from '../../data/disk/manifest_file.ts'
import { descriptions } from '../../data/schema/descriptions.ts'
import type { Manifest } from '../../data/schema/manifest.ts'
import type { Reject } from '../../data/schema/report.ts'
import type { Source } from '../../data/schema/tables/source.ts'
import { dictionaryFile } from '../../data/schema/tables/tables.ts'
import { verifySnapshot } from '../../pipeline/snapshots/verify.ts'
import { copyOfBuild } from '../support/build_folder.ts'
import {
  awkwardAsOf,
  awkwardFeed,
  awkwardLines,
  awkwardMoment,
  awkwardRejections,
  awkwardRows,
  blankLines,
} from '../support/awkward_feed.ts'
import { buildSnapshot, writeFeed, type BuiltSnapshot } from '../support/built_snapshot.ts'
import { anyFeedFarm } from '../support/feed_farms.ts'
import { fileDigests } from '../support/file_digests.ts'
import { readParquet } from '../support/parquet_file.ts'

/** Rows with text that JSON can write and UTF-8 can't; the last two are rejected, and kept. */
const halfCharacters = [
  { source_id: 'half \ud83c', name: 'In the source id' },
  { source_id: '1', name: 'In a schedule', hours: { 'shop \ud83c': 'Sat 9am-1pm' } },
  {
    source_id: '2',
    name: 'In hours as data',
    hours_json: { timezone: null, seasons: [], note: '\udf4e' },
  },
  {
    source_id: '3',
    name: 'In the id of a product listing',
    product_listings: [{ id: '\ud83c', name: 'Apples' }],
  },
  { source_id: '4', name: 'In an unknown field', 'half \ud83c': 1 },
  { source_id: '5', name: 'In a place type', place_type: '\ud83c' },
]

/** More farms than a row group holds, so that several threads write them; in no order at all. */
const manyFarms = Array.from({ length: 8300 }, (_, number) => ({
  source_id: `many-${(number * 7919) % 8300}`,
  name: `Farm ${number}`,
  state: 'VT',
  zip: ['05602', '05401', '05851', '05301'][((number * 31) % 97) % 4],
  ...(number % 5 === 0 && { product_listings: [{ name: 'Eggs', price: 1 + (number % 7) }] }),
}))

const farmIds = new Set(awkwardRows.map(({ source_id }) => source_id))
const snapshot = await buildSnapshot({ after }, { sources: [awkwardFeed], now: awkwardMoment })

describe('build(sources): every row', () => {
  it('is used, merged or rejected, and counted once', () => {
    const [source, ...others] = snapshot.report.sources
    assert.deepEqual(others, [])
    assert.equal(source!.read, awkwardLines.length - blankLines)
    assert.equal(source!.used, farmIds.size)
    assert.equal(source!.merged, awkwardRows.length - farmIds.size)
    assert.equal(source!.rejected, awkwardRejections.length)
    assert.equal(source!.read, source!.used + source!.merged + source!.rejected)
    assert.equal(snapshot.report.farms, farmIds.size)
  })

  it('is kept whole, with file, line and reason, when it is rejected', async () => {
    const rejects = await rejectsOf(snapshot)
    assert.deepEqual(
      rejects.map(({ source, file, line }) => ({ source, file, line })),
      awkwardRejections.map(({ line }) => ({ source: 'farm-feed', file: 'awkward.jsonl', line })),
    )
    for (const [index, { line, reason }] of awkwardRejections.entries()) {
      assert.match(rejects[index]!.reason, reason)
      const raw = rejects[index]!.raw
      if (line === 23) assert.equal(JSON.parse(raw).source_id, 'no-name')
      else assert.equal(raw, awkwardLines[line - 1])
    }
  })

  it('counts under its reason, without the value that was wrong', async () => {
    const { rejections } = snapshot.report.sources[0]!
    const total = Object.values(rejections).reduce((sum, rows) => sum + rows, 0)
    assert.equal(total, awkwardRejections.length)
    assert.equal(rejections['not JSON'], 1)
    assert.equal(rejections['unknown field … (did you mean products?)'], 1)
  })

  it('is traced to its line in the provenance, unless it is rejected', async () => {
    const { rows } = await readParquet<{ source_id: string; line: number; file: string }>(
      join(snapshot.folder, 'members/provenance.parquet'),
    )
    const traced = rows.map(({ source_id, line, file }) => `${file}:${line} ${source_id}`)
    const expected = awkwardRows.map(({ source_id, line }) => `awkward.jsonl:${line} ${source_id}`)
    assert.deepEqual(traced.toSorted(), expected.toSorted())
  })

  it('counts for its own file where there are several', async (t) => {
    const first = await writeFeed(t, [{ source_id: 'a', name: 'Only here' }, '{"source_id": "'])
    const second = await writeFeed(t, [
      { source_id: 'b', name: 'Old', updated_at: '2024-01-01T00:00:00Z' },
      { source_id: 'c', name: 'Also only here' },
    ])
    const third = await writeFeed(t, [
      { source_id: 'b', name: 'New', updated_at: '2025-01-01T00:00:00Z' },
    ])
    const paths = [first, second, third]
    const { report, folder } = await buildSnapshot(t, {
      sources: paths.map((path) => ({
        kind: 'farm-feed',
        path,
        retrieved_at: '2025-02-01T00:00:00Z',
      })),
    })
    const counts = report.sources.map(({ path, read, used, merged, rejected }) => ({
      path,
      counts: [read, used, merged, rejected],
    }))
    assert.deepEqual(counts, [
      { path: first, counts: [2, 1, 0, 1] },
      { path: second, counts: [2, 1, 1, 0] },
      { path: third, counts: [1, 1, 0, 0] },
    ])
    const { rows } = await readParquet<Source>(join(folder, 'public/sources.parquet'))
    const digests = await Promise.all(paths.map(sha256Of))
    assert.deepEqual(
      rows.map(({ sha256, read, used, merged, rejected }) => ({
        sha256,
        counts: [read, used, merged, rejected],
      })),
      counts.map(({ counts }, index) => ({ sha256: digests[index], counts })),
    )
  })
})

describe('build(sources): the manifest', () => {
  it('says what was built, from what, and counts freshness from the newest date not to come', async () => {
    const manifest = await manifestOf(snapshot)
    assert.equal(manifest.id, snapshot.id)
    assert.equal(manifest.built_at, '2026-02-01T00:00:00Z')
    assert.equal(manifest.as_of, awkwardAsOf)
    assert.equal(manifest.farms, farmIds.size)
    assert.equal(manifest.synthetic, false)
    assert.deepEqual(
      manifest.sources.map(({ file, sha256 }) => ({ file, sha256 })),
      [{ file: basename(awkwardFeed.path), sha256: await sha256Of(awkwardFeed.path) }],
    )
    assert.ok(manifest.gates.every(({ passed }) => passed !== false))
    for (const path of [dirname(awkwardFeed.path), dirname(snapshot.root)])
      assert.ok(!JSON.stringify(manifest).includes(path), 'a path of this machine')
  })

  it('lists every file with its size and digest', async () => {
    const { files } = await manifestOf(snapshot)
    const digests = await fileDigests(snapshot.folder)
    for (const name of Object.values(manifestFiles)) digests.delete(name)
    assert.deepEqual(new Map(files.map(({ path, sha256 }) => [path, sha256])), digests)
    for (const { path, bytes } of files)
      assert.equal(bytes, (await readFile(join(snapshot.folder, path))).length, path)
  })

  it('calls a snapshot synthetic when one of its farms is', async (t) => {
    const mixed = [
      { source_id: '1', name: 'Real' },
      { source_id: '2', name: 'Made up', synthetic: true },
    ]
    assert.equal((await manifestOf(await buildSnapshot(t, { feed: mixed }))).synthetic, true)
  })
})

describe('build(sources): twice from the same input', () => {
  it('gives the same bytes in every file that does not name it, whatever the moment and the folder', async (t) => {
    const path = await writeFeed(t, manyFarms)
    const sources = [awkwardFeed, { ...awkwardFeed, path }]
    const first = await buildSnapshot(t, { sources, now: new Date('2032-01-01T00:00:00Z') })
    const second = await buildSnapshot(t, { sources, now: new Date('2033-02-02T00:00:00Z') })
    const [one, other] = [await nameless(first.folder), await nameless(second.folder)]
    assert.ok(one.size > 12, `${one.size} files`)
    assert.deepEqual(one, other)
    assert.notEqual(first.id, second.id)
    assert.equal(first.id.slice(17), second.id.slice(17), 'the part of the id that names content')
  })

  it('gives the same bytes from the same snapshot before, whatever the moment', async (t) => {
    const [root, copy] = [await copyOfBuild(t, snapshot.root), await copyOfBuild(t, snapshot.root)]
    const feed = [{ source_id: 'twice', name: 'Twice, renamed' }, ...manyFarms.slice(0, 50)]
    const sources = [awkwardFeed, { ...awkwardFeed, path: await writeFeed(t, feed) }]
    const [one, other] = [
      await buildSnapshot(t, { sources, root, now: new Date('2026-02-02T00:00:00Z') }),
      await buildSnapshot(t, { sources, root: copy, now: new Date('2026-03-03T00:00:00Z') }),
    ]
    assert.equal(one.id.slice(17), other.id.slice(17))
    assert.deepEqual(await nameless(one.folder), await nameless(other.folder))
  })

  it('gives the same bytes in every file at the same moment', async (t) => {
    const other = await buildSnapshot(t, { sources: [awkwardFeed], now: awkwardMoment })
    assert.deepEqual(await fileDigests(snapshot.folder), await fileDigests(other.folder))
  })

  it('gives the same bytes in every file with rows of the last build and without', async (t) => {
    const now = new Date('2026-02-02T00:00:00Z')
    const [root, copy] = [await copyOfBuild(t, snapshot.root), await copyOfBuild(t, snapshot.root)]
    const feed = [
      { source_id: 'new', name: 'Twice, renamed', zip: '05602' },
      ...awkwardLines.slice(1),
    ]
    const sources = [awkwardFeed, { ...awkwardFeed, path: await writeFeed(t, feed) }]
    const [one, other] = [
      await buildSnapshot(t, { sources, root, now }),
      await buildSnapshot(t, { sources, root: copy, now, full: true }),
    ]
    assert.deepEqual(await fileDigests(one.folder), await fileDigests(other.folder))
    assert.ok(one.report.reuse.rows > awkwardRows.length, `${one.report.reuse.rows} rows`)
    const [said, inFull] = [one, other].map(({ report }) => ({
      ...report,
      stages: [],
      reuse: null,
    }))
    assert.deepEqual(said, inFull)
  })

  /** The digests of the files in which neither the id of the snapshot is, nor what has it. */
  async function nameless(folder: string): Promise<Map<string, string>> {
    const digests = await fileDigests(folder)
    for (const name of Object.values(manifestFiles)) digests.delete(name)
    for (const { path } of descriptions) if (path !== dictionaryFile) digests.delete(path)
    return digests
  }
})

describe('build(sources): what it publishes', () => {
  it('reads back and fits the schemas: the awkward feed', async () => {
    assert.deepEqual((await verifySnapshot(snapshot.folder)).problems, [])
  })

  it('reads back and fits the schemas: no farm with a location', async (t) => {
    const { folder } = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'Nowhere' }] })
    assert.deepEqual((await verifySnapshot(folder)).problems, [])
  })

  it('reads back and fits the schemas: anything that a feed may hold', async (t) => {
    const { seed = Math.floor(Math.random() * 2 ** 31) } = fc.readConfigureGlobal()
    t.diagnostic(`seed ${seed}`)
    const feed = fc.sample(anyFeedFarm, { numRuns: 400, seed })
    const { folder, report } = await buildSnapshot(t, { feed })
    const { read, used, merged, rejected } = report.sources[0]!
    assert.deepEqual({ read, sum: used + merged + rejected }, { read: 400, sum: 400 })
    assert.ok(used > 100, `only ${used} of 400 rows were used`)
    assert.deepEqual((await verifySnapshot(folder)).problems, [])
  })

  it('gives a product listing an id, whatever its name is made of', async (t) => {
    const product_listings = [{ name: '🍎' }, { name: '🍐', unit: '—' }, { id: ' ', name: '!' }]
    const { folder } = await buildSnapshot(t, {
      feed: [{ source_id: '1', name: 'A', product_listings }],
    })
    assert.deepEqual((await verifySnapshot(folder)).problems, [])
  })

  it('survives half a surrogate pair, wherever it stands', async (t) => {
    const whole = { source_id: 'whole', name: 'Whole' }
    const built = await buildSnapshot(t, { feed: [whole, ...halfCharacters] })
    const { read, used, rejected } = built.report.sources[0]!
    assert.deepEqual([read, used, rejected], [7, 5, 2])
    assert.equal((await rejectsOf(built)).length, 2)
  })
})

const market = '../shared/data/usda_farmers_market_directory/2020-01-31.csv.gz'
const realEdition = join(import.meta.dirname, '../..', market)

describe('build(sources): the USDA directory of 2020-01-31', () => {
  const skip = !existsSync(realEdition) && `${market} is not there`
  it('accounts for all of its 8,791 rows', { skip }, async (t) => {
    const kind = 'usda-farmers-market-directory'
    const built = await buildSnapshot(t, { sources: [{ kind, path: realEdition }] })
    const { read, used, merged, rejected, rejections } = built.report.sources[0]!
    assert.equal(read, 8791)
    assert.equal(used + merged + rejected, 8791)
    assert.equal((await rejectsOf(built)).length, rejected)
    assert.equal(
      Object.values(rejections).reduce((sum, rows) => sum + rows, 0),
      rejected,
    )
    const { files } = await manifestOf(built)
    const rowsIn = (path: string) => files.find((file) => file.path === path)?.rows
    assert.equal(rowsIn('public/farms.parquet'), used)
    assert.equal(rowsIn('members/farms.parquet'), used)
    assert.equal(rowsIn('members/provenance.parquet'), used + merged)
    assert.deepEqual((await verifySnapshot(built.folder)).problems, [])
  })
})

async function rejectsOf({ root, id }: BuiltSnapshot): Promise<Reject[]> {
  return (await readParquet<Reject>(join(root, 'reports', id, 'rejects.parquet'))).rows
}

async function manifestOf({ folder }: BuiltSnapshot): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
}

const sha256Of = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
