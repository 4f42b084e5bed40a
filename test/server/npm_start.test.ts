import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { sendSignal } from '../support/signal.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

const project = join(import.meta.dirname, '../..')

/** The project as a fresh clone has it, with its packages installed. */
async function freshClone(t: TestContext): Promise<string> {
  const clone = await temporaryFolder(t)
  for (const part of ['package.json', 'data', 'pipeline', 'server'])
    await cp(join(project, part), join(clone, part), { recursive: true })
  await symlink(join(project, 'node_modules'), join(clone, 'node_modules'))
  return clone
}

/** Runs npm in a process group of its own, which ends with the test. */
function npm(t: TestContext, cwd: string, ...args: string[]) {
  const { BUILD_DIR: _build, STATE_DIR: _state, HOST: _host, ...env } = process.env
  const child = spawn('npm', args, {
    cwd,
    env: { ...env, PORT: '0', METRICS_PORT: '0' },
    detached: true,
  })
  t.after(() => sendSignal(-child.pid!, 'SIGKILL'))
  return child
}

describe('npm start', () => {
  it('builds the sample where there is no snapshot, serves it, and leaves at SIGTERM', async (t) => {
    const clone = await freshClone(t)
    const server = npm(t, clone, 'start')
    const exited = once(server, 'exit')
    let err = ''
    server.stderr.on('data', (chunk) => (err += chunk))
    const url = await new Promise<string>((resolve, reject) => {
      let out = ''
      server.stdout.on('data', (chunk) => {
        out += chunk
        const welcome = /(http:\S+) serving 5,000 SYNTHETIC farms[^]*curl/.exec(out)
        if (welcome) resolve(welcome[1]!)
      })
      server.on('exit', () => reject(new Error(err)))
    })
    assert.match(err, /No snapshot in build: building one from synthetic sample farms/)
    assert.doesNotMatch(err, /Next:/, 'the feed is gone')
    const published = /published (\S+)/.exec(err)?.[1]
    assert.ok(published && existsSync(join(clone, published)), err)

    const create = npm(
      t,
      clone,
      'run',
      '--silent',
      'keys',
      '--',
      'create',
      '--name',
      'me',
      '--json',
    )
    const { key } = JSON.parse(await text(create.stdout)) as { key: string }
    const answer = await fetch(`${url}/v1/search?near=Danville,VT&radius=50&per_page=2`, {
      headers: { 'X-API-Key': key },
    })
    const list = (await answer.json()) as { data: { synthetic: boolean }[] }
    assert.equal(answer.status, 200)
    for (const farm of list.data) assert.equal(farm.synthetic, true)

    server.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
    await assert.rejects(fetch(`${url}/healthz`), 'nothing is left running')
  })
})
