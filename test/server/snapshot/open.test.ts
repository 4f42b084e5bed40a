import assert from 'node:assert/strict'
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import { layout } from '../../../data/schema/layout.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { schemaVersion } from '../../../data/schema/versions.ts'
import { servingFile } from '../../../data/schema/serving/columns.ts'
import { readConfig } from '../../../server/config.ts'
import { FileChecks } from '../../../server/snapshot/files/file_checks.ts'
import { openSnapshot } from '../../../server/snapshot/open.ts'
import { copyOfBuild } from '../../support/build_folder.ts'
import { correctDigests } from '../../support/digests.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { openFiles } from '../../support/open_files.ts'
import { rewrittenColumns } from '../../support/rewritten_columns.ts'

const { root, id } = await fixtureSnapshot({ after })
const options = readConfig({}).snapshot
const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
const farmsFile = 'members/farms.parquet'
const { files } = await readManifest(layout(root).snapshot(id))

/** A copy of the snapshot, to be damaged. */
async function copied(t: TestContext) {
  const own = layout(await copyOfBuild(t, root))
  const folder = own.snapshot(id)
  const open = async () => (await openSnapshot(own, id, options)).close()
  return { own, folder, open }
}

async function rewriteManifest(folder: string, change: (manifest: Manifest) => object) {
  const manifest = await readManifest(folder)
  await writeManifestText(folder, JSON.stringify(change(manifest)))
}

/** Asserts a refusal that names the snapshot, what is wrong, and what helps. */
async function assertRefused(open: () => Promise<void>, wrong: RegExp | string): Promise<void> {
  await assert.rejects(open(), (error) => {
    assert.ok(error instanceof Error)
    assert.equal(error.name, 'SnapshotError', error.stack)
    assert.ok(error.message.includes(id), error.message)
    assert.match(error.message, /npm run build/)
    if (typeof wrong === 'string') assert.ok(error.message.includes(wrong), error.message)
    else assert.match(error.message, wrong)
    return true
  })
}

describe('openSnapshot(layout, id, options)', () => {
  it('opens a good one', async (t) => {
    const { open } = await copied(t)
    await open()
  })

  it('refuses one without a manifest, or with one that is not', async (t) => {
    const { folder, open } = await copied(t)
    const path = join(folder, 'manifest.json')
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"id": 1}',
      await readFile(path, 'utf8').then((text) => text.slice(0, 500)),
    ]) {
      await writeManifestText(folder, text)
      await assertRefused(open, /manifest\.json|schema version/)
    }
    await rm(path)
    await assertRefused(open, 'manifest.json')
    await rm(folder, { recursive: true })
    await assertRefused(open, 'manifest.json')
  })

  for (const [what, path, sql, wrong] of [
    ['lacks a column', farmsFile, 'select * exclude (phone)', /it lacks the column phone/],
    [
      'has a column of another type',
      farmsFile,
      'select * replace (quality_score::varchar as quality_score)',
      /its column quality_score is VARCHAR, not INTEGER/,
    ],
    ['has fewer rows', farmsFile, 'select * offset 1', /\d+ rows, its manifest lists \d+/],
    ['has a farm off the globe', farmsFile, 'select * replace (91::double as lat)', /is nowhere/],
    ['has the rows of other farms', farmsFile, 'select * order by id desc', /is in another row/],
    [
      'fills the memory when it is decompressed',
      farmsFile,
      "select * replace (repeat('farm', 400_000) || id as description)",
      /bytes when decompressed/,
    ],
    [
      'has listings of a foreign shape',
      'members/product_listings.parquet',
      'select id as farm_id',
      /product_listings\.parquet: it lacks/,
    ],
  ] as const)
    it(`refuses one that ${what}, though its digests are right`, async (t) => {
      const { folder, open } = await copied(t)
      const [select, rest = ''] = sql.split(/(?= offset | order )/)
      await rewriteParquet(
        join(folder, path),
        `${select} from read_parquet($source)${rest}`,
        'zstd',
      )
      await correctDigests(folder)
      await assertRefused(open, wrong)
    })

  it('refuses one of another schema version, naming both', async (t) => {
    const { folder, open } = await copied(t)
    for (const schema_version of [0, schemaVersion - 2, schemaVersion + 1, 99]) {
      await rewriteManifest(folder, (manifest) => ({ ...manifest, schema_version }))
      await assertRefused(
        open,
        `schema version ${schema_version}, this program reads ${schemaVersion} and ${schemaVersion - 1}${schema_version > schemaVersion ? ': update it' : ''}; build a new one`,
      )
    }
  })

  it('refuses one whose manifest says something that it may not', async (t) => {
    const { folder, open } = await copied(t)
    const original = await readManifest(folder)
    for (const changed of [
      { ...original, farms: -1 },
      { ...original, farms: original.farms + 1 },
      { ...original, farms: original.farms - 1 },
      { ...original, id: 'latest' },
      { ...original, files: undefined },
      { ...original, surprise: true },
      { ...original, files: [{ ...original.files[0], path: '../../etc/passwd' }] },
    ]) {
      await rewriteManifest(folder, () => changed)
      await assertRefused(open, /manifest|bytes|columns/)
    }
  })

  it('refuses one whose manifest is that of another snapshot', async (t) => {
    const { folder, open } = await copied(t)
    await rewriteManifest(folder, (manifest) => ({ ...manifest, id: '20200101T000000Z-0badc0de' }))
    await assertRefused(open, '20200101T000000Z-0badc0de')
  })

  for (const { path } of files) {
    it(`refuses one in which ${path} is missing, or has another size`, async (t) => {
      const { folder, open } = await copied(t)
      const file = join(folder, path)
      const { size } = await stat(file)
      await truncate(file, size - 1)
      await assertRefused(open, path)
      await truncate(file, size + 1)
      await assertRefused(open, path)
      await truncate(file, 0)
      await assertRefused(open, path)
      await rm(file)
      await assertRefused(open, path)
    })
  }

  it('refuses one whose manifest leaves out a file that it needs', async (t) => {
    const { folder, open } = await copied(t)
    const original = await readManifest(folder)
    const needed = files.filter(
      ({ path }) => path === servingFile || /members\/(farms|product_listings)/.test(path),
    )
    for (const { path } of needed) {
      await rewriteManifest(folder, (manifest) => ({
        ...manifest,
        files: original.files.filter((file) => file.path !== path),
      }))
      await assertRefused(open, path)
    }
  })

  it('refuses one whose Parquet or serving files are of the right size but no such files', async (t) => {
    for (const path of ['members/farms.parquet', servingFile]) {
      const { folder, open } = await copied(t)
      const { size } = await stat(join(folder, path))
      await writeFile(join(folder, path), Buffer.alloc(size, 'x'))
      await assertRefused(open, basename(path))
    }
  })

  it('refuses one of which a JSON column is none, and leaves no file open behind it', async (t) => {
    for (const [group, name] of [
      ['documents', 'stats'],
      ['documents', 'termFarms'],
      ['schedules', 'timeZones'],
      ['attributes', 'facets'],
      ['prices', 'kinds'],
      ['words', 'list'],
    ] as const) {
      const { folder, open } = await copied(t)
      const path = join(folder, servingFile)
      const damaged = rewrittenColumns(await readFile(path), (column, bytes) =>
        column.name === `${group}.${name}` ? Buffer.alloc(bytes.length, 'x') : bytes,
      )
      await writeFile(path, damaged)
      await correctDigests(folder)
      await assertRefused(open, `column ${group}.${name}`)
      assert.deepEqual(await openFiles(folder), [])
    }
  })

  it('refuses one of which any bit of any file is flipped, and leaves no file open', async (t) => {
    const { folder, open } = await copied(t)
    for (const { path, bytes } of files) {
      const original = await readFile(join(folder, path))
      for (const share of [0, 0.01, 0.2, 0.5, 0.8, 0.99]) {
        const damaged = Buffer.from(original)
        damaged[Math.floor(share * bytes)]! ^= 1 << (bytes % 8)
        await writeFile(join(folder, path), damaged)
        await assertRefused(open, basename(path))
      }
      await writeFile(join(folder, path), original)
    }
    assert.deepEqual(await openFiles(folder), [])
    await open()
  })

  it('says how far it is', async (t) => {
    const { own } = await copied(t)
    const said: number[] = []
    const note = ({ checked_bytes }: { checked_bytes: number }) => said.push(checked_bytes)
    const snapshot = await openSnapshot(own, id, options, new FileChecks(own), note)
    snapshot.close()
    const others = files.filter(({ path }) => path !== servingFile)
    assert.equal(said.length, others.length)
    assert.equal(
      said.at(-1),
      others.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  })
})
