import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { startCommand } from '../../support/command.ts'
import { faultOptions, type Fault } from '../../support/faults.ts'
import { decider, nights } from '../../support/nights.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

/** The build that is killed runs by the clock of today. */
const past = { updated_at: '2025-05-01T00:00:00Z' }

const steps: Record<string, Fault> = {
  'before its snapshot has its place': {
    action: 'kill',
    when: 'before',
    call: 'rename',
    path: '/snapshots/[^/]+$',
  },
  'before the switch': { action: 'kill', when: 'before', call: 'rename', path: '/current$' },
}

describe('a build that is killed in between', { concurrency: 2 }, () => {
  for (const [moment, fault] of Object.entries(steps))
    it(`${moment}, leaves identity as it was, and removed farms out`, async (t) => {
      const { next, root } = await nights(t)
      const feed = Array.from({ length: 12 }, (_, number) => told(number, `s${number}`, past))
      const first = await next(feed)
      const scratch = await temporaryFolder(t)
      const reissued = join(scratch, 'feed.jsonl')
      const lines = [...feed.slice(0, 11), told(11, 'lost', past)].map((line) =>
        JSON.stringify(line),
      )
      await writeFile(reissued, lines.join('\n') + '\n')
      await decider(root)([{ decision: 'remove', source: 'farm-feed', source_id: 's1' }])
      const args = [
        'build',
        '--source',
        `farm-feed=${reissued}`,
        '--out',
        root,
        '--at',
        '2030-01-02T00:00:00Z',
      ]
      const killed = startCommand(t, 'pipeline/main.ts', args, faultOptions(fault))
      const { status, err } = await killed.ended
      assert.equal(status, null, `it was not killed: ${err}`)

      // The removal holds from before the switch on, since no moment may show the farm again.
      assert.ok(existsSync(layout(root).tombstones))
      const [tombstone] = JSON.parse(await readFile(layout(root).tombstones, 'utf8'))
      assert.equal(tombstone.farm_id, first.farmOf('s1'))
      const now = await next(feed)
      assert.equal(now.farms.length, 11)
      for (const { source_id } of feed.filter((line) => line.source_id !== 's1'))
        assert.equal(now.farmOf(source_id), first.farmOf(source_id), source_id)
      assert.deepEqual(
        now.changes.map(({ farm_id, change, cause }) => ({ farm_id, change, cause })),
        [{ farm_id: first.farmOf('s1'), change: 'removed', cause: 'decision' }],
      )
      assert.deepEqual(
        now.lineage.map(({ event }) => event),
        ['removed'],
      )
      assert.ok(
        !now.registry.some(({ source_id }) => source_id === 'lost'),
        'nor does it know of it',
      )
    })
})
