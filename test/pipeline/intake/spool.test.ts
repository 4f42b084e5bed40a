import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { jsonText, openSpool } from '../../../pipeline/intake/spool.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

describe('openSpool(path)', () => {
  it('keeps every record, a line each, in order', async (t) => {
    const spool = await openSpool(join(await temporaryFolder(t), 'records.ndjson'))
    const records = Array.from({ length: 5000 }, (_, number) => ({
      number,
      text: 'line\nbreak “ünïcode” '.repeat(number % 40),
    }))
    for (const record of records) await spool.write(jsonText(record))
    await spool.close()
    assert.equal(spool.count, records.length)
    const lines = (await readFile(spool.path, 'utf8')).split('\n')
    assert.equal(lines.pop(), '')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      records,
    )
  })

  it('makes an empty file of no record', async (t) => {
    const spool = await openSpool(join(await temporaryFolder(t), 'records.ndjson'))
    await spool.close()
    assert.equal(await readFile(spool.path, 'utf8'), '')
  })

  it('never writes over a file', async (t) => {
    const path = join(await temporaryFolder(t), 'records.ndjson')
    await writeFile(path, 'precious')
    await assert.rejects(openSpool(path), { code: 'EEXIST' })
    assert.equal(await readFile(path, 'utf8'), 'precious')
  })

  it('reports a file that can not be made', async (t) => {
    const path = join(await temporaryFolder(t), 'no/such/folder/records.ndjson')
    await assert.rejects(openSpool(path), { code: 'ENOENT' })
  })

  it('removes what came after a mark, and goes on from there', async (t) => {
    const spool = await openSpool(join(await temporaryFolder(t), 'records.ndjson'))
    await spool.write('"first"')
    const mark = await spool.mark()
    for (let n = 0; n < 100; n++) await spool.write(JSON.stringify('x'.repeat(10_000)))
    await spool.rewind(mark)
    await spool.write('"second"')
    await spool.close()
    assert.equal(spool.count, 2)
    assert.equal(await readFile(spool.path, 'utf8'), '"first"\n"second"\n')
  })
})
