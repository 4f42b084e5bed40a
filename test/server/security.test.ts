import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const section = (title: string) =>
  textOf('server/SECURITY.md')
    .split(/^## /m)
    .find((each) => each.startsWith(title))!

/** The rows of the table, without its head. */
const rows = section('Actors and defenses')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

type Package = { integrity?: string; inBundle?: boolean; hasInstallScript?: boolean }

describe('server/SECURITY.md', () => {
  it('names for each actor a right, what stops it, and tests that there are', () => {
    assert.ok(rows.length >= 15)
    for (const [actor, ...cells] of rows) {
      assert.ok(cells.length === 3 && cells.every(Boolean), actor)
      const tests = [...cells[2]!.matchAll(/\[([^\]]+(?:\([^)]*\))?)\]\(\.\.\/([^)]+)\)/g)]
      assert.ok(tests.length > 0, `${actor}: no test is named`)
      for (const [, title, path] of tests) {
        assert.ok(existsSync(join(root, path!)), `${actor}: ${path}`)
        assert.ok(
          textOf(path!).includes(`describe('${title}'`),
          `${actor}: ${path} has no ${title}`,
        )
      }
    }
  })

  it('counts the packages that run a script when they are installed', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as {
      packages: Record<string, Package>
    }
    const { '': _root, ...installed } = packages
    const scripts = Object.keys(installed).filter((path) => installed[path]!.hasInstallScript)
    assert.deepEqual(scripts, ['node_modules/better-sqlite3'])
    for (const [path, { integrity, inBundle }] of Object.entries(installed))
      assert.ok(inBundle || integrity?.startsWith('sha512-'), `${path} has no digest`)
  })
})
