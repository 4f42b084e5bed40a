import assert from 'node:assert/strict'
import { chmod, copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { buildCommand } from '../../../pipeline/cli/build.ts'
import { snapshotsCommand } from '../../../pipeline/cli/snapshots.ts'
import { layout } from '../../../data/schema/layout.ts'
import { readLedger } from '../../../pipeline/runs/ledger.ts'
import { copyOfBuild, currentOf, requireNoRemains } from '../../support/build_folder.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { runCommand } from '../../support/command.ts'
import { faultOptions, type Fault } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const farms = Array.from({ length: 400 }, (_, number) => ({
  source_id: `farm-${number}`,
  name: `Farm ${number}`,
  state: 'VT',
  zip: '05602',
  products: ['eggs', 'kale'],
}))
const feed = await writeFeed({ after }, farms)
const live = await buildSnapshot({ after }, { feed: farms.slice(0, 380) })

const fails = (action: Fault['action'], call: Fault['call'], path: string) =>
  faultOptions({ action, when: 'before', call, path })

/** What the system does to a build, and what that says. */
const failures: Record<string, { options: object; says: RegExp }> = {
  'no room for what is read': { options: { fileBlocks: 100 }, says: /EFBIG.*ulimit -f/ },
  'no room for DuckDB': { options: { fileBlocks: 400 }, says: /EFBIG.*ulimit -f/ },
  'a disk that is full just before the switch': {
    options: fails('ENOSPC', 'rename', '/current$'),
    says: /the disk is full \(ENOSPC: rename\); free some space, or .*--out DIR$/,
  },
  'a read-only disk': {
    options: fails('EROFS', 'open', '/manifest.json$'),
    says: /the disk is read-only \(EROFS: open\); mount it for writing, or/,
  },
}

describe('a build that the system fails', { concurrency: 2 }, () => {
  for (const [failure, { options, says }] of Object.entries(failures))
    it(`(${failure}) ends with 5 and a sentence, and leaves all as it was`, async (t) => {
      const root = await copyOfLive(t)
      const args = ['build', '--source', `farm-feed=${feed}`, '--out', root]
      const { status, out, err } = await runCommand('pipeline/main.ts', args, options)
      const message = err.trimEnd().split('\n').at(-1)!
      assert.equal(status, 5, err)
      assert.equal(out, '')
      assert.match(message, says)
      assert.ok(message.startsWith(`build: can't build into ${root}: `), message)
      assert.doesNotMatch(err, /\n +at /)
      await requireUntouched(root)
      const [run] = readLedger(layout(root)).runs
      assert.deepEqual(
        [run!.outcome, run!.status, run!.cause, run!.message, run!.snapshot],
        ['failed', 5, 'machine', message.slice('build: '.length), null],
      )
    })

  it('says that the snapshot is live where only its report could not be kept', async (t) => {
    const root = await copyOfLive(t)
    const args = ['build', '--source', `farm-feed=${feed}`, '--out', root]
    const fault = fails('ENOSPC', 'writeFile', '/report.json$')
    const { status, err } = await runCommand('pipeline/main.ts', args, fault)
    const id = await currentOf(root)
    assert.notEqual(id, live.id)
    assert.equal(status, 5)
    assert.ok(err.includes(`can't keep the report of ${id}, which is live now, in ${root}/`), err)
    assert.deepEqual(await readdir(join(root, 'reports')), [live.id])
  })
})

describe('a build folder that may not be written', { concurrency: 1 }, () => {
  it('ends every command that writes with a sentence', async (t) => {
    const root = await copyOfLive(t)
    const source = join(root, '../feed.jsonl')
    await copyFile(feed, source)
    await chmod(join(root, '..'), 0o755)
    await chmod(join(root, '.lock'), 0o444)
    await chmod(root, 0o555)
    try {
      const args = ['--source', `farm-feed=${source}`, '--out']
      for (const command of [
        () => buildCommand([...args, root]),
        () => buildCommand([...args, join(root, 'another')]),
        () => snapshotsCommand(['rollback', live.id, '--out', root]),
      ])
        await refused(() => withoutRights(command), /permission is denied|the disk is read-only/)
    } finally {
      await chmod(root, 0o755)
    }
    await requireUntouched(root)
  })

  it('is below a file', async (t) => {
    const file = join(await temporaryFolder(t), 'file')
    await writeFile(file, '')
    const args = ['--source', `farm-feed=${feed}`, '--out', join(file, 'build')]
    await refused(() => buildCommand(args), /part of its path is a file.*ENOTDIR/)
  })
})

const refused = (command: () => Promise<number>, message: RegExp) =>
  assert.rejects(command, { name: 'SystemFailure', message })

/** Runs a command as a user who is not root, who may do everything. */
async function withoutRights(command: () => Promise<number>): Promise<number> {
  if (process.geteuid?.() !== 0) return command()
  process.seteuid!(65_534)
  try {
    return await command()
  } finally {
    process.seteuid!(0)
  }
}

const copyOfLive = (t: TestContext) => copyOfBuild(t, live.root)

async function requireUntouched(root: string): Promise<void> {
  assert.equal(await currentOf(root), live.id)
  for (const folder of ['snapshots', 'reports'])
    assert.deepEqual(await readdir(join(root, folder)), [live.id])
  await requireNoRemains(root)
}
