import assert from 'node:assert/strict'
import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { prune, rollback } from '../../../pipeline/snapshots/retention.ts'
import { lockBuildFolder, prunedPrefix } from '../../../pipeline/snapshots/workspace.ts'
import { copyOfBuild, currentOf, entriesOf } from '../../support/build_folder.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { runCommand } from '../../support/command.ts'
import { faultOptions } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** Build folders with one snapshot, two, three and four, a day apart. */
const built: { root: string; ids: string[] }[] = []
const root = join(await temporaryFolder({ after }), 'build')
for (let night = 1; night <= 4; night++) {
  const feed = [{ source_id: '1', name: `Stone Creek Farm ${night}` }]
  const now = new Date(Date.UTC(2026, 0, night))
  const { id } = await buildSnapshot({ after }, { root, feed, now })
  built.push({ root: await copyOfBuild({ after }, root), ids: [...(built.at(-1)?.ids ?? []), id] })
}

describe('rollback(layout, id)', () => {
  it('makes an older snapshot the live one, and leaves the others', async (t) => {
    const { places, ids } = await nights(t, 3)
    await rollback(places, ids[0]!)
    assert.equal(await currentOf(places.root), ids[0])
    assert.deepEqual(await readdir(places.snapshots), ids)
  })

  it('goes forward again', async (t) => {
    const { places, ids } = await nights(t, 2)
    await rollback(places, ids[0]!)
    await rollback(places, ids[1]!)
    assert.equal(await currentOf(places.root), ids[1])
  })

  it('refuses an id that is not there, and one that is no id', async (t) => {
    const { places, ids } = await nights(t, 1)
    for (const id of ['20250101T000000Z-00000000', '..'])
      await assert.rejects(rollback(places, id), { name: 'SnapshotsError', message: /no snapshot/ })
    assert.equal(await currentOf(places.root), ids[0])
  })

  it('refuses a damaged snapshot, and says which file it is', async (t) => {
    const { places, ids } = await nights(t, 2)
    await appendFile(join(places.snapshot(ids[0]!), 'public/farms.parquet'), 'x')
    await assert.rejects(rollback(places, ids[0]!), /is damaged.*public\/farms\.parquet/)
    assert.equal(await currentOf(places.root), ids[1])
  })

  it('waits for no build: it says that one is running', async (t) => {
    const { places, ids } = await nights(t, 2)
    const lock = await lockBuildFolder(places)
    t.after(() => lock[Symbol.dispose]())
    await assert.rejects(rollback(places, ids[0]!), { name: 'BuildInProgress' })
    await assert.rejects(prune(places, 2), { name: 'BuildInProgress' })
    assert.equal(await currentOf(places.root), ids[1])
  })
})

describe('prune(layout, keep)', () => {
  it('keeps the newest, and removes the others with their reports', async (t) => {
    const { places, ids } = await nights(t, 4)
    assert.deepEqual(await prune(places, 2), ids.slice(0, 2))
    assert.deepEqual(await readdir(places.snapshots), ids.slice(2))
    assert.deepEqual(await readdir(places.reports), ids.slice(2))
    assert.equal(await currentOf(places.root), ids[3])
  })

  it('never removes the live one, however old', async (t) => {
    const { places, ids } = await nights(t, 4)
    await rollback(places, ids[0]!)
    assert.deepEqual(await prune(places, 2), [ids[1]])
    assert.deepEqual(await readdir(places.snapshots), [ids[0], ids[2], ids[3]])
    assert.deepEqual(await readdir(places.reports), [ids[0], ids[2], ids[3]])
  })

  it('removes reports of refused builds that are older than what is kept', async (t) => {
    const { places, ids } = await nights(t, 3)
    await mkdir(places.report('20250101T120000Z-00000000'))
    await mkdir(places.report('20991231T120000Z-00000000'))
    await prune(places, 2)
    assert.deepEqual(await readdir(places.reports), [...ids.slice(1), '20991231T120000Z-00000000'])
  })

  it('leaves nothing else behind, and does nothing where nothing is too much', async (t) => {
    const { places, ids } = await nights(t, 2)
    assert.deepEqual(await prune(places, 5), [])
    assert.deepEqual(await entriesOf(places.root), [
      'archive',
      'current',
      'readings',
      'reports',
      'snapshots',
    ])
    assert.deepEqual(await readdir(places.snapshots), ids)
  })

  it('works on a full disk: it writes no file and makes no folder', async (t) => {
    const { places, ids } = await nights(t, 3)
    const noFolder = faultOptions({ action: 'ENOSPC', when: 'before', call: 'mkdir', path: '' })
    const args = ['snapshots', 'prune', '--keep', '2', '--out', places.root]
    const { status, err } = await runCommand('pipeline/main.ts', args, {
      ...noFolder,
      fileBlocks: 0,
    })
    assert.deepEqual([status, err], [0, ''])
    assert.deepEqual(await readdir(places.snapshots), ids.slice(1))
  })

  it('that was killed leaves nothing for the next one', async (t) => {
    const { places, ids } = await nights(t, 2)
    await mkdir(join(places.snapshots, `${prunedPrefix}20250101T120000Z-00000000`, 'public'), {
      recursive: true,
    })
    await prune(places, 2)
    assert.deepEqual(await readdir(places.snapshots), ids)
  })

  it('takes nothing away from a server, which holds two', async (t) => {
    const { places } = await nights(t, 1)
    for (const keep of [0, 1, NaN, -1])
      await assert.rejects(prune(places, keep), {
        name: 'SnapshotsError',
        message: /keep 2 or more/,
      })
  })
})

/** A build folder of the test's own with some snapshots. */
async function nights(t: TestContext, count: number) {
  const { root, ids } = built[count - 1]!
  return { places: layout(await copyOfBuild(t, root)), ids }
}
