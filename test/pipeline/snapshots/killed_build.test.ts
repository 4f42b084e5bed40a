import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { rollback } from '../../../pipeline/snapshots/retention.ts'
import { verifySnapshot } from '../../../pipeline/snapshots/verify.ts'
import { copyOfBuild, currentOf, requireNoRemains } from '../../support/build_folder.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { startCommand } from '../../support/command.ts'
import { faultOptions, type Fault } from '../../support/faults.ts'

const program = 'pipeline/main.ts'
const kill = (when: Fault['when'], call: Fault['call'], path: string): Fault => ({
  action: 'kill',
  when,
  call,
  path,
})

/** Enough farms that each stage takes a moment. */
const farms = Array.from({ length: 40 }, (_, number) => ({
  source_id: `farm-${number}`,
  name: `Farm ${number}`,
  state: 'VT',
  zip: number % 2 === 0 ? '05602' : '05401',
  products: ['eggs', 'kale'],
}))

/** Steps of the publishing, in their order. */
const steps: Record<string, Fault> = {
  'when it begins its manifest': kill('after', 'open', '/manifest.json$'),
  'before it notes what it publishes': kill('before', 'open', '/publishing$'),
  'after it noted what it publishes': kill('after', 'open', '/publishing$'),
  'before the folder has its place': kill('before', 'rename', '/snapshots/[^/]+$'),
  'after the folder has its place': kill('after', 'rename', '/snapshots/[^/]+$'),
  'before the switch': kill('before', 'rename', '/current$'),
  'after the switch': kill('after', 'rename', '/current$'),
  'before it clears its workspace': kill('before', 'rename', '/reports/[^/]+$'),
}

const feed = await writeFeed({ after }, farms)
const live = await buildSnapshot(
  { after },
  { feed: farms.slice(0, 39), now: new Date('2026-01-01T00:00:00Z') },
)

describe('a build that is killed', { concurrency: 2 }, () => {
  for (const [moment, fault] of Object.entries(steps))
    it(`${moment} leaves a whole snapshot live, and nothing behind`, async (t) => {
      const { root, args } = await liveSnapshot(t)
      const build = startCommand(t, program, args, faultOptions(fault))
      const { status, err } = await build.ended
      assert.equal(status, null, `it was not killed: ${err}`)
      const rolledBack = await copyOfBuild(t, root)
      await requireRecovery(t, root)
      await requireRecovery(t, rolledBack, () => rollback(layout(rolledBack), live.id))
    })

  it('leaves no snapshot to roll back to that never was live', async (t) => {
    const { root, args } = await liveSnapshot(t)
    const fault = steps['before the switch']!
    await startCommand(t, program, args, faultOptions(fault)).ended
    const id = (await readdir(join(root, 'snapshots'))).find((each) => each !== live.id)
    await assert.rejects(rollback(layout(root), id!), { name: 'SnapshotsError' })
    await requireRecovery(t, root)
  })

  for (const stage of ['read', 'write'])
    it(`when it has done ${stage} leaves a whole snapshot live, and nothing behind`, async (t) => {
      const { root, args } = await liveSnapshot(t)
      const build = startCommand(t, program, args)
      await build.says(stage)
      build.process.kill('SIGKILL')
      await build.ended
      await requireRecovery(t, root)
    })
})

describe('a build that fails', () => {
  it('leaves the live snapshot, and nothing behind', async (t) => {
    const { root } = await liveSnapshot(t)
    const missing = [{ kind: 'farm-feed', path: join(root, 'no-such-file') }]
    await assert.rejects(buildSnapshot(t, { root, sources: missing }), { name: 'SourceError' })
    assert.equal(await currentOf(root), live.id)
    assert.deepEqual(await readdir(join(root, 'snapshots')), [live.id])
    await requireNoRemains(root)
  })
})

/** A build folder with a live snapshot, and arguments that build another one into it. */
async function liveSnapshot(t: TestContext) {
  const root = await copyOfBuild(t, live.root)
  const args = ['build', '--source', `farm-feed=${feed}`, '--out', root]
  return { root, args }
}

/** What holds after a kill at any moment. */
async function requireRecovery(
  t: TestContext,
  root: string,
  before: () => Promise<unknown> = async () => {},
): Promise<void> {
  const id = await currentOf(root)
  assert.deepEqual((await verifySnapshot(join(root, 'snapshots', id))).problems, [])
  await before()
  const next = await buildSnapshot(t, { root, feed: [{ source_id: '2', name: 'Next' }] })
  assert.equal(await currentOf(root), next.id)
  const ids = await readdir(join(root, 'snapshots'))
  for (const each of [live.id, id, next.id]) assert.ok(ids.includes(each), 'those that were live')
  for (const each of ids)
    assert.deepEqual((await verifySnapshot(join(root, 'snapshots', each))).problems, [])
  await requireNoRemains(root)
  assert.deepEqual(new Set(ids), new Set([live.id, id, next.id]), 'none that never was live')
}
