import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { Browser } from '../../support/browser.ts'
import { signedInBrowser } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'
import { farm, freeFields } from '../../../data/schema/tables/farm.ts'

const { root } = await fixtureSnapshot({ after })
const run = promisify(execFile)
const people = { Accept: 'text/html,application/xhtml+xml;q=0.9' }

/** The programs of a page by the language that their label names, as a browser would copy them. */
function programs(page: string): Map<string, string> {
  const blocks = page.matchAll(
    /<figcaption><span>(\w+)<\/span><\/figcaption>\s*<pre[^>]*><code>(.*?)<\/code>/gs,
  )
  const unescaped = (text: string) =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  return new Map([...blocks].map(([, name, code]) => [name!, unescaped(code!)]))
}

const commands: Record<string, (code: string) => [string, string[]]> = {
  curl: (code) => ['bash', ['-c', code]],
  JavaScript: (code) => [process.execPath, ['--input-type=module', '-e', code]],
  Python: (code) => ['python3', ['-c', code]],
}
const probes: Record<string, [string, string[]]> = {
  curl: ['curl', ['--version']],
  JavaScript: [process.execPath, ['--version']],
  Python: ['python3', ['--version']],
}

describe('the start page', () => {
  for (const [language, command] of Object.entries(commands))
    it(`has a first request in ${language} that runs unchanged`, async (t) => {
      const missing = await run(...probes[language]!).then(
        () => false,
        () => true,
      )
      if (missing) return t.skip(`${probes[language]![0]} is not installed`)
      const server = await startServer(t, root)
      const page = await new Browser(server).get('/console')
      const code = programs(page.text).get(language)
      assert.ok(code, page.text)
      const env = { ...process.env, FARM_KEY: server.keys.free }
      const { stdout } = await run(...command(code), { env })
      const nearest = await server.ask<{ data: { name: string }[] }>(
        '/v1/search?near=Danville,VT&radius=50&per_page=2',
      )
      assert.equal(nearest.body.data.length, 2)
      for (const { name } of nearest.body.data) assert.ok(stdout.includes(name), stdout)
    })

  it('has the public address of the service in them', async (t) => {
    const settings = { PUBLIC_URL: 'https://farms.example.org' }
    const server = await startServer(t, root, { settings })
    const page = await server.ask('/console', {
      key: null,
      headers: { 'X-Forwarded-Host': 'evil' },
    })
    for (const code of ['curl', 'JavaScript', 'Python'])
      assert.match(programs(page.text).get(code)!, /https:\/\/farms\.example\.org\/v1\/search\?/)
    assert.doesNotMatch(page.text, /evil|127\.0\.0\.1/)
  })

  it('says what the tiers give: limits of the configuration, fields of the schema', async (t) => {
    const settings = { FREE_DAILY_LIMIT: '1234', PAID_DAILY_LIMIT: '56789' }
    const server = await startServer(t, root, { settings })
    const { text } = await new Browser(server).get('/console')
    const fields = Object.keys(farm.shape)
    for (const words of ['1,234', '56,789', `${freeFields.length} of ${fields.length}`])
      assert.ok(text.includes(words), words)
    for (const field of fields) assert.ok(text.includes(`<code>${field}</code>`), field)
    assert.ok(text.includes('<code>/v1/farms/:id/hours</code>'))
  })

  it('tells the two types of keys apart, and names the contact of the settings', async (t) => {
    const contacts = {
      'keys@example.org': 'mailto:keys@example.org',
      'https://example.org/keys': 'https://example.org/keys',
    }
    for (const [CONTACT, link] of Object.entries(contacts)) {
      const server = await startServer(t, root, { settings: { CONTACT } })
      const { text } = await new Browser(server).get('/console')
      assert.match(text, /<h2>Secret key<\/h2>.*<h2>Browser key<\/h2>/s)
      assert.ok(text.includes(`ask <a href="${link}">${CONTACT}</a>`), text)
    }
    const { text } = await new Browser(await startServer(t, root)).get('/console')
    assert.match(text, /ask the operator of this service\./)
    assert.doesNotMatch(text, /mailto:/)
  })

  it('is for everybody, and knows who is signed in', async (t) => {
    const server = await startServer(t, root)
    const stranger = await new Browser(server).get('/console')
    assert.match(stranger.text, /Sign in<\/a>\s+with your/)
    const { text } = await (await signedInBrowser(server)).get('/console')
    assert.match(text, /ann@example\.org<\/a>/)
    assert.match(text, /Create an API key/)
  })
})

describe('a failure', () => {
  it('is a page to a browser that asks for one of ours, and a problem document to others', async (t) => {
    const server = await startServer(t, root)
    const page = await fetch(`${server.url}/console/nothing`, { headers: people })
    assert.equal(page.status, 404)
    assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/)
    assert.match(page.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/)
    const text = await page.text()
    assert.match(text, /There is nothing at \/console\/nothing\./)
    assert.ok(text.includes(page.headers.get('X-Request-Id')!))
    assertProblem(await server.ask('/console/nothing', { key: null }), 404)
    const lost = await fetch(`${server.url}/nothing`, { headers: people })
    assert.deepEqual(
      [lost.status, lost.headers.get('Content-Type')?.slice(0, 9)],
      [404, 'text/html'],
    )
    assertProblem(await server.ask('/v1/nothing', { key: null, headers: people }), 404)
  })

  it('is named on the page, field by field', async (t) => {
    const server = await startServer(t, root)
    const asked = await new Browser(server).visit('/console/sign-in', {
      method: 'POST',
      form: { email: 'ann@example.org', '<b>other</b>': 'x' },
      headers: { ...people, 'Sec-Fetch-Site': 'same-origin' },
    })
    assert.equal(asked.status, 400)
    assert.match(asked.text, /<li>&#60;b&#62;other&#60;\/b&#62;: unknown field/)
    assert.doesNotMatch(asked.text, /<b>/)
  })
})
