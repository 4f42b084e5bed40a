import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { SharedReading } from '../../../server/workers/shared_reading.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

describe('SharedReading.digest(path, bytesPerSecond)', () => {
  it('does not keep one who is in a hurry waiting for one who reads slowly', async (t) => {
    const path = join(await temporaryFolder(t), 'file')
    const content = 'x'.repeat(1000)
    await writeFile(path, content)
    const reading = new SharedReading()
    const slow = reading.digest(path, 1)
    const sha256 = createHash('sha256').update(content).digest('hex')
    assert.deepEqual(await reading.digest(path), { bytes: 1000, sha256 })
    assert.equal(await Promise.race([slow, Promise.resolve(null)]), null)
  })

  it('reads a file again that was written to since', async (t) => {
    const path = join(await temporaryFolder(t), 'file')
    const reading = new SharedReading()
    const bytes: number[] = []
    for (const content of ['a', 'ab']) {
      await writeFile(path, content)
      bytes.push((await reading.digest(path)).bytes)
    }
    assert.deepEqual(bytes, [1, 2])
  })
})
