import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { run as runSchema, type Run } from '../../../data/schema/run.ts'
import { buildCommand } from '../../../pipeline/cli/build.ts'
import { readLedger } from '../../../pipeline/runs/ledger.ts'
import { lockBuildFolder } from '../../../pipeline/snapshots/workspace.ts'
import { currentOf } from '../../support/build_folder.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { startCommand } from '../../support/command.ts'
import { runHere } from '../../support/command_here.ts'
import { faultOptions } from '../../support/faults.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const program = 'pipeline/main.ts'
const feed = Array.from({ length: 20 }, (_, n) => ({ source_id: `${n}`, name: `Farm ${n}` }))
const live = await buildSnapshot({ after }, { feed, now: new Date('2026-01-01T04:00:00Z') })

describe('npm run snapshots -- runs', { concurrency: 2 }, () => {
  it('lists builds that were refused or failed, with status, cause, input and message', async (t) => {
    const { root, source } = await nextNight(t, feed.slice(0, 15))
    const refused = await runHere(program, ['build', '--source', source, '--out', root])
    assert.equal(refused.status, 3, refused.err)
    assert.match(refused.out, /^0 added, 5 gone, 0 changed, 0 moved\n/)
    const missing = `farm-feed=${join(root, 'nowhere.jsonl')}`
    await assert.rejects(buildCommand(['--source', missing, '--out', root]))

    const { out } = await runHere(program, ['snapshots', 'runs', '--out', root, '--json'])
    const [first, second, ...others] = runSchema.array().parse(JSON.parse(out).runs)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [first!, second!].map(({ run, outcome, status, cause, stage }) =>
        [run, outcome, status, cause, stage].join(' '),
      ),
      ['1 refused 3 gate verify', '2 failed 2 source read'],
    )
    assert.equal(first!.previous, live.id)
    assert.deepEqual(first!.changes, { added: 0, gone: 5, changed: 0, moved: 0 })
    assert.ok(first!.gates.includes('farms-lost'))
    assert.match(first!.message!, /^farms-lost: 5 of 20/m)
    assert.match(second!.message!, /nowhere\.jsonl/)
    const [{ source: name, file, edition, rows }] = first!.inputs as [Run['inputs'][number]]
    assert.deepEqual(
      [name, file, edition, rows],
      ['farm-feed', '2026-01-02.jsonl', '2026-01-02', 15],
    )
  })

  it('has a line for a build that found the folder held', async (t) => {
    const { root, source } = await nextNight(t, feed)
    const lock = await lockBuildFolder(layout(root))
    await assert.rejects(buildCommand(['--source', source, '--out', root]))
    lock[Symbol.dispose]()
    const { runs } = readLedger(layout(root))
    assert.deepEqual(
      runs.map(({ status, cause }) => [status, cause]),
      [[4, 'busy']],
    )
  })

  it('has a line for a build that was killed, once the folder is locked again', async (t) => {
    const { root, source } = await nextNight(t, feed)
    const fault = faultOptions({ action: 'kill', when: 'after', call: 'rename', path: '/current$' })
    await startCommand(t, program, ['build', '--source', source, '--out', root], fault).ended
    const id = await currentOf(root)
    assert.notEqual(id, live.id)
    using _ = await lockBuildFolder(layout(root))
    const [killed] = readLedger(layout(root)).runs
    assert.deepEqual(
      [killed!.outcome, killed!.status, killed!.cause, killed!.snapshot, killed!.previous],
      ['published', null, 'killed', id, live.id],
    )
  })
})

/** A copy of the build folder, and the source of its next build. */
async function nextNight(t: TestContext, lines: object[]) {
  const folder = await temporaryFolder(t)
  const root = join(folder, 'build')
  await cp(live.root, root, { recursive: true })
  const file = join(folder, '2026-01-02.jsonl')
  await writeFile(file, lines.map((line) => JSON.stringify(line) + '\n').join(''))
  return { root, source: `farm-feed=${file}` }
}
