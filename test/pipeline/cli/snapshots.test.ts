import assert from 'node:assert/strict'
import { copyFile, mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, describe, it } from 'node:test'
import { manifest } from '../../../data/schema/manifest.ts'
import { snapshotsCommand } from '../../../pipeline/cli/snapshots.ts'
import { farmsCommand } from '../../../pipeline/cli/farms.ts'
import { sha256Of } from '../../../data/file_digest.ts'
import { listOutcome } from '../../../pipeline/cli/outcomes.ts'
import { bucketActions } from '../../../pipeline/cli/bucket_actions.ts'
import { diffSnapshots } from '../../../pipeline/snapshots/diff.ts'
import { rollback } from '../../../pipeline/snapshots/retention.ts'
import { currentSnapshot } from '../../../pipeline/snapshots/snapshots.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { layout } from '../../../data/schema/layout.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { failure, startS3 } from '../../support/s3_server.ts'
import { copyOfBuild } from '../../support/build_folder.ts'
import { runHere } from '../../support/command_here.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const snapshots = (...args: string[]) => runHere('pipeline/main.ts', ['snapshots', ...args])

const first = await buildSnapshot(
  { after },
  {
    feed: [{ source_id: '1', name: 'A' }],
    now: new Date('2026-01-01T00:00:00Z'),
  },
)
const { root } = first
const second = await buildSnapshot(
  { after },
  {
    feed: Array.from({ length: 1200 }, (_, n) => ({
      source_id: String(n),
      name: 'B',
      synthetic: true,
    })),
    now: new Date('2026-01-02T00:00:00Z'),
    root,
  },
)

describe('npm run snapshots', { concurrency: 2 }, () => {
  it('explains itself', async () => {
    const { status, out, err } = await snapshots('--help')
    assert.deepEqual({ status, err }, { status: 0, err: '' })
    assert.match(out, /snapshots -- list/)
    assert.match(out, /snapshots -- verify \[ID\]/)
  })

  const mistakes: Record<string, { args: string[]; says: RegExp }> = {
    'no action': { args: [], says: /name an action: list, verify/ },
    'another action': { args: ['remove'], says: /no action remove; there are list, verify/ },
    'a typing error': { args: ['lst'], says: /no action lst; did you mean list\?/ },
    'prune without a number': { args: ['prune'], says: /prune needs --keep N/ },
    'a number for another action': {
      args: ['list', '--keep', '3'],
      says: /--keep goes with prune/,
    },
    'confirm-clock without a name': {
      args: ['confirm-clock'],
      says: /confirm-clock needs --by WHO, for/,
    },
    'lift without a reason': {
      args: ['lift', 'abcdef', '--by', 'Ann'],
      says: /lift needs --reason "why", for/,
    },
    'rollback without an id': { args: ['rollback'], says: /rollback takes one ID/ },
    'a word too many': { args: ['verify', 'a', 'b'], says: /verify takes at most one ID/ },
    'publish without a URL': { args: ['publish'], says: /publish takes a URL: s3:/ },
    'restore without a URL': { args: ['restore'], says: /restore takes a URL: s3:/ },
    'publish to a name': { args: ['publish', 'farms'], says: /publish takes a URL: s3:/ },
    'another option with a URL': {
      args: ['list', 'file:///nowhere', '--public'],
      says: /--public goes with publish/,
    },
    'an action of folders with a URL': {
      args: ['report', 'file:///nowhere'],
      says: /report works in a build folder, not at a URL/,
    },
    'an unknown option': { args: ['list', '--all'], says: /'--all'/ },
    'no snapshot of that id': {
      args: ['verify', '20250101T000000Z-00000000', '--out', root],
      says: new RegExp(`20250101T000000Z-00000000 .*snapshots -- list --out "${root}"`),
    },
  }
  it('names the build folder that is not there', async () => {
    for (const args of [
      ['prune', '--keep', '2'],
      ['rollback', first.id],
    ])
      await assert.rejects(snapshotsCommand([...args, '--out', `${root}/none`]), {
        name: 'SnapshotsError',
        message: /there is no build folder .*none; name it by --out DIR/,
      })
  })

  for (const [what, { args, says }] of Object.entries(mistakes))
    it(`is not to be used like that: ${what}`, async () => {
      await assert.rejects(snapshotsCommand(args), { name: 'UsageError', message: says })
    })
})

describe('npm run snapshots -- list', { concurrency: 2 }, () => {
  it('shows every snapshot, the newest last, the live one marked', async () => {
    const { status, out } = await snapshots('list', '--out', root)
    assert.equal(status, 0)
    const [older, newer, ...others] = out.trimEnd().split('\n')
    assert.deepEqual(others, [])
    assert.match(older!, new RegExp(`^  ${first.id} +1 farms +feed[-\\d]*\\.jsonl$`))
    assert.match(
      newer!,
      new RegExp(`^\\* ${second.id} +1,200 farms +feed[-\\d]*\\.jsonl \\(synthetic\\)$`),
    )
  })

  it('prints JSON: the manifests, and which is live', async () => {
    const { status, out } = await snapshots('list', '--out', root, '--json')
    assert.equal(status, 0)
    const list = JSON.parse(out)
    assert.deepEqual(
      list.map(({ id, live }: { id: string; live: boolean }) => ({ id, live })),
      [
        { id: first.id, live: false },
        { id: second.id, live: true },
      ],
    )
    for (const { live: _, ...each } of list) manifest.parse(each)
  })

  it('names only the new ones of many files', () => {
    const source = (file: string) => ({ file, sha256: file })
    const listed = (id: string, ...files: string[]) =>
      ({ id, live: false, manifest: { id, farms: 7, sources: files.map(source) } }) as never
    const four = ['a', 'b', 'c', 'd']
    const { lines } = listOutcome(
      [listed('1', ...four), listed('2', ...four, 'e'), listed('3', 'v', 'w', 'x', 'y')],
      '',
    )
    const ends = lines.map((line) => line.split('farms  ')[1])
    assert.deepEqual(ends, ['4 files', '5 files, new: e', '4 files, 4 new'])
  })

  it('says so where there is none', async (t) => {
    const out = join(await temporaryFolder(t), 'build')
    const run = await snapshots('list', '--out', out)
    assert.deepEqual([run.status, run.out], [0, `no snapshot in ${out}\n`])
  })

  it('shows the others where one has no manifest, and says so', async (t) => {
    const whole = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'A' }] })
    const broken = join(whole.root, 'snapshots/20200101T000000Z-00000000')
    await mkdir(broken)
    await writeFile(join(whole.root, 'snapshots/.DS_Store'), '')
    const { out, err } = await snapshots('list', '--out', whole.root)
    assert.ok(out.includes(whole.id), err)
    assert.match(out + err, /20200101T000000Z-00000000/)
    assert.doesNotMatch(err, /\n +at /, 'no stack trace')
  })
})

it('a damaged live snapshot ends every command with a sentence, and rollback mends it', async (t) => {
  const copy = await copyOfBuild(t, root)
  await writeFile(join(copy, 'snapshots', second.id, 'manifest.json'), '{"id": "2026')
  const says = { name: 'SnapshotsError', message: /manifest\.json differs.*live.*roll back to/ }
  await assert.rejects(snapshotsCommand(['publish', `file://${copy}/bucket`, '--out', copy]), says)
  await assert.rejects(farmsCommand(['history', 'farm-feed:1', '--out', copy]), says)
  assert.equal((await snapshots('verify', '--out', copy)).status, 1)
  assert.equal((await snapshots('rollback', first.id, '--out', copy)).status, 0)
  assert.equal((await snapshots('verify', '--out', copy)).status, 0)
})

describe('npm run snapshots -- verify', { concurrency: 2 }, () => {
  it('reads the live snapshot, or the one that is named', async () => {
    const live = await snapshots('verify', '--out', root)
    assert.equal(live.status, 0, live.out)
    assert.match(
      live.out,
      new RegExp(`^${second.id}: \\d+ files are whole and fit their schemas\n$`),
    )
    const named = await snapshots('verify', first.id, '--out', root, '--json')
    assert.equal(named.status, 0)
    const { files, ...rest } = JSON.parse(named.out)
    assert.deepEqual(rest, { snapshot: first.id, problems: [] })
    assert.ok(files > 12)
  })

  it('ends with 1 and names each damaged file', async (t) => {
    const damaged = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'A' }] })
    const { size } = await stat(join(damaged.folder, 'serving/columns.bin'))
    await truncate(join(damaged.folder, 'serving/columns.bin'), 3)
    await rm(join(damaged.folder, 'members/farms.parquet'))
    const { status, out } = await snapshots('verify', '--out', damaged.root)
    assert.equal(status, 1)
    assert.equal(
      out,
      `${damaged.id}: members/farms.parquet: missing\n` +
        `${damaged.id}: serving/columns.bin: 3 bytes, expected ${size}\n`,
    )
  })

  it('says how to come by one where there is no snapshot yet', async (t) => {
    const { status, out, err } = await snapshots('verify', '--out', await temporaryFolder(t))
    assert.equal(status, 2)
    assert.equal(out, '')
    assert.match(
      err,
      /^snapshots: .* holds no live snapshot; build one \(npm run build -- --help\)\n$/,
    )
  })
})

describe('npm run snapshots -- … latest', { concurrency: 2 }, () => {
  it('means the live one, wherever an id may be', async () => {
    const json = async (...args: string[]) => {
      const { status, out, err } = await snapshots(...args, '--out', root, '--json')
      assert.equal(status, 0, err)
      return JSON.parse(out)
    }
    assert.equal((await json('verify', 'latest')).snapshot, second.id)
    assert.equal((await json('report', 'latest')).id, second.id)
    const diff = await json('diff', first.id, 'latest')
    assert.deepEqual(diff, await json('diff', first.id))
    const same = { live: second.id, before: second.id, quarantine: [] }
    assert.deepEqual(await json('rollback', 'latest'), same)
  })
})

describe('npm run snapshots -- … URL', () => {
  it('does with what is published as with what is here', async (t) => {
    const url = pathToFileURL(join(await temporaryFolder(t), 'bucket')).href
    const places = layout(root)
    const run = async (name: string, ids: string[] = [], keep?: string) => {
      const { value } = await bucketActions[name]!.run(url, ids, { places, keep, public: false })
      return value as never
    }
    await rollback(places, first.id)
    assert.equal((await run('publish'))['id'], first.id)
    await rollback(places, second.id)
    const { out, err } = await snapshots('publish', url, '--out', root, '--keep', '2')
    assert.match(out, new RegExp(`^${second.id} is live in ${url}\n\\d+ files sent, `))
    assert.equal(err, '')
    const listed = (await run('list')) as { id: string; live: boolean }[]
    assert.deepEqual(
      listed.map(({ id, live }) => [id, live]),
      [
        [first.id, false],
        [second.id, true],
      ],
    )
    for (const { id, folder } of [first, second])
      assert.deepEqual(await run('verify', [id]), {
        snapshot: id,
        ...(await verifySnapshot(folder)),
      })
    assert.deepEqual(
      await run('diff', [first.id]),
      await diffSnapshots(first.folder, second.folder),
    )
    const { folder, ...there } = (await run('rollback', [first.id])) as {
      folder: { live: string; quarantine: { snapshot: string }[] }
    }
    assert.deepEqual(there, { live: first.id, before: second.id })
    assert.equal(folder.live, first.id)
    const fresh = new Set(folder.quarantine.map(({ snapshot }) => snapshot))
    assert.deepEqual([...fresh], [second.id])
    assert.equal(await currentSnapshot(places), first.id)
    const elsewhere = layout(await temporaryFolder(t))
    await copyFile(places.signingKey, elsewhere.signingKey)
    const given = { places: elsewhere, public: false }
    const { lines } = await bucketActions['rollback']!.run(url, [second.id], given)
    assert.match(lines[1]!, /^where builds run: npm run snapshots -- rollback /)
    assert.deepEqual(await run('prune', [], '2'), { removed: [] })
  })

  it('does not publish over the snapshots of a folder that was lost', async (t) => {
    const url = pathToFileURL(join(await temporaryFolder(t), 'bucket')).href
    const given = { keep: undefined, public: false }
    await bucketActions['publish']!.run(url, [], { places: layout(root), ...given })
    const other = await buildSnapshot(t, { feed: [{ source_id: '1', name: 'A' }] })
    const places = layout(other.root)
    await copyFile(layout(root).signingKey, places.signingKey)
    await assert.rejects(bucketActions['publish']!.run(url, [], { places, ...given }), {
      name: 'SnapshotsError',
      message:
        /another build folder .* move .* away, and npm run snapshots -- restore file:.* --out "/,
    })
    const { lines } = await bucketActions['list']!.run(url, [], { places, ...given })
    assert.ok(lines[0]!.startsWith(`* ${await currentSnapshot(layout(root))} `))
  })

  it('lists a snapshot that this program can not read, with the reason', async (t) => {
    const folder = join(await temporaryFolder(t), 'bucket')
    const url = pathToFileURL(folder).href
    const given = { keep: undefined, public: false, places: layout(root) }
    await bucketActions['publish']!.run(url, [], given)
    const id = await currentSnapshot(layout(root))
    const path = join(folder, 'snapshots', id!, 'manifest.json')
    const newer = { ...JSON.parse(await readFile(path, 'utf8')), schema_version: 99 }
    const text = JSON.stringify(newer)
    await rm(path)
    await writeFile(path, text)
    const pointer = JSON.parse(await readFile(join(folder, 'current.json'), 'utf8'))
    for (const entry of pointer.snapshots) entry.manifest_sha256 = sha256Of(text)
    const { signature: _signature, ...unsigned } = pointer
    await writeFile(join(folder, 'current.json'), JSON.stringify(unsigned))
    const { lines, value } = await bucketActions['list']!.run(url, [], given)
    assert.match(lines[0]!, /^\* \S+  file:.* is of schema version 99, .*: update it$/)
    assert.match((value as { fault: string }[])[0]!.fault, /schema version 99/)
  })

  it('says in a sentence why it can not', async (t) => {
    const s3 = await startS3(t)
    for (const [args, says] of [
      [['list', 's3:/farms'], /is s3:\/\/BUCKET/],
      [['list', 'ftp://ann:secret@example.org/'], /is s3:\/\/BUCKET\/PREFIX, https:/],
      [['publish', 'https://ann:secret@example.org/'], /example\.org can't be written/],
      [['verify', 's3://farms/none'], /nothing is published in s3:\/\/farms\/none/],
    ] as const)
      await assert.rejects(snapshotsCommand([...args]), (error: Error) => {
        assert.match(error.message, says)
        return !error.message.includes('secret')
      })
    s3.interfere = () => failure(403, 'InvalidAccessKeyId')
    const { status, err } = await snapshots('publish', 's3://farms/none', '--out', root)
    assert.equal(status, 2)
    assert.match(err, /^snapshots: .*unknown access key.*\n$/)
    assert.doesNotMatch(err, /AKIATESTSONLY|secret key of|session token of/)
  })
})
