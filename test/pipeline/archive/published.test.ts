import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { Archive } from '../../../pipeline/archive/archive.ts'
import { recordPublished } from '../../../pipeline/archive/published.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const digest = (number: number) => String(number).repeat(64)
const day = (number: number) => `2030-01-0${number}T00:00:00Z`

describe('recordPublished(places, manifest, most)', () => {
  it('removes files that nothing needs, oldest first, while there are too many bytes', async (t) => {
    const places = layout(join(await temporaryFolder(t), 'build'))
    const archive = await Archive.open(places)
    for (const number of [1, 2, 3, 4]) {
      const path = await archive.temporary('file')
      await writeFile(path, 'x'.repeat(100))
      await archive.take(path, digest(number))
      await utimes(archive.pathOf(digest(number)), number, number)
      archive.note({
        source: number === 1 ? 'gone' : 'list',
        kind: 'csv',
        origin: '/data/list.csv',
        file: 'list.csv',
        sha256: digest(number),
        bytes: 100,
        last_at: day(number),
        etag: null,
        last_modified: null,
        series: [number === 1 ? 'gone' : 'list'],
        edition: null,
        entry: {},
      })
    }
    await archive.save()
    const publish = (number: number, most: number) =>
      recordPublished(
        places,
        {
          built_at: day(number),
          sources: [
            { source: number === 1 ? 'gone' : 'list', sha256: digest(number), fallback: null },
          ],
        },
        most,
      )
    const kept = async () => {
      const { files } = await Archive.open(places)
      const names = (await readdir(places.archive)).filter((name) => name !== 'index.json')
      assert.deepEqual(files.map(({ sha256 }) => sha256).toSorted(), names.toSorted())
      return names.map((name) => Number(name[0])).toSorted((a, b) => a - b)
    }
    await publish(1, 400)
    await publish(2, 400)
    assert.deepEqual(await kept(), [1, 2, 3, 4])
    await publish(4, 300)
    assert.deepEqual(await kept(), [1, 3, 4])
    await publish(4, 0)
    assert.deepEqual(await kept(), [1, 4])
  })
})
