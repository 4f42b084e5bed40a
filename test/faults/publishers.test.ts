// Runs alone: it points the SDK of AWS at a server of its own.
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { after, describe, it } from 'node:test'
import type { Bucket } from '../../data/bucket/bucket.ts'
import { layout } from '../../data/schema/layout.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { entryOf, publishedIn, verifyIn } from '../../pipeline/snapshots/bucket/retention.ts'
import { newBucket } from '../support/buckets.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { randomOf } from '../support/random.ts'
import { startS3 } from '../support/s3_server.ts'
import { countFault, seed, tries } from './promises.ts'

await startS3({ after })
const { root, id } = await fixtureSnapshot({ after })
const rivals = [await publishAgain(root, id, 'fffffff0'), await publishAgain(root, id, 'fffffff1')]

type Change = (bucket: Bucket) => Bucket

/** The bucket as two publishers see it who both read the pointer before one of them replaces it. */
function contested(bucket: Bucket, random: () => number): Bucket[] {
  const { promise: bothRead, resolve } = Promise.withResolvers<void>()
  let readers = 0
  return rivals.map(() => ({
    ...bucket,
    async read(key: string, ...rest: [number]) {
      const read = await bucket.read(key, ...rest)
      if (key === 'current.json' && ++readers === 2) resolve()
      if (key === 'current.json') await bothRead
      return read
    },
    async put(...args) {
      for (let turns = random() * 20; turns > 0; turns--) await setImmediate()
      return bucket.put(...args)
    },
  }))
}

/** Publishes two snapshots at once. Returns what is not as it should be. */
async function race(bucket: Bucket, isEmpty: boolean, start: number, change: Change) {
  if (!isEmpty) await publishTo(bucket, layout(root).snapshot(id), [])
  countFault()
  const publishers = contested(change(bucket), randomOf(start))
  const ended = await Promise.allSettled(
    publishers.map((each, at) => publishTo(each, layout(root).snapshot(rivals[at]!), [])),
  )
  const wrong: string[] = []
  const winners = rivals.filter((_, at) => ended[at]!.status === 'fulfilled')
  if (winners.length !== 1) wrong.push(`${winners.length} publishers won`)
  for (const each of ended)
    if (each.status === 'rejected' && !/changed meanwhile/.test(each.reason.message))
      wrong.push(String(each.reason.message))
  const before = await publishedIn(bucket)
  if (!winners.includes(before.pointer.snapshot)) wrong.push('the winner is not live')
  const listed = before.pointer.snapshots.map((each) => each.id)
  for (const each of winners) {
    if (!listed.includes(each)) wrong.push(`${each} vanished`)
    else wrong.push(...(await verifyIn(bucket, before, entryOf(bucket, before, each))).problems)
  }
  if (!isEmpty && !listed.includes(id)) wrong.push(`${id} vanished`)
  return wrong
}

const same: Change = (bucket) => bucket

/** A bucket that replaces a pointer whatever it has become. */
const heedless: Change = (bucket) => ({
  ...bucket,
  async replace(key, text) {
    const newest = async () => (await bucket.read(key, 1e7))?.version ?? null
    while (!(await bucket.replace(key, text, await newest())));
    return true
  },
})

for (const kind of ['file', 's3'] as const)
  describe(`two publishers at once (${kind})`, () => {
    for (const isEmpty of [true, false])
      it(`make one of two live, in a bucket that is ${isEmpty ? 'empty' : 'in use'}`, async (t) => {
        for (let nth = 0; nth < tries(1, 2); nth++)
          assert.deepEqual(await race(await newBucket[kind](t), isEmpty, seed + nth, same), [])
      })

    it('who replace what they have not read are found: a planted fault', async (t) => {
      const wrong = await race(await newBucket[kind](t), false, seed, heedless)
      assert.match(wrong.join(), /2 publishers won/)
    })
  })
