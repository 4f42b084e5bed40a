import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './support/temporary_folder.ts'

const root = join(import.meta.dirname, '..')
const runner = pathToFileURL(join(import.meta.dirname, 'run_tests.ts')).href

/** Runs files as `npm test` does, not as part of this test. */
function run(files: string[], options: string[] = []) {
  const program = `
    import { runTests } from ${JSON.stringify(runner)}
    process.exitCode = await runTests(${JSON.stringify(files)}, ${JSON.stringify({ options })})`
  const { NODE_TEST_CONTEXT: _this, ...env } = process.env
  return new Promise<{ status: number; out: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', program],
      { env, timeout: 60_000 },
      (error, out) => resolve({ status: error ? Number(error.code) : 0, out }),
    )
  })
}

const closing = (out: string) => [...out.matchAll(/^ℹ (?:tests|pass|fail) \d+$/gm)].map(String)

describe('test files that share a process', () => {
  /** While such a suite waits, Node takes what other files register for a part of it, and cleans it up. */
  it('have no suite that waits', () => {
    const waiting = globSync('test/**/*.test.ts', { cwd: root }).filter((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return (
        !text.startsWith('// Runs alone: ') &&
        /^ *describe\((?:(?!=> \{)[^;])*?async \(\) =>/m.test(text)
      )
    })
    assert.deepEqual(waiting, [])
  })
})

describe('runTests(files)', () => {
  it('runs neighbors in one process, and files alone or with each other that say so', async (t) => {
    const folder = await temporaryFolder(t)
    const noted = join(folder, 'processes')
    const noting = (name: string) => `
      import { appendFileSync } from 'node:fs'
      import { after, it } from 'node:test'
      let over = false
      after(() => { over = true })
      await new Promise((go) => setTimeout(go, 50)) // as a file that starts a server
      it('${name}', () => {
        if (over) throw new Error('cleaned up before')
        appendFileSync('${noted}', '${name} ' + process.pid + '\\n')
      })`
    const names = ['one', 'apart', 'alone', 'two', 'beside']
    const files = names.map((name) => join(folder, `${name}.mjs`))
    const firstLines: Record<string, string> = {
      alone: '// Runs alone: it is noted.',
      apart: '// Runs with files that are noted.',
      beside: '// Runs with files that are noted.',
    }
    for (const [index, name] of names.entries())
      await writeFile(files[index]!, `${firstLines[name] ?? ''}\n${noting(name)}`)
    const { status, out } = await run(files)
    assert.equal(status, 0, out)
    assert.deepEqual(closing(out), ['ℹ tests 5', 'ℹ pass 5', 'ℹ fail 0'])
    const lines = (await readFile(noted, 'utf8')).trim().split('\n')
    const of = Object.fromEntries(lines.map((line) => line.split(' ') as [string, string]))
    assert.equal(of['one'], of['two'])
    assert.equal(of['apart'], of['beside'])
    assert.equal(new Set([of['one'], of['apart'], of['alone']]).size, 3)
  })

  it('ends if the tests of a suite that has started something are filtered out', async (t) => {
    const folder = await temporaryFolder(t)
    const file = join(folder, 'one.mjs')
    await writeFile(
      file,
      `
      import { createServer } from 'node:http'
      import { after, describe, it } from 'node:test'
      describe('a server', () => {
        const server = createServer().listen(0)
        after(() => server.close())
        it('answers', () => {})
      })
      it('runs', () => {})`,
    )
    const { status, out } = await run([file], ['--test-name-pattern=runs'])
    assert.deepEqual([status, closing(out)], [0, ['ℹ tests 1', 'ℹ pass 1', 'ℹ fail 0']], out)
  })

  it('counts a file that cannot be loaded as a failed test, and runs what it can', async (t) => {
    const folder = await temporaryFolder(t)
    const files = ['one', 'two'].map((name) => join(folder, `${name}.mjs`))
    await writeFile(files[0]!, `import { it } from 'node:test'\nit('runs', () => {})`)
    await writeFile(files[1]!, `throw new Error('not to be loaded')`)
    const { status, out } = await run(files)
    assert.equal(status, 1)
    assert.deepEqual(closing(out), ['ℹ tests 2', 'ℹ pass 1', 'ℹ fail 1'])
    assert.match(out, /not to be loaded/)
  })
})
