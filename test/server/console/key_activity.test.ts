import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { latencyOf } from '../../../server/console/key_activity.ts'
import { agentName } from '../../../server/console/parts/agent_name.ts'
import { makeKey, signedInBrowser } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })

describe("a key's page", () => {
  it('shows requests by endpoint and status, and failures without query and keys', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { key, id } = await makeKey(browser, 'busy')
    const { id: idle } = await makeKey(browser, 'idle')
    const path = '/v1/search?near=Danville,+VT&radius=50'
    for (let n = 0; n < 3; n++) await server.ask(path, { key })
    const refused = await server.ask('/v1/search?near=Nowhere+at+all', { key })
    await server.ask(`/v1/farms/svc_live_${'0'.repeat(32)}`, { key })
    await server.ask('/v1/nothing', { key })
    const { document } = parseHTML((await browser.get(`/console/keys/${id}`)).text)
    const rowsOf = (caption: string) =>
      [...document.querySelectorAll(`[aria-label^="${caption}"] tbody tr`)].map(({ children }) =>
        [...children].map(({ textContent }) => textContent!.replaceAll(/\s+/g, ' ').trim()),
      )
    assert.deepEqual(
      rowsOf('Requests of the last 30 days').map((row) => row.slice(0, 3)),
      [
        ['GET /v1/search', '200', '3'],
        ['GET /v1/farms/:id', '400', '1'],
        ['GET /v1/search', '400', '1'],
        ['unknown path', '404', '1'],
      ],
    )
    const failures = rowsOf('Failures of the key')
    assert.deepEqual(
      failures
        .map(([, request, status]) => `${request} ${status}`)
        .toSorted((a, b) => (a < b ? -1 : 1)),
      ['GET /v1/farms/svc_live_… 400', 'GET /v1/nothing 404', 'GET /v1/search 400'],
    )
    const said = failures.find(([, request]) => request === 'GET /v1/search')!.at(-1)!
    assert.ok(said.includes(refused.headers.get('X-Request-Id')!), said)
    assert.match(said, /Nowhere at all/)
    assert.match((await browser.get('/console')).text, /Requests today<\/dt>\s*<dd>6<\/dd>/)
    const { text } = await browser.get(`/console/keys/${idle}`)
    assert.equal(text.match(/No requests/g)!.length, 1) // below the chart
    assert.equal(text.match(/None\./g)!.length, 2)
  })
})

describe('latencyOf(use, share)', () => {
  const none = { within_5_ms: 0, within_25_ms: 0, within_100_ms: 0, within_500_ms: 0, slower: 0 }
  const use = { endpoint: '', status: 200, ...none }
  it('is the step that holds the share', () => {
    const mixed = { ...use, within_5_ms: 50, within_100_ms: 45, slower: 5 }
    assert.deepEqual(
      [0.5, 0.51, 0.95, 0.96].map((share) => latencyOf(mixed, share)),
      ['within_5_ms', 'within_100_ms', 'within_100_ms', 'slower'],
    )
  })
})

describe('agentName(agent)', () => {
  const chrome = '(KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  for (const [agent, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome}`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${chrome} Edg/140.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome}`, 'Chrome on Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
      'Safari on iPhone',
    ],
    ['curl/8.5.0', 'curl'],
    ['', 'not known'],
    [null, 'not known'],
  ] as const)
    it(`says ${name} of ${agent}`, () => assert.equal(agentName(agent), name))
})
