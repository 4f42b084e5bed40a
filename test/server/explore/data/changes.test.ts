import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Change } from '../../../../data/schema/tables/change.ts'
import { fixtureNights } from '../../../support/fixture_nights.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, ids } = await fixtureNights({ after })

describe('the changes from snapshot to snapshot', () => {
  it('count each farm once, as the public files have them', async (t) => {
    const server = await startServer(t, root)
    const { document } = parseHTML((await server.ask('/data', { key: null })).text)
    const rows = [...document.querySelectorAll('[aria-labelledby=changes] tbody tr')].map(
      ({ children }) => [...children].map(({ textContent }) => textContent!.trim()).slice(1),
    )
    const expected = await Promise.all(
      ids.toReversed().map(async (id) => {
        const folder = join(root, 'snapshots', id, 'public')
        const farms = await readParquet(join(folder, 'farms.parquet'))
        const changes = (await readParquet<Change>(join(folder, 'changes.parquet'))).rows
        const count = (...kinds: string[]) => {
          const own = changes.filter(({ change }) => kinds.includes(change))
          return id === ids[0] ? '–' : String(new Set(own.map(({ farm_id }) => farm_id)).size)
        }
        return [
          id,
          String(farms.rows.length),
          count('added'),
          count('changed', 'moved'),
          count('removed', 'merged'),
        ]
      }),
    )
    assert.deepEqual(rows, expected)
    assert.equal(document.querySelectorAll('svg.plot').length, 4)
    assert.equal(document.querySelectorAll('[style], style').length, 0)
    const labels = [...document.querySelectorAll('svg.plot g[text-anchor=end] text')]
    assert.ok(labels.length >= 8)
    for (const { textContent } of labels) assert.match(textContent, /^\d+$/)
  })
})
