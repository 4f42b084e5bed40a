// Runs with files that let the disk of their process fail.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import Database from 'better-sqlite3'
import { currentSnapshot } from '../../pipeline/snapshots/snapshots.ts'
import { seed, skip, tries } from './promises.ts'
import { World, type Step } from './world.ts'

describe('builds, kills, rollbacks, removals, publications and restarts in any order', () => {
  for (let nth = 0; nth < tries(1, 2); nth++)
    it(`break no promise, and the next night is as any other (${nth + 1})`, async (t) => {
      const world = await World.begin(t, 1000 * seed + nth)
      const broken = await world.wander(tries(3, 12))
      t.diagnostic(world.story.join('; '))
      assert.deepEqual(broken, [])
    })
})

/** Faulty steps, what they are to be tried in, and what is found. */
const planted: Record<string, (world: World) => { steps: Step[]; found: RegExp }> = {
  'a restart that forgets how much a key has used': ({ steps, root }) => {
    const { restart } = steps
    steps.restart = async () => {
      await restart() // what was counted is stored
      const store = new Database(join(root, 'state/store.sqlite'))
      store.exec('delete from usage')
      store.close()
      await restart()
    }
    const all = Array<Step>(6).fill('look')
    return { steps: [...all, 'restart', 'look'], found: /7 answers for a limit of 6/ }
  },
  'a rollback that forgets removed farms': ({ steps, places }) => {
    const { rollback } = steps
    steps.rollback = async () => {
      await rollback()
      await rm(places.tombstones)
    }
    const before: Step[] = ['remove', 'build', 'publish', 'look']
    return { steps: [...before, 'rollback'], found: /the removal of .* is lost/ }
  },
  'a prune that removes the live snapshot': ({ steps, places }) => {
    steps.prune = async () =>
      rm(places.snapshot((await currentSnapshot(places))!), { recursive: true })
    return { steps: ['prune'], found: /current names .* which is gone/ }
  },
}

describe('each planted fault', { skip }, () => {
  it('is found', async (t) => {
    const world = await World.begin(t, seed)
    for (const [name, plant] of Object.entries(planted)) {
      const before = world.broken.length
      const { steps, found } = plant(world)
      for (const step of steps) await world.play(step)
      assert.match(world.broken.slice(before).join('\n'), found, name)
    }
  })
})
