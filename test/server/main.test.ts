import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readdir, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it, type TestContext } from 'node:test'
import { listKeys } from '../../server/access/keys/key_list.ts'
import { createKey } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import { settings } from '../../server/config.ts'
import { buildSnapshot } from '../support/built_snapshot.ts'
import { runCommand } from '../support/command.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { publishAgain } from '../support/publish_again.ts'
import { startProgram } from '../support/server_program.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'

const { root, id } = await fixtureSnapshot({ after })

/** Starts the server with the fixture's snapshot. */
const started = (t: TestContext, env: Record<string, string> = {}, nodeOptions: string[] = []) =>
  startProgram(t, { BUILD_DIR: root, ...env }, { nodeOptions })
type Started = Awaited<ReturnType<typeof started>>

/** Asks until the server serves a snapshot, which it finds by itself. */
async function serves({ url }: Started, snapshot: string): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`)
    if (((await ready.json()) as { snapshot?: string }).snapshot === snapshot) return
  }
}

/** Every file and folder below a folder, with its size and the time of its last change. */
async function stateOf(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const all = ['.', ...names.toSorted()].map(async (name) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(join(folder, name))
    return { name, size, mtimeMs, ctimeMs, ino }
  })
  return Promise.all(all)
}

async function inStore<Result>(
  stateDir: string,
  use: (store: Awaited<ReturnType<typeof openStore>>) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(stateDir)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** Begins to make a key: the server has read the head and waits for the body. */
async function beginPost({ url }: Started, body: string) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const answer = text(socket)
  socket.write(
    'POST /v1/keys HTTP/1.1\r\nHost: directory.example.org\r\nConnection: close\r\n' +
      'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
  )
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  assert.match(chunk.toString(), /^HTTP\/1\.1 100 Continue\r\n/)
  return { send: () => socket.write(body), answer }
}

/** Waits until the server takes no new connections. */
async function turnedAway({ url }: Started): Promise<void> {
  const { port, hostname } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (!isOpen) return
  }
}

describe('node server/main.ts', () => {
  it('answers what is under way at a SIGTERM, keeps the counts, and leaves with 0', async (t) => {
    const server = await started(t)
    const { key, id: keyId } = await inStore(server.stateDir, (store) =>
      createKey(store, { name: 'counted', tier: 'free', email: null }),
    )
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        fetch(`${server.url}/v1/farms`, { headers: { 'X-API-Key': key } }),
      ),
    )
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      await answer.body!.cancel()
    }
    const body = '{"name": "last", "email": "last@example.org"}'
    const waiting = await Promise.all(Array.from({ length: 3 }, () => beginPost(server, body)))
    server.process.kill('SIGTERM')
    await turnedAway(server)
    for (const { send } of waiting) send()
    for (const { answer } of waiting) assert.match(await answer, /\r\nHTTP\/1\.1 201 Created\r\n/)
    const { status } = await server.ended
    assert.equal(status, 0)
    const kept = await inStore(server.stateDir, (store) => listKeys(store))
    assert.equal(kept.find((each) => each.id === keyId)!.requests_today, 25)
    assert.equal(kept.filter(({ name }) => name === 'last').length, 3)
  })

  it('cuts off what is still under way when the time to drain is over', async (t) => {
    const server = await started(t, { DRAIN_SECONDS: '0' })
    const { answer } = await beginPost(server, '{}')
    server.process.kill('SIGTERM')
    await answer.catch(() => {}) // the connection may be reset
    assert.equal((await server.ended).status, 0)
  })

  it('says where it is, what it serves, and what to do next', async (t) => {
    const server = await started(t)
    const health = await fetch(`${server.url}/readyz`)
    assert.deepEqual(await health.json(), {
      status: 'ready',
      snapshot: id,
      checks: { store: 'works', redis: null },
      published: id,
      fixed: false,
      problems: [],
    })
    server.process.kill('SIGINT')
    const { out, err, status } = await server.ended
    assert.equal(status, 0)
    assert.ok(out.includes(server.url) && out.includes(id), out)
    assert.match(out, /npm run .*keys -- create/)
    assert.match(out, /curl -H "X-API-Key: \$KEY"/)
    for (const line of err.trim().split('\n')) JSON.parse(line)
  })

  it('starts without a valid snapshot, says so, and answers 503 until there is one', async (t) => {
    const folder = await temporaryFolder(t)
    await writeFile(join(folder, 'current'), `${id}\n`)
    const server = await started(t, { BUILD_DIR: folder })
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    server.process.kill('SIGTERM')
    const { out, err, status } = await server.ended
    assert.match(out, /WITHOUT a valid snapshot/)
    assert.match(err, /is refused/)
    assert.equal(status, 0)
  })

  it('builds nothing where BUILD_DIR is set, says what is missing, and takes up what comes', async (t) => {
    const folder = join(await temporaryFolder(t), 'not mounted')
    const server = await started(t, { BUILD_DIR: folder })
    assert.equal(existsSync(folder), false)
    const ready = await fetch(`${server.url}/readyz`)
    assert.equal(ready.status, 503)
    assert.ok(
      ((await ready.json()) as { detail: string }).detail.includes(`no snapshot in ${folder}`),
    )
    await cp(root, folder, { recursive: true })
    await serves(server, id)
    server.process.kill('SIGTERM')
    const { out, err } = await server.ended
    assert.match(out, /WITHOUT a valid snapshot/)
    assert.ok(out.includes(folder) && err.includes(`no snapshot in ${folder}`))
    assert.doesNotMatch(out, /curl/, 'no step that can not work')
  })

  it('writes nothing where the snapshots are, and needs no right to', async (t) => {
    const own = await fixtureSnapshot(t)
    const stateDir = await temporaryFolder(t)
    const server = await started(t, { BUILD_DIR: own.root, STATE_DIR: stateDir }, [
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${stateDir}`,
      '--allow-addons', // DuckDB's and SQLite's writes are seen in what is left
      '--allow-worker',
      // Node 25 and later refuse to listen without it, Node 24 does not know it.
      ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
    ])
    await serves(server, id)
    const next = await publishAgain(own.root, id, '00000001')
    const before = await stateOf(own.root)
    await serves(server, next)
    const { key } = await inStore(stateDir, (store) =>
      createKey(store, { name: 'a reader', tier: 'free', email: null }),
    )
    for (const path of ['/v1/farms?state=VT', `/v1/snapshots/${next}/files/farms.parquet`]) {
      const answer = await fetch(server.url + path, { headers: { 'X-API-Key': key } })
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
    }
    server.process.kill('SIGTERM')
    assert.equal((await server.ended).status, 0)
    assert.deepEqual(await stateOf(own.root), before)
  })

  it('builds nothing in production, wherever the build folder is', async (t) => {
    const cwd = await temporaryFolder(t)
    const server = await startProgram(t, { NODE_ENV: 'production', BUILD_DIR: '' }, { cwd })
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    server.process.kill('SIGTERM')
    assert.match(
      (await server.ended).out,
      /WITHOUT a valid snapshot[^]*until there is one in build,/,
    )
    assert.deepEqual(await readdir(cwd), [])
  })

  it('builds nothing where another program holds the port', async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    t.after(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const folder = join(await temporaryFolder(t), 'build')
    const env = { BUILD_DIR: folder, PORT: String(port) }
    const { status, err } = await runCommand('server/main.ts', ['--synthetic'], { env })
    assert.equal(status, 2)
    assert.match(err, /^start: PORT: another program listens/)
    assert.equal(existsSync(folder), false)
  })

  it('refuses to serve other farms than were asked for, and names another folder', async (t) => {
    const line = { source_id: '1', name: 'Made up', synthetic: true }
    const generated = await buildSnapshot(t, { feed: [line] })
    const cases = [
      ['--synthetic', root, id, 'real'],
      ['--real', generated.root, generated.id, 'synthetic'],
    ] as const
    for (const [option, folder, live, found] of cases) {
      const before = await stateOf(folder)
      const env = { BUILD_DIR: folder }
      const { status, out, err } = await runCommand('server/main.ts', [option], { env })
      assert.deepEqual([status, out], [2, ''])
      assert.ok(err.includes(`${option}: ${folder} holds snapshot ${live} of ${found} farms`), err)
      assert.ok(err.includes(`BUILD_DIR=build/${option.slice(2)} npm start -- ${option}`), err)
      assert.deepEqual(await stateOf(folder), before)
    }
    const server = await startProgram(t, { BUILD_DIR: root }, { args: ['--real'] })
    await serves(server, id)
  })

  it('refuses options that contradict each other or a setting', async () => {
    const wrong: [string[], Record<string, string>, RegExp][] = [
      [['--real', '--synthetic'], {}, /--real and --synthetic exclude each other/],
      [['--real'], { SNAPSHOT: id }, /--real builds a snapshot, SNAPSHOT or --snapshot names one/],
      [['--real', '--snapshot', id], {}, /SNAPSHOT or --snapshot names one/],
      [['--synthetic'], { SNAPSHOTS_URL: 'file:///nowhere' }, /SNAPSHOTS_URL names one/],
    ]
    for (const [args, env, said] of wrong) {
      const { status, err } = await runCommand('server/main.ts', args, { env })
      assert.equal(status, 2, err)
      assert.match(err, said)
    }
  })

  it('leaves with 2 at an option that it does not know', async () => {
    const { status, err } = await runCommand('server/main.ts', ['--smaple'])
    assert.equal(status, 2)
    assert.match(err, /start: .*'--smaple'/)
  })

  it('leaves with 2 and names what is wrong with its settings', async (t) => {
    const server = await started(t)
    const file = join(await temporaryFolder(t), 'file')
    await writeFile(file, '')
    const common = { BUILD_DIR: root, STATE_DIR: server.stateDir, PORT: '0', METRICS_PORT: '0' }
    const wrong: [Record<string, string>, RegExp][] = [
      [{ PORT: 'http', LOG_LEVEL: 'loud' }, /PORT.*LOG_LEVEL/],
      [{ PORT: new URL(server.url).port }, /start: PORT: .*set PORT to a free port/],
      [
        { METRICS_PORT: new URL(server.url).port },
        /start: METRICS_PORT: .*set METRICS_PORT to a free port \(0 = none\)/,
      ],
      [{ HOST: '192.0.2.1' }, /start: HOST: 192\.0\.2\.1/],
      [{ STATE_DIR: file }, /STATE_DIR/],
    ]
    for (const [env, named] of wrong) {
      const { status, err, out } = await runCommand('server/main.ts', [], {
        env: { ...common, ...env },
      })
      assert.equal(status, 2, err)
      assert.match(err, named)
      assert.doesNotMatch(err, /\n\s+at /, 'no stack')
      assert.equal(out, '')
    }
  })

  it('lists every setting with --help', async () => {
    const { status, out } = await runCommand('server/main.ts', ['--help'])
    assert.equal(status, 0)
    for (const name of ['--real', '--synthetic', '--snapshot ID', ...Object.keys(settings)])
      assert.match(out, new RegExp(`^ +${name} `, 'm'))
  })
})
