import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readManifestText, writeManifestText } from '../../../data/disk/manifest_file.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const text = JSON.stringify({ id: 'a snapshot', farms: 12, licence: 'CC BY 4.0' }, null, 2)

describe('readManifestText(folder)', () => {
  it('notices every flipped bit of the manifest and of its digest', async (t) => {
    const folder = await temporaryFolder(t)
    await writeManifestText(folder, text)
    assert.equal(await readManifestText(folder), text)
    for (const [name, bytes] of [
      ['manifest.json', Buffer.byteLength(text)],
      ['manifest.sha256', 64],
    ] as const) {
      const whole = await readFile(join(folder, name))
      for (let at = 0; at < bytes; at++) {
        const flipped = Buffer.from(whole)
        flipped[at]! ^= 1 << (at % 8)
        await writeFile(join(folder, name), flipped)
        await assert.rejects(
          readManifestText(folder),
          /manifest\.json differs from manifest\.sha256/,
        )
      }
      await writeFile(join(folder, name), whole)
    }
    assert.equal(await readManifestText(folder), text)
  })

  it('reads a manifest that has no digest, as older snapshots have none', async (t) => {
    const folder = await temporaryFolder(t)
    await writeManifestText(folder, text)
    await rm(join(folder, 'manifest.sha256'))
    assert.equal(await readManifestText(folder), text)
  })

  it('throws if there is no manifest', async (t) => {
    const folder = await temporaryFolder(t)
    await assert.rejects(readManifestText(folder), { code: 'ENOENT' })
  })
})
