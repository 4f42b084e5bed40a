import assert from 'node:assert/strict'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import { descriptions, digestsFile, farmsCsvFile } from '../../../data/schema/descriptions.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { changeLogFile } from '../../../data/schema/serving/change_log.ts'
import { schemaVersion } from '../../../data/schema/versions.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { fileDigest } from '../../../data/file_digest.ts'
import { digestLines } from '../../../pipeline/snapshots/files.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { plainFeed } from '../../support/plain_feed.ts'
import { randomOf } from '../../support/random.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const whole = await buildSnapshot({ after }, { feed: plainFeed })
const manifest: Manifest = JSON.parse(await readFile(join(whole.folder, 'manifest.json'), 'utf8'))
const paths = manifest.files.map(({ path }) => path)
const filled = paths.filter((path) => sizeOf(path) > 0)

describe('verifySnapshot(folder)', () => {
  it('finds nothing wrong with a whole snapshot, and says how many files that is', async () => {
    assert.deepEqual(await verifySnapshot(whole.folder), { files: paths.length, problems: [] })
    assert.equal(paths.length, tables.length + descriptions.length + 2) // and two for servers
  })

  it('names each file that is truncated', async (t) => {
    const folder = await copy(t)
    for (const path of filled) await truncate(join(folder, path), sizeOf(path) - 1)
    await requireProblems(folder, filled)
  })

  it('names each file of which a bit is flipped', async (t) => {
    const folder = await copy(t)
    const random = randomOf(1)
    for (const path of filled) {
      const bytes = await readFile(join(folder, path))
      bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8)
      await writeFile(join(folder, path), bytes)
    }
    await requireProblems(folder, filled)
  })

  it('names each file that is missing', async (t) => {
    const folder = await copy(t)
    for (const path of paths) await rm(join(folder, path))
    await requireProblems(folder, paths)
  })

  it('names each file that is missing from the manifest as well', async (t) => {
    const folder = await copy(t)
    for (const path of paths) await rm(join(folder, path))
    await rewriteManifest(folder, (each) => ({ ...each, files: [] }))
    // Older snapshots have no log of changes, and no CSV.
    const later = [changeLogFile, farmsCsvFile]
    await requireProblems(
      folder,
      paths.filter((path) => !later.includes(path)),
    )
  })

  it('names each file that describes a snapshot and is missing, where others are there', async (t) => {
    const folder = await copy(t)
    const required = descriptions.filter(({ optional }) => !optional).map(({ path }) => path)
    const missing = required.filter((path) => path !== digestsFile)
    for (const path of missing) await rm(join(folder, path))
    const files = manifest.files.filter(({ path }) => !missing.includes(path))
    await rewriteManifest(folder, (each) => ({ ...each, files }))
    await requireProblems(folder, [...missing, digestsFile])
  })

  it('names the file of digests where it has others than the manifest', async (t) => {
    const folder = await copy(t)
    const text = await readFile(join(folder, digestsFile), 'utf8')
    const [first, ...others] = text.trimEnd().split('\n')
    await writeFile(join(folder, digestsFile), [...others, first, ''].join('\n'))
    const digest = await fileDigest(join(folder, digestsFile))
    const files = manifest.files.map((file) =>
      file.path === digestsFile ? { ...file, ...digest } : file,
    )
    await rewriteManifest(folder, (each) => ({ ...each, files }))
    const { problems } = await verifySnapshot(folder)
    assert.deepEqual(problems, [`${digestsFile}: its digests are not those of the manifest`])
  })

  it('names one damaged file, and no sound one', async (t) => {
    const folder = await copy(t)
    const path = paths[Math.floor(randomOf(2)() * paths.length)]!
    await writeFile(join(folder, path), 'damaged')
    await requireProblems(folder, [path])
  })

  it('names files that do not belong there', async (t) => {
    const folder = await copy(t)
    await writeFile(join(folder, 'public/notes.txt'), 'stray')
    await writeFile(join(folder, 'farms.parquet'), 'stray')
    const { problems } = await verifySnapshot(folder)
    assert.deepEqual(problems.toSorted(), [
      'farms.parquet: not in the manifest',
      'public/notes.txt: not in the manifest',
    ])
  })
})

describe('verifySnapshot(folder): the manifest', () => {
  it('must be there', async (t) => {
    const folder = await copy(t)
    await rm(join(folder, 'manifest.json'))
    const { problems } = await verifySnapshot(folder)
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /manifest\.json can't be read: it is not there/)
  })

  it('must be of this schema version', async (t) => {
    const folder = await copy(t)
    await rewriteManifest(folder, (each) => ({ ...each, schema_version: schemaVersion + 1 }))
    const { problems } = await verifySnapshot(folder)
    assert.equal(problems.length, 1)
    assert.match(
      problems[0]!,
      new RegExp(`schema version ${schemaVersion + 1}\\b.*${schemaVersion}`),
    )
  })

  for (const [what, text] of Object.entries({
    'cut short': '{"id": "2026',
    'no manifest': '{"id": "mine", "schema_version": 1}',
  }))
    it(`is named where it is ${what}`, async (t) => {
      const folder = await copy(t)
      await writeManifestText(folder, text)
      const { problems } = await verifySnapshot(folder)
      assert.equal(problems.length, 1)
      assert.match(problems[0]!, /manifest\.json can't be read: /)
    })

  const otherRows = ({ files, ...rest }: Manifest) => ({
    ...rest,
    files: files.map((file) => ({ ...file, rows: file.rows && file.rows + 1 })),
  })
  const contradictions: Record<string, (manifest: Manifest) => Manifest> = {
    'the rows of its files': otherRows,
    'the number of its farms': (each) => ({ ...each, farms: each.farms + 1 }),
    'the number of its product listings': (each) => ({ ...each, product_listings: 0 }),
    'its id': (each) => ({ ...each, id: '20200101T000000Z-00000000' }),
  }
  for (const [what, contradict] of Object.entries(contradictions))
    it(`may not say otherwise than the files: ${what}`, async (t) => {
      const folder = await copy(t)
      await rewriteManifest(folder, contradict)
      assert.notDeepEqual((await verifySnapshot(folder)).problems, [])
    })
})

describe('verifySnapshot(folder): files that fit the manifest, but not the schema', () => {
  const query = (change: string) => `select * ${change} from read_parquet($source)`
  const misfits: Record<string, { sql: string; says: RegExp }> = {
    'a column too many': { sql: query(", 'x' as extra"), says: /has the columns .*extra/ },
    'a column too few': { sql: query('exclude (county)'), says: /has the columns id, name/ },
    'columns in another order': {
      sql: query('exclude (id), id').replace('select *', 'select id as first, *'),
      says: /has the columns first/,
    },
    'a column of another type': {
      sql: query('replace (lat::float as lat)'),
      says: /column lat is FLOAT, expected DOUBLE/,
    },
    'a value out of range': {
      sql: query("replace (case when state = 'GU' then 91 else lat end as lat)"),
      says: /row \d+: .*lat/s,
    },
    'a value missing': {
      sql: query("replace (case when name <> 'Nowhere Farm' then name end as name)"),
      says: /row \d+: .*name/s,
    },
  }
  for (const [what, { sql, says }] of Object.entries(misfits))
    it(`${what} is found`, async (t) => {
      const folder = await copy(t)
      const path = join(folder, 'public/farms.parquet')
      await rewriteParquet(path, sql)
      await signAgain(folder, 'public/farms.parquet')
      const { problems } = await verifySnapshot(folder)
      assert.ok(problems.length > 0)
      for (const problem of problems) assert.match(problem, /^public\/farms\.parquet: /)
      assert.match(problems.join('\n'), says)
      assert.deepEqual((await verifySnapshot(folder, { rows: false })).problems, [])
    })

  it('a table that is no Parquet file is found', async (t) => {
    const folder = await copy(t)
    await writeFile(join(folder, 'members/farms.parquet'), 'id,name\n1,A\n')
    await signAgain(folder, 'members/farms.parquet')
    const { problems } = await verifySnapshot(folder)
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /^members\/farms\.parquet: /)
  })
})

/** A copy of the snapshot under its own name, to damage. */
async function copy(life: Lifetime): Promise<string> {
  const folder = join(await temporaryFolder(life), basename(whole.folder))
  await cp(whole.folder, folder, { recursive: true })
  return folder
}

function sizeOf(path: string): number {
  return manifest.files.find((file) => file.path === path)!.bytes
}

/** Requires one complaint about each of these files, and none about any other. */
async function requireProblems(folder: string, about: string[]): Promise<void> {
  const { problems } = await verifySnapshot(folder)
  const named = problems.map((problem) => problem.split(':', 1)[0]!)
  assert.deepEqual(named.toSorted(), about.toSorted(), problems.join('\n'))
  assert.deepEqual((await verifySnapshot(folder, { rows: false })).problems, problems)
}

async function rewriteManifest(
  folder: string,
  change: (manifest: Manifest) => Manifest,
): Promise<void> {
  await writeManifestText(folder, JSON.stringify(change(manifest)))
}

/** Makes the manifest, and the file of digests, say what the file now is. */
async function signAgain(folder: string, path: string): Promise<void> {
  const digest = await fileDigest(join(folder, path))
  const files = manifest.files.map((file) => (file.path === path ? { ...file, ...digest } : file))
  await writeFile(join(folder, digestsFile), digestLines(files))
  const sums = await fileDigest(join(folder, digestsFile))
  const signed = files.map((file) => (file.path === digestsFile ? { ...file, ...sums } : file))
  await rewriteManifest(folder, (each) => ({ ...each, files: signed }))
}
