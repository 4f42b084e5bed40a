import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { cloneEnvironment, freshClone } from '../support/fresh_clone.ts'
import { sendSignal } from '../support/signal.ts'

/** Runs npm in a process group of its own, which ends with the test. */
function npm(t: TestContext, cwd: string, ...args: string[]) {
  const child = spawn('npm', args, { cwd, env: cloneEnvironment(), detached: true })
  t.after(() => sendSignal(-child.pid!, 'SIGKILL'))
  return child
}

/** Starts the server, and waits until it has said `what` and what to do next. */
async function started(t: TestContext, clone: string, args: string[], what: RegExp) {
  const server = npm(t, clone, 'start', ...args)
  const exited = once(server, 'exit')
  const said = { out: '', err: '' }
  server.stderr.on('data', (chunk) => (said.err += chunk))
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      said.out += chunk
      if (what.test(said.out) && said.out.includes('curl')) resolve()
    })
    server.on('exit', () => reject(new Error(said.err)))
  })
  return { server, exited, said, url: /http:\S+/.exec(said.out)![0] }
}

describe('npm start', () => {
  it('builds from real listings, says how old they are, and prints commands that work', async (t) => {
    const clone = await freshClone(t)
    const { server, exited, said, url } = await started(t, clone, [], /serving [34],\d{3} farms of/)
    assert.match(
      said.err,
      /^No snapshot in build: building one from the real listings in data\/start\.$/m,
    )
    assert.doesNotMatch(said.err, /vocabulary/, 'the report stays in build/reports')
    assert.match(
      said.out,
      /OLD listings of real farms\. The newest source list is of 18 April 2024\./,
    )
    assert.match(said.out, /^[^\n]*Half of these listings were last confirmed by \d+ \w+ 201\d\.$/m)
    const printed = said.out.split('\n').filter((line) => /^  (KEY=|curl )/.test(line))
    assert.equal(printed.length, 2)
    const { stdout } = await promisify(execFile)('bash', ['-ec', printed.join('\n')], {
      cwd: clone,
    })
    const { data } = JSON.parse(stdout) as { data: { synthetic: boolean; products: string[] }[] }
    assert.deepEqual(
      data.map(({ synthetic, products }) => [synthetic, products.includes('eggs')]),
      [[false, true]],
    )
    server.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
    await assert.rejects(fetch(`${url}/healthz`), 'nothing is left running')
  })

  it('builds generated farms with --synthetic, which it says, and serves them ever after', async (t) => {
    const clone = await freshClone(t)
    const what = /serving 5,000 SYNTHETIC farms.*\n.*They do not exist/
    const { server, exited, said } = await started(t, clone, ['--', '--synthetic'], what)
    assert.match(said.err, /No snapshot in build: building one from 5,000 synthetic farms\./)
    server.kill('SIGTERM')
    await exited
    const again = await started(t, clone, [], what)
    assert.doesNotMatch(again.said.err, /building/)
  })
})
