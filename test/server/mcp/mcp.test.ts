import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agentOf } from '../../support/agent.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, assertRateHeaders } from '../../support/problem_document.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'

const { root, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

const json = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
}
const calling = (name: string, asked: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: asked },
  })
const aCall = calling('find_farms', { near: 'Danville, VT', limit: 1 })
const post = (
  key: string | null,
  headers: Record<string, string> = {},
  body = aCall,
  on: TestServer = server,
) => on.ask('/mcp', { method: 'POST', key, headers: { ...json, ...headers }, body })

describe('POST /mcp', () => {
  it('lists six tools, with what each takes', async (t) => {
    const { client } = await agentOf(t, server.url, { 'X-API-Key': server.keys.free })
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['find_farms', 'get_farm', 'describe_market', 'get_prices', 'list_changes', 'look_up_terms'],
    )
    for (const { inputSchema, description, annotations } of tools) {
      assert.ok(description && description.length < 600)
      assert.equal(annotations?.readOnlyHint, true)
      for (const parameter of Object.values(inputSchema.properties ?? {}))
        assert.ok((parameter as { description?: string }).description)
    }
    const schemas = tools.map(({ outputSchema }) => JSON.stringify(outputSchema))
    assert.ok(JSON.stringify(tools).length - schemas.join('').length < 11_000)
    assert.ok(schemas.join('').length < 11_000)
  })

  it('takes a key in X-API-Key, and as a bearer token', async (t) => {
    for (const headers of [
      { 'X-API-Key': server.keys.paid },
      { Authorization: `Bearer ${server.keys.paid}` },
    ]) {
      const agent = await agentOf(t, server.url, headers)
      const { text, isError } = await agent.call('get_farm', { name: 'Open Book Farm' })
      assert.equal(isError, false, text)
      assert.match(text, /phone: /)
      assert.match(text, new RegExp(snapshot))
    }
  })

  it('answers in the protocol of 2026 and in those before', async (t) => {
    const { client } = await agentOf(t, server.url, { 'X-API-Key': server.keys.free })
    assert.ok(client.getServerVersion()?.name)
    const old = await post('free', {}, calling('look_up_terms', { text: 'eggs' }))
    assert.equal(old.status, 200)
    assert.match(old.text, /eggs \(products\)/)
  })

  it('answers without a key as a free key, under the limit of the address', async (t) => {
    const agent = await agentOf(t, server.url, {})
    const { text } = await agent.call('get_farm', { name: 'Open Book Farm' })
    assert.match(text, /sells: eggs.*[^]*shown to paid keys only/)
    assert.doesNotMatch(text, /phone|\$/)
    const refused = await agent.call('find_farms', { near: 'Danville, VT', open_on: 'sat' })
    assert.match(refused.text, /paid keys.*\nCall again without it/)
    const list = await agent.call('find_farms', { products: ['eggs', 'honey'] })
    assert.match(list.text, /products.*several names with commas: "eggs,honey"/s)
    const few = await startServer(t, root, { settings: { ANONYMOUS_MINUTE_LIMIT: '1' } })
    assert.equal((await post(null, {}, aCall, few)).status, 200)
    assertProblem(await post(null, {}, aCall, few), 429)
  })

  it('is a 401 with a wrong key, and a 400 with two', async () => {
    for (const [key, headers] of [
      ['svc_live_00000000000000000000000000000000', {}],
      [null, { Authorization: 'Bearer nonsense' }],
    ] as const)
      assertProblem(await post(key, { ...headers }), 401)
    const two = { Authorization: `Bearer ${server.keys.paid}` }
    assertProblem(await post('free', two), 400)
  })

  it('refuses pages of other sites, and browser keys', async () => {
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const refused = await post('free', { Origin })
      assertProblem(refused, 403)
      assert.equal(refused.headers.get('Access-Control-Allow-Origin'), null)
      assertProblem(await post(null, { Origin }), 403)
    }
    assert.equal((await post('free', { Origin: server.url })).status, 200)
    const Origin = 'https://farms.example'
    const { key } = await server.newKey('free', [Origin])
    assertProblem(await post(key, { Origin }), 403)
    const preflight = await server.ask('/mcp', {
      method: 'OPTIONS',
      key: null,
      headers: { Origin, 'Access-Control-Request-Method': 'POST' },
    })
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null)
  })

  it('has no other method, and keeps no stream open', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await server.ask('/mcp', { method, headers: json })
      assertProblem(answer, 405)
      assert.equal(answer.headers.get('Allow'), 'POST')
    }
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const listen = {
      jsonrpc: '2.0',
      id: 7,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    }
    const headers = {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    }
    const { text } = await post('free', headers, JSON.stringify(listen))
    assert.match(text, /"error"/)
  })

  it('refuses what is no message: of another type, too long, several, or unknown', async () => {
    assertProblem(await post('free', { 'Content-Type': 'text/plain' }), 415)
    assertProblem(await post('free', { Accept: 'application/json' }), 406)
    assertProblem(await post('free', { 'MCP-Protocol-Version': '1999-01-01' }), 400)
    assertProblem(await post('free', {}, calling('find_farms', { q: 'x'.repeat(11_000) })), 413)
    assertProblem(await post('free', {}, `[${aCall},${aCall}]`), 400)
    assertProblem(await post('free', {}, '{'), 400)
    assertProblem(await post('free', {}, '{"id": 1}'), 400)
    assert.match((await post('free', {}, calling('no_tool', {}))).text, /no_tool/)
  })

  it('answers a client that accepts everything', async () => {
    for (const Accept of ['*/*', 'application/*, text/*;q=0.5'])
      assert.match((await post('free', { Accept })).text, /"result"/, Accept)
  })

  it('counts a tool call as one request of the key, whatever it asks', async () => {
    const remaining = async (body: string) =>
      assertRateHeaders(await post('free', {}, body)).remaining
    const before = await remaining(aCall)
    const prices = calling('get_prices', { near: 'Danville, VT', product: 'eggs' })
    assert.equal(await remaining(prices), before - 1)
    assert.equal(await remaining(calling('look_up_terms', { text: 'eggs' })), before - 2)
  })

  it('tells free keys that prices of one farm alone are hidden', async () => {
    const asked = { near: 'Danville, VT', product: 'eggs', radius: 5 }
    const hidden =
      /1 of them with a price\. Prices that one farm alone states .* are hidden from free keys/
    const free = (await post('free', {}, calling('get_prices', asked))).text
    assert.match(free, hidden)
    assert.doesNotMatch(free, /\$\d/)
    assert.match((await post('paid', {}, calling('get_prices', asked))).text, /\$\d/)
  })

  it('says why nothing is found, and how to mend a call, in the words of the tools', async (t) => {
    const free = await agentOf(t, server.url, { 'X-API-Key': server.keys.free })
    const paid = await agentOf(t, server.url, { 'X-API-Key': server.keys.paid })
    const near = 'Danville, VT'
    for (const [agent, name, asked, remedy] of [
      [free, 'find_farms', { q: 'xqzzy' }, /Hint: without q, 187 farms match/],
      [free, 'find_farms', { near, page: 999 }, /Hint: page: the list ends at page 12/],
      [free, 'find_farms', { near, products: 'xqzzy' }, /is not known; look_up_terms finds/],
      [free, 'get_prices', { near, product: 'xqzzy' }, /is not known; look_up_terms finds/],
      [free, 'describe_market', { near, product: 'xqzzy' }, /is not known; look_up_terms finds/],
      [free, 'describe_market', { near, product: 'egs' }, /did you mean `eggs`\?/],
      [free, 'find_farms', { near: 'Vermont' }, /give state "VT" in place of near/],
      [free, 'find_farms', { near: 'half \ud83c' }, /^near: must not hold half of a character/],
      [free, 'look_up_terms', { text: 'half \ud83c' }, /must not hold half of a character/],
      [free, 'find_farms', { radius: 10 }, /^near: is required beside radius/],
      [free, 'find_farms', { text: 'eggs near me' }, /give near, or name it in the text/],
      [paid, 'find_farms', { near, open_on: '2040-01-01' }, /include_unknown_hours lists them/],
      [free, 'list_changes', { since: '2000-01-01' }, /Try since: "\d{8}T/],
      [free, 'get_farm', { farm_id: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7' }, /find_farms and get_farm by name give ids/], // prettier-ignore
    ] as const) {
      const { text } = await agent.call(name, asked)
      const said = text.replace(/^Snapshot .*$/m, '')
      assert.match(said, remedy)
      assert.doesNotMatch(said, /\/v1\/|\blng\b|open_unknown/)
    }
  })

  it('is a 429 at the limit', async (t) => {
    const few = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '1' } })
    assert.equal((await post('free', {}, aCall, few)).status, 200)
    assertProblem(await post('free', {}, aCall, few), 429)
  })

  it('writes no key to the log', async () => {
    await post(null, { Authorization: `Bearer ${server.keys.paid}` })
    await post(null, { Authorization: 'Bearer svc_live_11111111111111111111111111111111' })
    const text = server.log.text()
    assert.ok(server.log.lines().some(({ path }) => path === '/mcp'))
    for (const secret of [server.keys.paid, server.keys.free, 'svc_live_11111'])
      assert.ok(!text.includes(secret))
  })
})
