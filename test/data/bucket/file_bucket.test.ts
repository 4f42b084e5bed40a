import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Bucket } from '../../../data/bucket/bucket.ts'
import { publishTo } from '../../../pipeline/snapshots/bucket/publish.ts'
import { newBucket } from '../../support/buckets.ts'
import { faultOptions, type Fault } from '../../support/faults.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'

const program = join(import.meta.dirname, 'contender.ts')
const key = 'current.json'
const read = (bucket: Bucket) => bucket.read(key, 1000)

/** Another process that publishes to the bucket. */
async function contender(t: TestContext, bucket: Bucket, name: string, fault?: Fault) {
  const { nodeOptions: execArgv = [], env = {} } = fault ? faultOptions(fault) : {}
  const child = fork(program, [bucket.address, name], { execArgv, env: { ...process.env, ...env } })
  t.after(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  await once(child, 'message')
  return {
    child,
    async replace(round: number, version: string | null): Promise<boolean> {
      child.send({ round, version })
      const [answer] = (await once(child, 'message')) as [{ isWon: boolean }]
      return answer.isWon
    },
  }
}

describe('replace(key, text, version) of a folder', () => {
  it('is won by exactly one of two processes, a hundred times', async (t) => {
    const bucket = await newBucket.file(t)
    const [one, other] = await Promise.all(
      ['one', 'other'].map((name) => contender(t, bucket, name)),
    )
    for (let round = 0; round < 100; round++) {
      const version = (await read(bucket))?.version ?? null
      const won = await Promise.all([one!.replace(round, version), other!.replace(round, version)])
      assert.equal(won.filter(Boolean).length, 1, `round ${round}`)
      assert.equal((await read(bucket))?.text, `${round} by ${won[0] ? 'one' : 'other'}`)
    }
  })

  for (const version of ['first', 'later'] as const)
    for (const [when, call, path] of [
      ['before', 'open', '\\.[-0-9a-f]{36}$'],
      ['after', 'open', '\\.[-0-9a-f]{36}$'],
      ['before', version === 'first' ? 'link' : 'rename', 'current.json$'],
      ['after', version === 'first' ? 'link' : 'rename', 'current.json$'],
    ] as const)
      it(`leaves the old text or the new one where it is killed ${when} ${call}, of the ${version} one`, async (t) => {
        const bucket = await newBucket.file(t)
        if (version === 'later') assert.ok(await bucket.replace(key, 'old', null))
        const before = await read(bucket)
        const fault: Fault = { action: 'kill', when, call, path }
        const { child } = await contender(t, bucket, 'killed', fault)
        child.send({ round: 1, version: before?.version ?? null })
        await Promise.race([once(child, 'exit'), once(child, 'message')])
        assert.equal(child.signalCode, 'SIGKILL')
        const after = await read(bucket)
        const isDone = when === 'after' && call !== 'open'
        assert.equal(after?.text ?? null, isDone ? '1 by killed' : (before?.text ?? null))
        assert.ok(
          await bucket.replace(key, 'next', after?.version ?? null),
          'nothing is in the way',
        )
        assert.equal((await read(bucket))?.text, 'next')
        assert.equal(await bucket.replace(key, 'stale', after?.version ?? null), false)
      })

  it('leaves no file behind but those that a kill leaves', async (t) => {
    const bucket = await newBucket.file(t)
    await bucket.replace(key, 'one', null)
    assert.equal(await bucket.replace(key, 'another', null), false)
    const { version } = (await read(bucket))!
    await bucket.replace(key, 'two', version)
    assert.equal(await bucket.replace(key, 'three', version), false)
    assert.deepEqual((await readdir(fileURLToPath(bucket.address))).toSorted(), [
      '.current.json.lock',
      key,
    ])
  })
})

describe('the folders of a bucket', () => {
  it('close files for paid keys and servers to other users of the machine', async (t) => {
    const { folder } = await fixtureSnapshot(t)
    const bucket = await newBucket.file(t)
    await publishTo(bucket, folder, [])
    const root = fileURLToPath(bucket.address)
    for (const place of [folder, root])
      for (const [name, isClosed] of [
        ['members', true],
        ['serving', true],
        [place === root ? 'snapshots' : 'public', false],
      ] as const)
        assert.equal(((await stat(join(place, name))).mode & 0o007) === 0, isClosed, name)
  })
})
