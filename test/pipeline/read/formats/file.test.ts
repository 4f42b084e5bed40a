import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sourceText } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return path
}

const blocksOf = (path: string) => Array.fromAsync(sourceText(path))
const textOf = async (bytes: Uint8Array | string) =>
  Buffer.concat(await blocksOf(await fileOf(bytes))).toString()
const latin1 = (text: string) => Buffer.from(text, 'latin1')

describe('readText(path)', () => {
  it('gives back any UTF-8 text, gzipped or not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.boolean(),
        async (text, gzip) => {
          const plain = `a${text.replaceAll('\0', '')}`
          assert.equal(await textOf(gzip ? gzipSync(plain) : plain), plain)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('gives whole lines only, whatever the size of the file', async () => {
    const text = 'é'.repeat(99).concat('\n').repeat(20_000)
    const blocks = await blocksOf(await fileOf(text))
    assert.ok(blocks.length > 1)
    assert.ok(blocks.every((block) => block.at(-1) === 10))
    assert.equal(Buffer.concat(blocks).toString(), text)
  })

  it('drops a byte order mark', async () => {
    assert.equal(await textOf('\ufeffa\n\ufeffb'), 'a\n\ufeffb')
  })

  it('takes a line that is not UTF-8 for windows-1252, and the next for itself', async () => {
    const bytes = Buffer.concat([latin1('Caf\xe9 \x96 1\n'), Buffer.from('Café – 2\n')])
    assert.equal(await textOf(bytes), 'Café – 1\nCafé – 2\n')
  })

  it('refuses a gzip file that unpacks to far more than a list could', async () => {
    const part = gzipSync('\n'.repeat(2 ** 24))
    const path = await fileOf(Buffer.concat(Array.from({ length: 34 }, () => part)))
    let bytes = 0
    const read = async () => {
      for await (const block of sourceText(path)) bytes += block.length
    }
    await assert.rejects(read(), message(/unpacks to over 250 times its size/))
    assert.ok(bytes > 2 ** 28)
  })

  it('reads two gzip files in one', async () => {
    assert.equal(await textOf(Buffer.concat([gzipSync('a\n'), gzipSync('b\n')])), 'a\nb\n')
  })

  const message = (pattern: RegExp) => ({ name: 'SourceError', message: pattern })
  const incompressible = Array.from({ length: 2000 }, (_, i) =>
    createHash('sha256').update(String(i)).digest('hex'),
  ).join('\n')

  it('says that a file is missing', async () => {
    await assert.rejects(
      blocksOf(join(folder, 'nowhere.csv')),
      message(/nowhere\.csv does not exist/),
    )
  })
  it('says that it is a directory', async () => {
    await assert.rejects(blocksOf(folder), message(/is a directory/))
  })
  for (const [what, bytes] of [
    ['no byte', ''],
    ['a byte order mark', '\ufeff'],
    ['a gzip of no byte', gzipSync('')],
  ] as const)
    it(`says that a file of ${what} is empty`, async () => {
      await assert.rejects(blocksOf(await fileOf(bytes)), message(/is empty/))
    })
  it('says that a gzip file is truncated', async () => {
    const whole = gzipSync(incompressible)
    for (const size of [5, 100, whole.length - 1])
      await assert.rejects(
        blocksOf(await fileOf(whole.subarray(0, size))),
        message(/truncated gzip/),
      )
  })
  it('says that a gzip file is damaged', async () => {
    const bytes = gzipSync(incompressible)
    bytes.fill(0xff, 3000, 3100)
    await assert.rejects(blocksOf(await fileOf(bytes)), message(/damaged gzip/))
  })
  it('reads UTF-16 of either byte order, told by its mark', async () => {
    const text = 'Café, 🍎\nsecond'
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const bytes of [little, Buffer.from(little).swap16(), gzipSync(little)])
      assert.equal(await textOf(bytes), text)
  })
  it('says that a file is not text', async () => {
    const workbook = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0])
    await assert.rejects(blocksOf(await fileOf(workbook)), message(/Excel workbook/))
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])
    await assert.rejects(blocksOf(await fileOf(old)), message(/old Excel workbook/))
    await assert.rejects(blocksOf(await fileOf('a\0b')), message(/binary file/))
  })
})
