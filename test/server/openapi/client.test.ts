import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import createClient from 'openapi-fetch'
import type { OpenApiDocument } from '../../../server/openapi/model.ts'
import { runCommand } from '../../support/command.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { readCalls, writeClient, type Values } from '../../support/generated_client.ts'
import { newestToken } from '../../support/mailbox.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const run = promisify(execFile)
const { root, folder: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farm = (await publishedFarms(snapshot)).find(({ name }) => name === 'Open Book Farm')
const folder = await temporaryFolder({ after })
const { body: document } = await server.ask<OpenApiDocument>('/openapi.json', { key: null })

type Pages = { meta: { total: number } }
type Written = {
  farmDirectory: (options: object) => { all(path: string, given: object): AsyncGenerator }
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

describe('a client that is generated from the OpenAPI document', () => {
  it('is written by npm run client, into a folder that it makes', async () => {
    const command = 'server/client/main.ts'
    const help = await runCommand(command, ['--help'])
    assert.match(help.out, /npm run client -- --out DIR[^]*--help/)
    const nowhere = await runCommand(command, [])
    assert.deepEqual([nowhere.status, nowhere.err.slice(0, 26)], [2, 'client: --out is missing: '])
    const out = join(folder, 'new', 'client')
    const { status, err } = await runCommand(command, ['--out', out])
    assert.deepEqual([status, err], [0, ''])
    const names = [
      'README.md',
      'api.ts',
      'client.js',
      'client.ts',
      'farm_directory.py',
      'package.json',
    ]
    assert.deepEqual((await readdir(out)).toSorted(), names)
    for (const name of names)
      assert.equal(
        await readFile(join(out, name), 'utf8'),
        await readFile(join(folder, name), 'utf8'),
      )
  })

  it('type-checks', async () => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
      'package.json',
      'bin/tsc',
    )
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
    const { farmDirectory } = (await import(
      pathToFileURL(join(folder, 'client.js')).href
    )) as Written
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
      'import os, sys',
      "key = os.environ['KEY']",
      atHome(python!),
      "rows = list(directory.rows('/v1/farms', state='VT', fields='id,name', per_page=50))",
      "print(len(rows), len(copy['farms']), rows[0]['name'])",
      "try: directory.get('/v1/search', lat=1)",
      'except Exception as error: print(error)',
    ]
    const found = await run('python3', ['-c', program.join('\n')], { cwd: folder, env })
    const told = found.stdout.split('\n')
    assert.deepEqual(told.slice(0, lines.length), lines)
    const [counts, failure] = told.slice(lines.length)
    const { body } = await server.ask<{ meta: { total: number }; data: { name: string }[] }>(
      '/v1/farms?state=VT&per_page=1',
    )
    const { total } = body.meta
    assert.equal(counts, `${total} ${total} ${body.data[0]!.name}`)
    assert.match(failure!, /^400: lng: /)
  })
})
