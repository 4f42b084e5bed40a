import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { layout } from '../../../data/schema/layout.ts'
import { openWorkspace } from '../../../pipeline/snapshots/workspace.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { currentOf, entriesOf, requireNoRemains } from '../../support/build_folder.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { faultOptions } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const program = 'pipeline/main.ts'
const started = faultOptions({
  action: 'hold',
  when: 'before',
  call: 'writeFile',
  path: '/dictionary.json$',
})

describe('two builds into one folder', { concurrency: 2 }, () => {
  it('are refused: the second says which process is at work, and the first goes on', async (t) => {
    const { root, args } = await feedFor(t)
    const first = startCommand(t, program, args, started)
    await first.says('held')
    const second = await runCommand(program, args)
    assert.equal(second.status, 4)
    assert.equal(second.out, '')
    assert.match(second.err, new RegExp(`^build: process ${first.process.pid} is building into `))
    assert.ok(second.err.includes(root))
    first.process.kill('SIGUSR2')
    const { status, err } = await first.ended
    assert.equal(status, 0, err)
    await requireOneSnapshot(root)
  })

  it('are refused when they begin in the same moment, too', async (t) => {
    const { root, args } = await feedFor(t)
    // Whichever comes first, it stands still where it is about to clear the workspace.
    const clearing = faultOptions({ action: 'hold', when: 'before', call: 'rm', path: '/.work$' })
    const first = startCommand(t, program, args, clearing)
    await first.says('held')
    const second = startCommand(t, program, args, started)
    await second.says('held')
    for (const { process } of [first, second]) process.kill('SIGUSR2')
    const [one, other] = await Promise.all([first.ended, second.ended])
    const [published, refused] = one.status === 0 ? [one, other] : [other, one]
    assert.deepEqual([published.status, refused.status], [0, 4], one.err + other.err)
    assert.match(refused.err, /^build: .* is building into /m)
    await requireOneSnapshot(root)
  })
})

describe('openWorkspace(layout)', () => {
  it('closes to other users what only paid keys may read', async (t) => {
    await using space = await openWorkspace(layout(join(await temporaryFolder(t), 'build')))
    const { snapshot, report, scratch } = space
    const modeOf = async (path: string) => (await stat(path)).mode
    for (const path of [join(snapshot, 'members'), join(snapshot, 'serving'), report, scratch])
      assert.equal((await modeOf(path)) & 0o007, 0, path)
    assert.equal((await modeOf(scratch)) & 0o077, 0)
    assert.deepEqual((await readdir(snapshot)).toSorted(), ['members', 'public', 'serving'])
  })

  it('is empty, and gone after its disposal', async (t) => {
    const root = await temporaryFolder(t)
    const places = layout(root)
    await mkdir(join(places.work, 'snapshot/public'), { recursive: true })
    await writeFile(join(places.work, 'snapshot/public/leaving.parquet'), 'left')
    const workspace = await openWorkspace(places)
    const entries = await readdir(workspace.snapshot, { recursive: true })
    assert.deepEqual(entries.toSorted(), ['members', 'public', 'serving'])
    assert.deepEqual(await readdir(workspace.scratch), [])
    await workspace[Symbol.asyncDispose]()
    assert.deepEqual(await entriesOf(root), [])
  })

  for (const left of ['', 'not a number', '1'])
    it(`is not kept away by a pid file that says \`${left}\``, async (t) => {
      const places = layout(await temporaryFolder(t))
      await mkdir(places.work)
      await writeFile(join(places.work, 'pid'), left)
      await using _ = await openWorkspace(places)
    })
})

async function feedFor(t: TestContext): Promise<{ root: string; args: string[] }> {
  const root = join(await temporaryFolder(t), 'build')
  const feed = await writeFeed(t, [{ source_id: '1', name: 'A' }])
  return { root, args: ['build', '--source', `farm-feed=${feed}`, '--out', root] }
}

async function requireOneSnapshot(root: string): Promise<void> {
  const [id, ...others] = await readdir(join(root, 'snapshots'))
  assert.deepEqual(others, [])
  assert.equal(await currentOf(root), id)
  assert.deepEqual((await verifySnapshot(join(root, 'snapshots', id!))).problems, [])
  await requireNoRemains(root)
}

describe('requireRights(layout)', () => {
  it('refuses a file or folder of another user that builds change, before any work', async (t) => {
    const { root, args } = await feedFor(t)
    assert.equal((await runCommand(program, args)).status, 0)
    const { runs, reports } = layout(root)
    await openToAll(root)
    assert.equal(await refusalFor(root), '')
    for (const path of [runs, reports]) {
      await chmod(path, 0o555)
      assert.match(await refusalFor(root), new RegExp(`EACCES.*${path}`))
      await chmod(path, 0o777)
    }
  })
})

/** Lets every user change a folder, and reach it. */
async function openToAll(root: string): Promise<void> {
  const inside = await readdir(root, { recursive: true })
  for (const path of [dirname(root), root, ...inside.map((name) => join(root, name))])
    await chmod(path, 0o777)
}

/** The complaint of `requireRights` for a user other than root, who may do everything. */
async function refusalFor(root: string): Promise<string> {
  const [rights, folders] = ['pipeline/snapshots/workspace.ts', 'data/schema/layout.ts'].map(
    (path) => JSON.stringify(new URL(`../../../${path}`, import.meta.url)),
  )
  const text = `
    const { requireRights } = await import(${rights})
    const { layout } = await import(${folders})
    process.setuid(process.getuid() || 65534)
    try { requireRights(layout(${JSON.stringify(root)})) } catch (error) { console.log(error.message) }`
  const options = ['--input-type=module', '--eval', text]
  return (await promisify(execFile)(process.execPath, options)).stdout.trim()
}
