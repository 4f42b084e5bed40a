import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { layout } from '../../../../data/schema/layout.ts'
import { rollback } from '../../../../pipeline/snapshots/retention.ts'
import { fixtureNights, nightsFarms } from '../../../support/fixture_nights.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const { root, ids } = await fixtureNights({ after })
const [one, two, three, four, five] = ids as [string, string, string, string, string]
await rollback(layout(root), one)
const server = await startServer({ after }, root, { now: new Date('2026-06-06T00:00:00Z') })
const goTo = async (id: string) => {
  await rollback(layout(root), id)
  await server.refresh()
}

/** The program of the recipe, with pages as small as a test's farms need. */
const folder = await temporaryFolder({ after })
const program = join(folder, 'sync.mjs')
const recipe = await readFile(
  new URL('../../../../server/recipes/sync.md', import.meta.url),
  'utf8',
)
const [, code] = /```js\n(\/\/ sync\.mjs:[^]*?)```/.exec(recipe) ?? []
assert.ok(code, 'the recipe has the program')
await writeFile(program, code.replace('per_page=100', 'per_page=2'))
const [, fields] = /const fields = '(.*)'/.exec(code)!

/** What stands between the program and the server: counts requests, and does something after each. */
let [requests, afterRequest] = [0, async (): Promise<unknown> => undefined]
const between = createServer((request, response) => {
  void (async () => {
    requests++
    const key = String(request.headers['x-api-key'])
    if (requests === 1) return response.writeHead(503, { 'Retry-After': '0.01' }).end() // it starts
    const { status, text } = await server.ask(request.url!, { key })
    await afterRequest()
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  })()
})
await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
after(() => between.close())
const SERVER = `http://127.0.0.1:${(between.address() as AddressInfo).port}`

type Key = 'free' | 'paid'
type Farm = { id: string; name: string }
type Copy = { since: string; farms: Record<string, Farm> }

/** Runs the program as a night's timer would, and returns its copy and how often it asked. */
async function sync(key: Key): Promise<Copy & { requests: number }> {
  requests = 0
  const env = { ...process.env, SERVER, KEY: server.keys[key] }
  const file = join(folder, `${key}.json`)
  await promisify(execFile)(process.execPath, [program, 'VT', file], { env })
  return { ...(JSON.parse(await readFile(file, 'utf8')) as Copy), requests }
}

async function listed(key: Key, snapshot: string): Promise<Farm[]> {
  const query = `state=VT&fields=${fields}&per_page=100&snapshot=${snapshot}`
  return (await server.ask<{ data: Farm[] }>(`/v1/farms?${query}`, { key })).body.data
}

const byId = (farms: Farm[]) => JSON.stringify(farms.toSorted((a, b) => (a.id < b.id ? -1 : 1)))

/** Syncs, and holds the copy against what /v1/farms lists of the snapshot that it says it is from. */
async function night(key: Key, snapshot: string): Promise<string[]> {
  const { since, farms, requests: asked } = await sync(key)
  assert.equal(since, snapshot)
  assert.equal(byId(Object.values(farms)), byId(await listed(key, snapshot)))
  assert.ok(asked <= 10, `${asked} requests`)
  return Object.values(farms).map(({ name }) => name)
}

describe('sync() of the Python client', () => {
  it('has what /v1/farms lists, after a night and after several', async (t) => {
    if (spawnSync('python3', ['--version']).status !== 0) return t.skip('there is no python3')
    const written = new URL('../../../../server/client/written', import.meta.url)
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }
    let copy = '{"since": null, "farms": {}}'
    const program = `import json, sys
from farm_directory import FarmDirectory
copy = json.loads(sys.argv[3])
FarmDirectory(sys.argv[1], sys.argv[2]).sync(copy, 'VT')
print(json.dumps(copy))`
    for (const id of [one, two, five]) {
      await goTo(id)
      const given = ['-c', program, SERVER, server.keys.paid, copy]
      copy = (await promisify(execFile)('python3', given, { cwd: written, env })).stdout
      const { since, farms } = JSON.parse(copy) as Copy
      assert.equal(since, id)
      assert.equal(byId(Object.values(farms)), byId(await listed('paid', id)))
    }
  })
})

describe('the recipe that keeps a table of one state', () => {
  const { maple, ivy } = nightsFarms
  for (const key of ['free', 'paid'] as const)
    it(`has what /v1/farms lists, night after night, with a ${key} key`, async () => {
      await goTo(one)
      assert.ok((await night(key, one)).includes(maple))
      await goTo(two)
      assert.ok(!(await night(key, two)).includes(maple)) // delisted
      await goTo(three) // it is back, but this night is skipped
      await goTo(four)
      afterRequest = () => goTo(five) // published while the program pages
      const names = await night(key, four)
      assert.ok(names.includes(maple) && !names.includes(ivy)) // one is back, one moved away
      assert.ok(requests >= 2)
      afterRequest = async () => undefined
      await night(key, five)
      const { requests: asked } = await sync(key)
      assert.equal(asked, 2) // a 503, and nothing new
    })

  it('makes its copy anew where the snapshot of it is not kept any more', async () => {
    const file = join(folder, 'paid.json')
    const gone = { since: '20250101T000000Z-00000000', farms: { x: { id: 'x', name: 'Old' } } }
    await writeFile(file, JSON.stringify(gone))
    await night('paid', five)
  })

  it('fails where no copy can be made, and writes none', async () => {
    await goTo(one)
    await writeFile(join(folder, 'paid.json'), '{}')
    afterRequest = () => goTo(two).then(() => goTo(three)) // the snapshot of the first page goes
    await assert.rejects(sync('paid'), /"status":410/)
    assert.equal(await readFile(join(folder, 'paid.json'), 'utf8'), '{}')
    afterRequest = async () => undefined
  })
})
