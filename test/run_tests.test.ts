import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from './support/temporary_folder.ts'

const runner = pathToFileURL(join(import.meta.dirname, 'run_tests.ts')).href

/** Runs files as `npm test` does, not as part of this test. */
function run(files: string[]) {
  const program = `
    import { runTests } from '${runner}'
    process.exitCode = await runTests(${JSON.stringify(files)})`
  const { NODE_TEST_CONTEXT: _this, ...env } = process.env
  return new Promise<{ status: number; out: string }>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], { env }, (error, out) =>
      resolve({ status: error ? Number(error.code) : 0, out }),
    )
  })
}

const closing = (out: string) => [...out.matchAll(/^ℹ (?:tests|pass|fail) \d+$/gm)].map(String)

describe('runTests(files)', () => {
  it('runs neighbors in one process, and a file alone that says so', async (t) => {
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
    const files = ['one', 'alone', 'two'].map((name) => join(folder, `${name}.mjs`))
    await writeFile(files[0]!, noting('one'))
    await writeFile(files[1]!, `// Runs alone: it is noted.\n${noting('alone')}`)
    await writeFile(files[2]!, noting('two'))
    const { status, out } = await run(files)
    assert.equal(status, 0, out)
    assert.deepEqual(closing(out), ['ℹ tests 3', 'ℹ pass 3', 'ℹ fail 0'])
    const lines = (await readFile(noted, 'utf8')).trim().split('\n')
    const of = Object.fromEntries(lines.map((line) => line.split(' ') as [string, string]))
    assert.equal(of['one'], of['two'])
    assert.notEqual(of['alone'], of['one'])
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
