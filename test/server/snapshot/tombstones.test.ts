import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Tombstones } from '../../../server/snapshot/tombstones.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const [one, other] = [
  '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7',
  '1c2f3a4b-5c6d-5e7f-8091-a2b3c4d5e6f8',
]
const stone = (farm_id: string) => ({
  farm_id,
  reason: 'asked',
  at: '2026-06-02T00:00:00Z',
  expires: null,
  listings: [],
})

describe('Tombstones', () => {
  it('has the removed farms, without those whose removal was lifted', async (t) => {
    const path = join(await temporaryFolder(t), 'tombstones.json')
    const tombstones = new Tombstones(path)
    assert.equal(await tombstones.refresh(), false, 'no farm was ever removed')
    await writeFile(path, JSON.stringify([stone(one), { ...stone(other), lifted: true }]))
    assert.equal(await tombstones.refresh(), true)
    assert.deepEqual([...tombstones.ids], [one])
    assert.equal(await tombstones.refresh(), false, 'the file is the same')
  })

  it('keeps them where the file is gone or damaged, and says so each time', async (t) => {
    const path = join(await temporaryFolder(t), 'tombstones.json')
    const tombstones = new Tombstones(path)
    await writeFile(path, JSON.stringify([stone(one)]))
    await tombstones.refresh()
    for (const fault of [/is not valid/, /is not valid/]) {
      await writeFile(path, JSON.stringify([{ farm_id: 'nobody' }]))
      await assert.rejects(tombstones.refresh(), fault)
      assert.deepEqual([...tombstones.ids], [one])
    }
    await rm(path)
    for (const fault of [/is gone/, /is gone/]) await assert.rejects(tombstones.refresh(), fault)
    assert.deepEqual([...tombstones.ids], [one])
    await writeFile(path, JSON.stringify([stone(other)]))
    assert.equal(await tombstones.refresh(), true)
    assert.deepEqual([...tombstones.ids], [other])
  })
})
