import assert from 'node:assert/strict'
import { cp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, it } from 'node:test'
import { layout } from '../../../../data/schema/layout.ts'
import type { Source } from '../../../../data/schema/tables/source.ts'
import { openToRead } from '../../../../data/bucket/open_bucket.ts'
import { putInQuarantine } from '../../../../pipeline/snapshots/quarantine.ts'
import { runHere } from '../../../support/command_here.ts'
import { nights, type Night } from '../../../support/nights.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const feed = Array.from({ length: 6 }, (_, number) => told(number, `s${number}`))
const reissued = [told(0, 'other id'), ...feed.slice(1)]
const snapshots = (...args: string[]) => runHere('pipeline/main.ts', ['snapshots', ...args])
const content = ({ farms, lineage, registry }: Night) => ({
  farms: farms.map((farm) => ({ ...farm, changed_at: null })),
  lineage: lineage.map(({ farm_id, event }) => ({ farm_id, event })),
  registry: registry.map(({ source_id, farm_id }) => ({ source_id, farm_id })),
})

describe('npm run snapshots -- restore URL', { concurrency: 2 }, () => {
  it('brings back a lost build folder: the next build has the same ids, removals, decisions and rejected files', async (t) => {
    const { root, next } = await nights(t)
    await next(feed)
    const decisions = [
      { decision: 'remove', source: 'farm-feed', source_id: 's1' },
      { decision: 'correct', source: 'farm-feed', source_id: 's2', field: 'phone', value: null },
    ]
    await next(feed, { decisions })
    const rejected = { source: 'farm-feed', file: 'wrong.jsonl', sha256: '0'.repeat(64) } as Source
    const why = { by: 'Ada', reason: 'cut off', at: '2030-01-02T06:00:00Z' }
    await putInQuarantine(layout(root), [rejected], '20300102T040000Z-00000000', why)
    const folder = await temporaryFolder(t)
    const url = pathToFileURL(join(folder, 'bucket')).href
    const published = await snapshots('publish', url, '--out', root)
    assert.equal(published.status, 0, published.err)
    const kept = join(folder, 'kept')
    await cp(root, kept, { recursive: true })
    const undisturbed = content(await next(reissued))

    await rm(root, { recursive: true })
    const { status, out, err } = await snapshots('restore', url, '--out', root)
    assert.equal(status, 0, err)
    assert.match(out, /restored .* decisions\.jsonl, tombstones\.json, quarantine\.json/)
    for (const name of ['decisions', 'tombstones', 'quarantine'] as const) {
      const path = layout(root)[name]
      assert.equal(await readFile(path, 'utf8'), await readFile(layout(kept)[name], 'utf8'))
      assert.equal((await stat(path)).mode & 0o007, 0, name)
    }
    const restored = await next(reissued)
    assert.deepEqual(content(restored), undisturbed)
    assert.equal(restored.farms.length, 5)
    assert.deepEqual(
      restored.report.decided.map(({ state }) => state),
      ['applied', 'applied'],
    )
    const again = await snapshots('restore', url, '--out', root)
    assert.deepEqual([again.status, /name an empty folder/.test(again.err)], [2, true])
  })

  it('puts nothing private into a public bucket, which can not be restored', async (t) => {
    const { root, next } = await nights(t)
    await next(feed)
    await next(feed, { decisions: [{ decision: 'remove', source: 'farm-feed', source_id: 's1' }] })
    const folder = await temporaryFolder(t)
    const url = pathToFileURL(join(folder, 'bucket')).href
    await snapshots('publish', url, '--public', '--out', root)
    const bucket = await openToRead(url)
    const id = (await readFile(layout(root).current, 'utf8')).trim()
    assert.equal(await bucket.read(`private/${id}.json`, 1_000_000), null)
    const { status, err } = await snapshots('restore', url, '--out', join(folder, 'new'))
    assert.deepEqual([status, /holds public files only/.test(err)], [2, true])
  })
})
