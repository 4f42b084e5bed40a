import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { syntheticFarms } from '../../../data/sample/generate.ts'
import { writeFeed } from '../../../data/sample/write_feed.ts'

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'feed-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}
const expected = (count: number, seed: number) =>
  [...syntheticFarms({ count, seed })].map((farm) => `${JSON.stringify(farm)}\n`).join('')

describe('writeFeed({ count, seed, path }, onRows)', () => {
  it('writes a line for each farm', async (t) => {
    const path = join(folder(t), 'farms.jsonl')
    const bytes = await writeFeed({ count: 300, seed: 2, path })
    assert.equal(readFileSync(path, 'utf8'), expected(300, 2))
    assert.equal(bytes, readFileSync(path).length)
  })

  it('gzips a file that ends in .gz, with the same bytes each time, on any system', async (t) => {
    const [one, two] = ['1.jsonl.gz', '2.jsonl.gz'].map((name) => join(folder(t), name))
    await writeFeed({ count: 300, seed: 2, path: one! })
    await writeFeed({ count: 300, seed: 2, path: two! })
    const bytes = readFileSync(one!)
    assert.deepEqual(readFileSync(two!), bytes)
    assert.equal(gunzipSync(bytes).toString(), expected(300, 2))
    const [modified, system] = [bytes.readUInt32LE(4), bytes[9]]
    assert.deepEqual({ modified, system }, { modified: 0, system: 255 })
  })

  it('tells how far it is, to the end', async (t) => {
    const told: number[] = []
    const path = join(folder(t), 'farms.jsonl')
    await writeFeed({ count: 300, seed: 2, path }, (rows) => told.push(rows))
    assert.ok(told.length > 2)
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    )
    assert.equal(told.at(-1), 300)
  })

  it('replaces a file only when the new one is whole', async (t) => {
    const path = join(folder(t), 'farms.jsonl.gz')
    await writeFeed({ count: 5, seed: 1, path })
    const before = readFileSync(path)
    const fail = () => {
      throw new Error('stopped')
    }
    await assert.rejects(writeFeed({ count: 300, seed: 2, path }, fail), /stopped/)
    assert.deepEqual(readFileSync(path), before)
    assert.deepEqual(readdirSync(join(path, '..')), ['farms.jsonl.gz'])
  })

  it('fails where it cannot write', async (t) => {
    const path = join(folder(t), 'missing', 'farms.jsonl')
    await assert.rejects(writeFeed({ count: 5, seed: 1, path }), { code: 'ENOENT' })
  })
})
