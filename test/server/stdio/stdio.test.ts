import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { agentBy } from '../../support/agent.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const { root, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const main = fileURLToPath(new URL('../../../server/stdio/main.ts', import.meta.url))
const path = { PATH: process.env['PATH']! }

async function agentOn(t: TestContext, args: string[], env: Record<string, string>) {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, ...args],
    env: { ...path, ...env },
    stderr: 'ignore',
  })
  t.after(() => client.close())
  await client.connect(transport)
  return agentBy(client)
}
type Ended = { status: number; out: string; err: string }
const run = (args: string[], env: Record<string, string> = {}, input = '') =>
  new Promise<Ended>((resolve) => {
    const ended = { env: { ...path, ...env } }
    const program = execFile(process.execPath, [main, ...args], ended, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    )
    program.stdin!.end(input)
  })

describe('npm run mcp', () => {
  it('asks a server with a key, and shows what the key sees', async (t) => {
    const agent = await agentOn(t, ['--url', server.url], { FARM_DIRECTORY_KEY: server.keys.free })
    assert.equal((await agent.client.listTools()).tools.length, 6)
    const { text } = await agent.call('get_farm', { name: 'Open Book Farm' })
    assert.match(text, /sells: eggs/)
    assert.match(text, /shown to paid keys only/)
    const amiss = await agent.call('find_farms', { near: 'Danvile, VT' })
    assert.equal(amiss.isError, true)
    assert.match(amiss.text, /Try near: "Danville, VT"/)
    const wanted = await agent.call('find_farms', { near: 'Danville, VT', products: 'eggs' })
    assert.match(wanted.text, new RegExp(snapshot))
  })

  it('says that the key is not valid, and that a server does not answer', async (t) => {
    const stranger = await agentOn(t, ['--url', server.url, '--key', 'nonsense'], {})
    const refused = await stranger.call('find_farms', { state: 'VT' })
    assert.equal(refused.isError, true)
    assert.match(refused.text, /this API key is unknown/)
    const alone = await agentOn(t, ['--url', 'http://127.0.0.1:9', '--key', 'any'], {})
    assert.match((await alone.call('find_farms', { state: 'VT' })).text, /does not answer/)
  })

  it('answers from a local snapshot without a server, in full, and leaves nothing behind', async (t) => {
    const TMPDIR = join(await temporaryFolder(t), 'tmp')
    await mkdir(TMPDIR)
    const agent = await agentOn(t, [], { BUILD_DIR: root, TMPDIR })
    const { text } = await agent.call('get_farm', { name: 'Open Book Farm' })
    assert.match(text, /phone: /)
    assert.match(text, new RegExp(snapshot))
    await agent.client.close()
    assert.deepEqual(
      (await readdir(TMPDIR)).filter((name) => name.startsWith('farm-directory-mcp')),
      [],
    )
  })

  it('answers all requests of an input that ends at once, but none that is canceled', async () => {
    const clientInfo = { name: 'a test', version: '1.0.0' }
    const call = { name: 'find_farms', arguments: { near: 'Danville, VT' } }
    const messages = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } }, // prettier-ignore
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
      { id: 3, method: 'tools/call', params: call },
      { method: 'notifications/cancelled', params: { requestId: 3 } },
      { id: 4, method: 'no/such/method' },
    ]
    const input = messages
      .map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`)
      .join('')
    const env = { FARM_DIRECTORY_KEY: server.keys.free }
    const { status, out } = await run(['--url', server.url], env, input)
    assert.equal(status, 0)
    const answers = out.trim().split('\n').map((line) => JSON.parse(line) as { id: number }) // prettier-ignore
    assert.deepEqual(
      answers.map(({ id }) => id).toSorted((one, other) => one - other),
      [1, 2, 4],
    )
    assert.match(out, /95 farms found within 25 miles of Danville, VT/)
  })

  it('says what is missing', async () => {
    const nowhere = { BUILD_DIR: join(tmpdir(), 'no-such-build') }
    const [help, ...failures] = await Promise.all([
      run(['--help']),
      run(['--url', server.url]),
      run([], nowhere),
    ])
    assert.match(help.out, /npm run --silent mcp/)
    for (const { status, out, err } of failures) {
      assert.equal(status, 2, err)
      assert.equal(out, '', 'which is for the protocol alone')
    }
    assert.match(failures[0].err, /FARM_DIRECTORY_KEY/)
    assert.match(failures[1].err, /BUILD_DIR: there is no valid snapshot/)
  })
})
