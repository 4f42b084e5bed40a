import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { credits } from '../../../data/geography/credits.ts'

const project = join(import.meta.dirname, '../../..')
const folder = join(project, 'data/geography')
/** How a module names a package: `from 'name'`, `createRequire(…)('name/file')`, `.resolve('name')`. */
const named = /(?:from |\(import\.meta\.url\)(?:\.resolve)?\()'(?!\.)((?:@[^/]+\/)?[^/']+)/g
/** Packages that bring no data. */
const code = /^(node:.*|zod|h3-js|topojson-client|topojson-specification)$/

describe('credits', () => {
  it('name every package that geography is made of, in its installed version', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const imported = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(named)])
      .map(([, name]) => name!)
    const expected = [...new Set(imported)].filter((name) => !code.test(name))
    assert.deepEqual(credits.map((credit) => credit.package).toSorted(), expected.toSorted())
    for (const credit of credits) {
      const path = join(project, 'node_modules', credit.package, 'package.json')
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
      assert.equal(credit.version, version, credit.package)
    }
  })

  it('stand in the README, each with its publisher', () => {
    const readme = readFileSync(join(project, 'README.md'), 'utf8')
    for (const { package: name } of credits) assert.ok(readme.includes(`[${name}](https://`), name)
  })
})
