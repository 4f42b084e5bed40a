import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { programFiles } from '../../pipeline/version.ts'

const root = join(import.meta.dirname, '../..')

/** A module and all that it imports, directly or not, types aside. */
function reached(path: string, all = new Set<string>()): Set<string> {
  if (all.has(path)) return all
  all.add(path)
  const text = readFileSync(join(root, path), 'utf8')
  for (const [, imported] of text.matchAll(
    /^(?:import (?!type )|} from |export .* from )[^']*'(\.[^']*)'/gm,
  ))
    reached(join(path, '..', imported!), all)
  return all
}

describe('programFiles()', () => {
  it('has every module of the build, in whatever room, and what these read', () => {
    const files = programFiles()
    const modules = [
      ...reached('pipeline/build.ts'),
      ...reached('pipeline/intake/reader_thread.ts'),
    ]
    assert.ok(modules.includes('pipeline/normalize/place/address.ts'))
    assert.ok(modules.includes('pipeline/tally.ts'))
    assert.deepEqual(
      modules.filter((path) => !files.includes(path)),
      [],
    )
    assert.ok(files.includes('data/vocabulary/products.json'))
  })
})
