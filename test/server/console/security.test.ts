import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { Browser, hiddenField } from '../../support/browser.ts'
import { mailsTo, newestToken } from '../../support/mailbox.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings })
const address = 'ann@example.org'
const json = { 'Content-Type': 'application/json' }

async function signedIn(server: TestServer): Promise<Browser> {
  const browser = new Browser(server)
  await browser.submit('/console/sign-in', { email: address })
  await browser.submit('/console/confirm', { token: await newestToken(server.stateDir, address) })
  assert.ok(browser.cookies.has('session'))
  return browser
}

const cookieOf = (browser: Browser) => [...browser.cookies].map((pair) => pair.join('=')).join('; ')

describe('session fixation', () => {
  it('is of no use: signing in gives another session, and ends the one the browser had', async (t) => {
    const server = await start(t)
    const attacker = await signedIn(server)
    const planted = attacker.cookies.get('session')!
    const victim = new Browser(server)
    victim.cookies.set('session', planted)
    await victim.submit('/console/sign-in', { email: 'victim@example.org' })
    const token = await newestToken(server.stateDir, 'victim@example.org')
    await victim.submit('/console/confirm', { token })
    assert.notEqual(victim.cookies.get('session'), planted)
    assert.match((await victim.get('/console')).text, /victim@example\.org/)
    const headers = { Authorization: `Bearer ${planted}` }
    assertProblem(await server.ask('/v1/session', { key: null, headers }), 401)
  })

  it('does not take a made-up session, nor one from the address', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    browser.cookies.set('session', `svc_session_${'0'.repeat(64)}`)
    assert.equal((await browser.get('/console/account')).status, 303)
    const real = (await signedIn(server)).cookies.get('session')!
    const asked = await server.ask(`/v1/session?session=${real}`, { key: null })
    assert.notEqual(asked.status, 200)
  })
})

describe('a change asked for by another site', () => {
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    {},
  ]
  for (const headers of foreign)
    it(`is refused with a session cookie and ${JSON.stringify(headers)}`, async (t) => {
      const server = await start(t)
      const browser = await signedIn(server)
      const given = { ...headers, Cookie: cookieOf(browser) }
      const body = JSON.stringify({ name: 'forged' })
      const made = { method: 'POST', key: null, headers: { ...given, ...json }, body }
      assertProblem(await server.ask('/v1/keys', made), 403)
      const id = '00000000-0000-4000-8000-000000000000'
      const changes: [string, string][] = [
        ['DELETE', `/v1/keys?id=${id}`],
        ['POST', `/v1/keys/${id}/rotate`],
        ['PATCH', `/v1/keys/${id}`],
        ['DELETE', '/v1/session'],
      ]
      for (const [method, path] of changes)
        assertProblem(await server.ask(path, { method, key: null, headers: given }), 403)
      assert.equal((await browser.get('/console/account')).status, 200, 'still signed in')
    })

  it('is done for our own pages, and for programs with a bearer token', async (t) => {
    const server = await start(t)
    const browser = await signedIn(server)
    const body = JSON.stringify({ name: 'own' })
    const own = [
      { Cookie: cookieOf(browser), Origin: server.url },
      { Cookie: cookieOf(browser), 'Sec-Fetch-Site': 'same-origin' },
      { Authorization: `Bearer ${browser.cookies.get('session')}` },
    ]
    for (const headers of own) {
      const asked = { method: 'POST', key: null, headers: { ...json, ...headers }, body }
      assert.equal((await server.ask('/v1/keys', asked as object)).status, 201)
    }
  })

  it('is refused for forms without their token, even where the browser says nothing', async (t) => {
    const server = await start(t)
    const browser = await signedIn(server)
    const form_token = hiddenField((await browser.get('/console')).text, 'form_token')
    const other = await signedIn(server)
    const wrong = hiddenField((await other.get('/console')).text, 'form_token')
    const post = (form: Record<string, string>, headers = {}) =>
      browser.visit('/console/sign-out', { method: 'POST', form, headers })
    assertBadParameters(await post({}), ['form_token'])
    assertProblem(await post({ form_token: wrong }), 403)
    assertProblem(await post({ form_token }, { Origin: 'https://evil.example' }), 403)
    assert.equal((await browser.get('/console/account')).status, 200, 'still signed in')
    assert.equal((await post({ form_token })).status, 303)
  })

  it('does not begin or finish a sign-in', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    const evil = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const forged = { method: 'POST', form: { email: address }, headers: evil }
    assertProblem(await browser.visit('/console/sign-in', forged), 403)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    const confirmed = { method: 'POST', form: { token }, headers: evil }
    assertProblem(await browser.visit('/console/confirm', confirmed), 403)
  })
})

describe('where signing in leads to', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/console/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/console\r\nSet-Cookie: session=planted',
    '@evil.example',
    '',
  ]
  for (const next of elsewhere)
    it(`is the console for ${JSON.stringify(next)}`, async (t) => {
      const server = await start(t)
      const browser = new Browser(server)
      await browser.submit('/console/sign-in', { email: address, next })
      const token = await newestToken(server.stateDir, address)
      const answer = await browser.submit('/console/confirm', { token })
      assert.equal(answer.headers.get('Location'), '/console')
      const page = await browser.get(`/console/sign-in?next=${encodeURIComponent(next)}`)
      assert.equal(hiddenField(page.text, 'next'), '/console')
    })

  it('is the page of ours that was wanted', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    const next = '/console/keys?sort=name#new'
    await browser.submit('/console/sign-in', { email: address, next })
    const token = await newestToken(server.stateDir, address)
    const answer = await browser.submit('/console/confirm', { token })
    assert.equal(answer.headers.get('Location'), next)
  })
})

describe('the link in a mail', () => {
  const lies = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'host=evil.example',
    'X-Forwarded-Proto': 'gopher',
  }

  /** fetch sets Host by itself, so this asks without it. */
  async function ask(server: TestServer): Promise<number> {
    const { hostname, port } = new URL(server.url)
    const headers = { ...lies, 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = request({ hostname, port, path: '/console/sign-in', method: 'POST', headers })
    sent.end('email=ann%40example.org')
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).once('error', reject)
    })
    await text(answer)
    return answer.statusCode!
  }

  it('leads to the public address of the configuration, whatever the request says', async (t) => {
    for (const settings of [{}, { PUBLIC_URL: 'https://farms.example.org' }]) {
      const server = await start(t, settings)
      assert.equal(await ask(server), 200)
      const [mail] = await mailsTo(server.stateDir, address)
      const expected = 'PUBLIC_URL' in settings ? settings.PUBLIC_URL : server.url
      assert.ok(mail?.text?.includes(`${expected}/console/confirm?token=`), mail?.text)
      assert.doesNotMatch(mail?.text ?? '', /evil|gopher/)
    }
  })
})

describe('what is shown', () => {
  it('is text where it came from strangers, never markup', async (t) => {
    const server = await start(t)
    const page = await new Browser(server).get(
      `/console/confirm?token=${encodeURIComponent('"><script>alert(1)</script>')}`,
    )
    assert.doesNotMatch(page.text, /<script>/)
    const next = '/console/"><script>alert(1)</script>'
    const form = await new Browser(server).get(`/console/sign-in?next=${encodeURIComponent(next)}`)
    assert.doesNotMatch(form.text, /<script>/)
  })

  it('lets nothing run, load from outside or frame it', async (t) => {
    const server = await start(t)
    const { headers } = await new Browser(server).get('/console/sign-in')
    const policy = headers.get('Content-Security-Policy') ?? ''
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(rule), policy)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.equal(headers.get('Referrer-Policy'), 'same-origin')
    assert.equal(headers.get('Cache-Control'), 'no-store')
  })
})

describe('the log', () => {
  it('has no token, cookie, form token or address where there is a mail server', async (t) => {
    const server = await start(t)
    const browser = await signedIn(server)
    const session = browser.cookies.get('session')!
    const form_token = hiddenField((await browser.get('/console')).text, 'form_token')
    await server.ask(`/console/${session}?token=${session}`, { key: null })
    await server.ask(`/${session}`, { key: session })
    await server.ask('/v1/session', { key: null, headers: { Authorization: `Bearer ${session}` } })
    await browser.get(`/console/confirm?token=svc_link_${'a'.repeat(64)}`)
    await browser.submit('/console/sign-out', { form_token })
    await server.close()
    const lines = server.log.lines().filter(({ msg }) => !String(msg).includes('SMTP_URL'))
    const log = JSON.stringify(lines)
    assert.ok(lines.length > 5)
    assert.doesNotMatch(log, /svc_(session|link|asker|live)_\w/)
    for (const secret of [form_token, address, 'Bearer']) assert.ok(!log.includes(secret), secret)
  })
})
