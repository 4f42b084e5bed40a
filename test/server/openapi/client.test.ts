import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import createClient from 'openapi-fetch'
import type { OpenApiDocument } from '../../../server/openapi/model.ts'
import { runHere } from '../../support/command_here.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { readCalls, writeClient, type Values } from '../../support/generated_client.ts'
import { newestToken } from '../../support/mailbox.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
  'package.json',
  'bin/tsc',
)
const { root, folder: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farm = (await publishedFarms(snapshot)).find(({ name }) => name === 'Open Book Farm')
const folder = await temporaryFolder({ after })
const { body: document } = await server.ask<OpenApiDocument>('/openapi.json', { key: null })

type Pages = { meta: { total: number } }
type Written = {
  farmDirectory: (options: object) => {
    all(path: string, given: object): AsyncGenerator
    GET(path: string): Promise<{ data: unknown }>
  }
}

const env = { ...process.env, KEY: server.keys.free }
const atHome = (text: string) => text.replaceAll('http://127.0.0.1:8080', server.url)
const example = () => readFile(join(folder, 'example.js'), 'utf8')

/** The programs named node of the PATH. */
const nodes = () => (process.env['PATH'] ?? '').split(delimiter).map((each) => join(each, 'node'))
const versionOf = (node: string) =>
  spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? ''

/** In the order in which they can succeed; all others come before them. */
const last = [
  'askToSignIn',
  'openSession',
  'getSession',
  'createKey',
  'listKeys',
  'getKeyUsage',
  'changeKey',
  'rotateKey',
  'revokeKey',
  'endSession',
]
const keyIds = ['changeKey.id', 'rotateKey.id', 'getKeyUsage.id', 'revokeKey.id']
const farmIds = [
  'farm_id',
  'getFarm.id',
  'getFarmProducts.id',
  'getFarmHours.id',
  'getFarmHistory.id',
]
await writeClient(folder, document, [...keyIds, ...farmIds, 'since', 'sign_in', 'token'])

const written = async () => (await import(pathToFileURL(join(folder, 'client.js')).href)) as Written

/** A form of `Retry-After` that the server never sends. */
const aDate = 'Wed, 21 Oct 2026 07:28:00 GMT'

describe('a client that is generated from the OpenAPI document', () => {
  it('is written by npm run client, into a folder that it makes', async () => {
    const command = 'server/client/main.ts'
    const help = await runHere(command, ['--help'])
    assert.match(help.out, /npm run client -- --out DIR[^]*--help/)
    const nowhere = await runHere(command, [])
    assert.deepEqual([nowhere.status, nowhere.err.slice(0, 26)], [2, 'client: --out is missing: '])
    const out = join(folder, 'new', 'client')
    const { status, err } = await runHere(command, ['--out', out])
    assert.deepEqual([status, err], [0, ''])
    const names = [
      'README.md',
      'api.d.ts',
      'client.d.ts',
      'client.js',
      'farm_directory.py',
      'package.json',
      'pyproject.toml',
    ]
    assert.deepEqual((await readdir(out)).toSorted(), names)
    for (const name of names)
      assert.equal(
        await readFile(join(out, name), 'utf8'),
        await readFile(join(folder, name), 'utf8'),
      )
  })

  it('type-checks', async () => {
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error as { stdout: string },
    )
    assert.equal(stdout, '')
  })

  it('calls every operation of a running server', async () => {
    const calls = await readCalls(folder)
    const values: Values = { since: '2026-06-02' }
    for (const name of farmIds) values[name] = farm!.id
    let session: string | undefined
    const client = createClient({
      baseUrl: server.url,
      headers: { 'X-API-Key': server.keys.paid },
      querySerializer: { array: { style: 'form', explode: false } },
      fetch: (request) => {
        if (session) request.headers.set('Authorization', `Bearer ${session}`)
        return fetch(request)
      },
    })
    const first = Object.keys(calls).filter((name) => !last.includes(name))
    for (const name of [...first, ...last]) {
      const { data, error, response } = await calls[name]!(client, values)
      assert.ok(response.ok, `${name}: ${response.status} ${JSON.stringify(error)}`)
      assert.ok(data !== undefined && error === undefined, name)
      const told = data as Record<string, string>
      if (name === 'askToSignIn') {
        values['sign_in'] = told['sign_in']!
        values['token'] = await newestToken(server.stateDir, 'ann@example.org')
      }
      if (name === 'openSession') session = told['session']
      if (name === 'createKey') for (const each of keyIds) values[each] = told['id']!
    }
  })

  it('runs its example under Node 20', async (t) => {
    const node20 = nodes().find((path) => versionOf(path).startsWith('v20.'))
    if (node20 === undefined) return t.skip('there is no Node 20 on the PATH')
    await writeFile(join(folder, 'here20.js'), atHome(await example()))
    const [older, own] = await Promise.all(
      [node20, process.execPath].map((node) => run(node, ['here20.js'], { cwd: folder, env })),
    )
    assert.match(older!.stdout, /unit: 'dozen'/)
    assert.equal(older!.stdout, own!.stdout)
  })

  it('pages through lists whose path has a parameter, or whose entries have another name', async () => {
    const { farmDirectory } = await written()
    const directory = farmDirectory({ url: server.url, key: server.keys.paid })
    const all = (path: string, given: object) => Array.fromAsync(directory.all(path, given))
    const changes = '/v1/snapshots/{id}/changes'
    const { body } = await server.ask<Pages>('/v1/snapshots/latest/changes')
    assert.equal((await all(changes, { id: 'latest', per_page: 100 })).length, body.meta.total)
    const competitors = '/v1/market/competitors'
    const query = { farm_id: farm!.id, radius: 25 }
    const { body: near } = await server.ask<Pages>(`${competitors}?farm_id=${farm!.id}&radius=25`)
    assert.ok(near.meta.total > 2)
    assert.equal((await all(competitors, { ...query, per_page: 2 })).length, near.meta.total)
  })

  it('asks again after the seconds that Retry-After says, or after one where a proxy gives a date', async (t) => {
    const { farmDirectory } = await written()
    const answers = ['2', aDate].map(
      (after) => new Response(null, { status: 503, headers: { 'Retry-After': after } }),
    )
    t.mock.method(globalThis, 'fetch', async () => answers.shift() ?? Response.json({ data: 7 }))
    const waits: number[] = []
    t.mock.method(globalThis, 'setTimeout', (then: () => void, ms: number) => {
      waits.push(ms)
      queueMicrotask(then)
    })
    const { data } = await farmDirectory({ url: 'http://127.0.0.1' }).GET('/v1/stats')
    assert.deepEqual([data, waits], [{ data: 7 }, [2000, 1000]])
  })

  it('runs the examples of its README, in both languages', async (t) => {
    await writeFile(join(folder, 'here.js'), atHome(await example()))
    const { stdout } = await run(process.execPath, ['here.js'], { cwd: folder, env })
    const search = '/v1/search?near=Danville,+VT&radius=25&products=eggs,honey&per_page=100'
    type List = { data: { name: string; distance_mi: number }[] }
    const { data } = (await server.ask<List>(search, { key: 'free' })).body
    const lines = data.map(({ name, distance_mi }) => `${distance_mi} ${name}`)
    assert.ok(lines.length > 10, `${lines.length} farms`)
    assert.deepEqual(stdout.split('\n').slice(0, lines.length), lines)
    assert.match(stdout, /unit: 'dozen'/)

    if (spawnSync('python3', ['--version']).status !== 0) return t.skip('there is no python3')
    const [, python] = /```py\n([^]*?)```/.exec(await readFile(join(folder, 'README.md'), 'utf8'))!
    const program = [
      atHome(python!),
      "rows = list(directory.rows('/v1/farms', state='VT', fields='id,name', per_page=50))",
      "print(len(rows), len(copy['farms']), rows[0]['id'], rows[0]['name'])",
      "try: directory.get('/v1/search', lat=1)",
      'except Exception as error: print(error)',
    ]
    const found = await run('python3', ['-c', program.join('\n')], { cwd: folder, env })
    const told = found.stdout.split('\n')
    assert.deepEqual(told.slice(0, lines.length), lines)
    const [counts, failure] = told.slice(lines.length)
    const { body } = await server.ask<{
      meta: { total: number }
      data: { id: string; name: string }[]
    }>('/v1/farms?state=VT&per_page=1')
    const { total } = body.meta
    const [{ id, name }] = body.data as [{ id: string; name: string }]
    assert.equal(counts, `${total} ${total} ${id} ${name}`)
    assert.match(failure!, /^400: lng: /)
  })
  it('installs in an empty folder from npm pack, type-checks and runs', async (t) => {
    const empty = await temporaryFolder(t)
    const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))
    const packed = [folder, `${modules}openapi-fetch`, `${modules}openapi-typescript-helpers`]
    const npm = (...args: string[]) => run('npm', [...args, '--ignore-scripts'], { cwd: empty })
    const { stdout } = await npm('pack', '--json', ...packed)
    type Packed = { filename: string; files: { path: string }[] }
    const tarballs = JSON.parse(stdout) as Packed[]
    assert.deepEqual(
      tarballs[0]!.files.map(({ path }) => path),
      ['README.md', 'api.d.ts', 'client.d.ts', 'client.js', 'package.json'],
    )
    const paths = tarballs.map(({ filename }) => `./${filename}`)
    await npm('install', '--offline', '--no-audit', '--no-fund', ...paths)
    const program = (await example()).replace('./client.js', 'farm-directory-client')
    await writeFile(join(empty, 'here.mjs'), atHome(program))
    const found = await run(process.execPath, ['here.mjs'], { cwd: empty, env })
    assert.match(found.stdout, /unit: 'dozen'/)
    await writeFile(join(empty, 'here.mts'), `declare const process: { env: { KEY?: string } }\n${program}`) // prettier-ignore
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext']
    const checked = await run(process.execPath, [tsc, ...options, 'here.mts'], { cwd: empty }).catch((error: unknown) => error as { stdout: string }) // prettier-ignore
    assert.equal(checked.stdout, '')
  })

  it('runs from a wheel', async (t) => {
    const python = ['python3', '/usr/bin/python3'].find((each) => buildsWheels(each))
    if (python === undefined) return t.skip('no Python here has pip, setuptools and wheel')
    const wheels = await temporaryFolder(t)
    const offline = ['--no-deps', '--no-build-isolation', '--no-index', '--quiet']
    await run(python, ['-m', 'pip', 'wheel', '.', ...offline, '--wheel-dir', wheels], {
      cwd: folder,
    })
    const [wheel] = await readdir(wheels)
    assert.match(wheel!, /^farm_directory_client-\d+\.\d+\.\d+-py3-none-any\.whl$/)
    const target = join(wheels, 'installed')
    const install = ['-m', 'pip', 'install', '--no-deps', '--no-index', '--quiet']
    await run(python, [...install, '--target', target, join(wheels, wheel!)])
    const program = `from farm_directory import FarmDirectory
print(len(list(FarmDirectory('${server.url}', '${server.keys.free}').all('/v1/farms', state=['VT', 'NH']))))`
    const found = await run(python, ['-c', program], { cwd: wheels, env: { ...env, PYTHONPATH: target } }) // prettier-ignore
    const { body } = await server.ask<Pages>('/v1/farms?state=VT,NH')
    assert.equal(Number(found.stdout), body.meta.total)
  })
})

describe('the Python client', () => {
  const python = (program: string[], url = server.url) =>
    run('python3', ['-c', ['from farm_directory import *', `directory = FarmDirectory('${url}/', '${server.keys.paid}')`, ...program].join('\n')], { cwd: folder, env }) // prettier-ignore
  const hasPython = spawnSync('python3', ['--version']).status === 0
  const options = { skip: hasPython ? false : 'there is no python3' }

  it(
    'takes lists, flags, dates and parameters of paths, and pages through every list',
    options,
    async () => {
      const { stdout } = await python([
        'import datetime, json',
        "near = dict(near='Danville, VT', radius=25)",
        "told = [len(list(directory.all('/v1/search', **near, products=('eggs', 'honey'), place_type=['farm', 'csa'])))]",
        "told += [len(list(directory.all('/v1/farms', updated_since=datetime.date(2026, 1, 1), per_page=7)))]",
        "told += [len(list(directory.all('/v1/food', product='eggs', in_stock_only=True, state={'VT'})))]",
        `told += [len(list(directory.all('/v1/market/competitors', farm_id='${farm!.id}', per_page=2)))]`,
        `told += [directory.get('/v1/farms/{id}', id='${farm!.id}')['data']['name']]`,
        'print(json.dumps(told))',
      ])
      const totals = await Promise.all(
        [
          '/v1/search?near=Danville,+VT&radius=25&products=eggs,honey&place_type=farm,csa',
          '/v1/farms?updated_since=2026-01-01',
          '/v1/food?product=eggs&in_stock_only=true&state=VT',
          `/v1/market/competitors?farm_id=${farm!.id}`,
        ].map(async (path) => (await server.ask<Pages>(path)).body.meta.total),
      )
      for (const total of totals) assert.ok(total > 0, String(totals))
      assert.deepEqual(JSON.parse(stdout), [...totals, farm!.name])
    },
  )

  it(
    'asks again after a 503 and a broken connection, and tells a failure without a document',
    options,
    async (t) => {
      const statuses = [503, 0, 429, 200, 502]
      const busy = createServer(({ socket }, response) => {
        const status = statuses.shift()!
        if (status === 0) return void socket.destroy()
        response
          .writeHead(status, { 'Retry-After': status === 429 ? aDate : '3' })
          .end(status === 200 ? '{"data": 7}' : 'busy')
      })
      await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
      t.after(() => busy.close())
      const { stdout } = await python(
        [
          'import time',
          'waits = []',
          'time.sleep = waits.append',
          "print(directory.get('/v1/stats'))",
          "try: directory.get('/v1/stats')",
          'except ApiError as error: print(error, waits)',
        ],
        `http://127.0.0.1:${(busy.address() as AddressInfo).port}`,
      )
      assert.equal(stdout, "{'data': 7}\n502: Bad Gateway [3, 2, 4]\n")
    },
  )
})

/** Returns true if a Python can build a wheel without the network. */
const buildsWheels = (python: string) =>
  spawnSync(python, ['-c', 'import setuptools, wheel, pip']).status === 0
