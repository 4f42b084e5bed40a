// Runs alone: it starts services and stops them.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { layout } from '../../data/schema/layout.ts'
import { createKey } from '../../server/access/keys/keys.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { newBucket } from '../support/buckets.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { s3Settings, startS3 } from '../support/s3_server.ts'
import { onServices, openTestStore, serviceSettings } from '../support/services.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { startServerProcess, type ServerProcess } from './server_process.ts'

const skip = onServices ? false : 'needs PostgreSQL and Redis: npm run test:services'

describe('two servers on one bucket, one PostgreSQL and one Redis', { skip }, () => {
  it('both take up what is published, without a request that fails', async (t) => {
    const s3 = await startS3(t)
    const { root, id, folder } = await fixtureSnapshot(t)
    const bucket = await newBucket.s3()
    await publishTo(bucket, folder, [])
    const stateDir = await temporaryFolder(t)
    const settings = {
      STATE_DIR: stateDir,
      SNAPSHOTS_URL: bucket.address,
      SNAPSHOTS_POLL_SECONDS: '1',
      ANONYMOUS_MINUTE_LIMIT: '1000000',
      FREE_DAILY_LIMIT: '1000000',
      ...s3Settings(s3),
      ...(await serviceSettings(stateDir)),
    }
    const start = async () =>
      startServerProcess(t, { ...settings, BUILD_DIR: join(await temporaryFolder(t), 'build') })
    const servers = await Promise.all([start(), start()])
    const store = await openTestStore(stateDir)
    const { key } = await createKey(store, { name: 'a', tier: 'free', email: null })
    await store.close()
    const served = async ({ url }: ServerProcess) => {
      const ready = await fetch(`${url}/readyz`)
      return ((await ready.json()) as { snapshot?: string }).snapshot
    }
    for (const server of servers) while ((await served(server)) !== id);
    let isDone = false
    let asked = 0
    const failed: number[] = []
    const load = servers.map(async ({ url }) => {
      while (!isDone) {
        const answer = await fetch(`${url}/v1/stats`, { headers: { 'X-API-Key': key } })
        await answer.text()
        asked++
        if (answer.status !== 200) failed.push(answer.status)
      }
    })
    const next = await publishAgain(root, id, 'ffffffff')
    const began = performance.now()
    await publishTo(bucket, layout(root).snapshot(next), [])
    for (const server of servers) while ((await served(server)) !== next);
    const took_ms = performance.now() - began
    isDone = true
    await Promise.all(load)
    t.diagnostic(`both after ${Math.round(took_ms)} ms, ${asked} requests meanwhile`)
    assert.deepEqual(failed, [])
  })
})
