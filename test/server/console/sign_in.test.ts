import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { Browser, hiddenField } from '../../support/browser.ts'
import { mailsTo, newestToken, tokenIn } from '../../support/mailbox.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { askRaw } from '../../support/raw_answer.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import { postJson } from '../../support/signed_in.ts'
import { startMailServer } from '../../support/smtp_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const minute_ms = 60_000
const day_ms = 24 * 60 * minute_ms
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings, now: noon })
const address = 'ann@example.org'

/** Goes all the way from the form to being signed in. */
async function signIn(server: TestServer, browser = new Browser(server), email = address) {
  await browser.submit('/console/sign-in', { email })
  const token = await newestToken(server.stateDir, email)
  const answer = await browser.submit('/console/confirm', { token })
  assert.equal(answer.status, 303, answer.text)
  return browser
}

const isSignedIn = async (browser: Browser) =>
  (await browser.get('/console/account')).status === 200

describe('signing in by a link', () => {
  it('leads from the form by way of the mail to the console', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    assert.match(
      (await browser.get('/console/sign-in')).text,
      /<form class="panel" method="post" action="\/console\/sign-in"/,
    )
    const asked = await browser.submit('/console/sign-in', { email: ' Ann@Example.org', next: '' })
    assert.equal(asked.status, 200, asked.text)
    const [mail] = await mailsTo(server.stateDir, address)
    const token = tokenIn(mail?.text ?? '')
    assert.ok(mail?.text?.includes(`${server.url}/console/confirm?token=${token}\n`))
    const page = await browser.get(`/console/confirm?token=${token}`)
    assert.equal(hiddenField(page.text, 'token'), token)
    const confirmed = await browser.submit('/console/confirm', { token })
    assert.deepEqual([confirmed.status, confirmed.headers.get('Location')], [303, '/console'])
    assert.match((await browser.get('/console')).text, /ann@example\.org<\/a>/)
  })

  it('begins where the link leads, whichever name of this machine was typed', async (t) => {
    const server = await start(t)
    const { port } = new URL(server.url)
    const path = '/console/sign-in?next=/console/keys'
    const by = async (Host: string) => {
      const { status, headers } = await askRaw(server.url, path, { headers: { Host } })
      return [status, headers.location]
    }
    assert.deepEqual(await by(`localhost:${port}`), [303, server.url + path])
    for (const host of [`127.0.0.1:${port}`, 'localhost:1', `evil.example:${port}`, 'evil.example'])
      assert.deepEqual(await by(host), [200, undefined], host)
  })

  it('works once', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    const asker = new Map(browser.cookies)
    assert.equal((await browser.submit('/console/confirm', { token })).status, 303)
    for (const [name, value] of asker) browser.cookies.set(name, value)
    assertProblem(await browser.submit('/console/confirm', { token }), 403)
  })

  it('works once of twenty at the same time', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const tries = Array.from({ length: 20 }, () =>
      new Browser(server).visit('/console/confirm', {
        method: 'POST',
        form: { token },
        headers: { Cookie, 'Sec-Fetch-Site': 'same-origin' },
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [303, ...Array(19).fill(403)],
    )
  })

  it('works up to 15 minutes, not longer', async (t) => {
    const server = await start(t)
    const early = new Browser(server)
    const late = new Browser(server)
    await early.submit('/console/sign-in', { email: 'early@example.org' })
    await late.submit('/console/sign-in', { email: 'late@example.org' })
    const confirm = async (browser: Browser, email: string) =>
      browser.submit('/console/confirm', { token: await newestToken(server.stateDir, email) })
    server.clock.now = new Date(noon.getTime() + 15 * minute_ms - 1)
    assert.equal((await confirm(early, 'early@example.org')).status, 303)
    server.clock.now = new Date(noon.getTime() + 15 * minute_ms)
    assertProblem(await confirm(late, 'late@example.org'), 403)
  })

  it('is not used up by scanners that open links, nor by other browsers', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    const scanner = new Browser(server)
    for (let n = 0; n < 3; n++)
      assert.equal((await scanner.get(`/console/confirm?token=${token}`)).status, 200)
    await scanner.visit(`/console/confirm?token=${token}`, { method: 'HEAD' })
    assertProblem(await scanner.submit('/console/confirm', { token }), 403)
    const other = new Browser(server)
    await other.submit('/console/sign-in', { email: 'eve@example.org' })
    assertProblem(await other.submit('/console/confirm', { token }), 403)
    assert.equal((await browser.submit('/console/confirm', { token })).status, 303)
  })

  it('says the same of known and unknown addresses, word for word', async (t) => {
    const server = await start(t)
    await signIn(server)
    const ask = async (email: string) => {
      const { status, headers, text } = await new Browser(server).submit('/console/sign-in', {
        email,
      })
      const names = [...headers.keys()].filter((name) => !/^(x-request-id|date)$/.test(name))
      return { status, names, text: text.replaceAll(email, 'ADDRESS') }
    }
    assert.deepEqual(await ask(address), await ask('nobody@example.org'))
    const api = async (email: string) => {
      const body = JSON.stringify({ email })
      const headers = { 'Content-Type': 'application/json' }
      const answer = await server.ask<object>('/v1/sign-in', {
        method: 'POST',
        key: null,
        headers,
        body,
      })
      return [answer.status, Object.keys(answer.body)]
    }
    assert.deepEqual(await api(address), await api('nobody@example.org'))
  })

  it('still works by the first link after another was asked for', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const first = await newestToken(server.stateDir, address)
    await browser.submit('/console/sign-in', { email: address })
    assert.equal((await browser.submit('/console/confirm', { token: first })).status, 303)
    assert.equal(await isSignedIn(browser), true)
  })

  it('has another proof of having asked for another address, and once the links have ended', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    const askers: string[] = []
    for (const [email, minutes] of [
      [address, 0],
      [address, 0],
      ['bo@example.org', 0],
      ['bo@example.org', 16],
    ] as const) {
      server.clock.now = new Date(server.clock.now.getTime() + minutes * minute_ms)
      await browser.submit('/console/sign-in', { email })
      askers.push([...browser.cookies.values()].join())
    }
    const [one, again, other, later] = askers
    assert.equal(one, again)
    assert.equal(new Set([one, other, later]).size, 3)
  })

  it('says where the link is, without showing it', async (t) => {
    const alone = await start(t)
    const { text } = await new Browser(alone).submit('/console/sign-in', { email: address })
    assert.match(text, /is in its log/)
    assert.match(text, /STATE_DIR\/mail/)
    assert.doesNotMatch(text, /on its way|spam/)
    assert.ok(!text.includes(await newestToken(alone.stateDir, address)))
    assert.ok(!text.includes(alone.stateDir))

    const { url } = await startMailServer(t)
    const mailing = await start(t, { SMTP_URL: url })
    const sent = await new Browser(mailing).submit('/console/sign-in', { email: address })
    assert.match(sent.text, /on its way/)
    assert.doesNotMatch(sent.text, /\blog\b/)
    for (const [server, place] of [
      [alone, 'server'],
      [mailing, 'mailbox'],
    ] as const) {
      const { body } = await postJson<{ mail_goes_to: string }>(server, '/v1/sign-in', {
        email: address,
      })
      assert.equal(body.mail_goes_to, place)
    }
  })

  it('can not be kept from somebody by those who ask for their mails', async (t) => {
    const server = await start(t, {
      TRUSTED_PROXIES: '1',
      SIGN_IN_MAIL_HOURLY_LIMIT: '2',
      SIGN_IN_MAILBOX_HOURLY_LIMIT: '5',
    })
    const ask = (client: string, browser = new Browser(server)) =>
      browser.visit('/console/sign-in', {
        method: 'POST',
        form: { email: address },
        headers: { 'X-Forwarded-For': client, Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
      })
    for (const status of [200, 200, 429, 429, 429])
      assert.equal((await ask('203.0.113.1')).status, status)
    const owner = new Browser(server)
    assert.equal((await ask('198.51.100.7', owner)).status, 200)
    const token = await newestToken(server.stateDir, address)

    // The mailbox has a limit of its own, which does not take away what was sent.
    for (const status of [200, 200, 429])
      assert.equal((await ask('2001:db8::1', new Browser(server))).status, status)
    const refused = await ask('198.51.100.7', owner)
    assertProblem(refused, 429)
    assert.match(refused.text, /a mail that you asked for in the last 15 minutes still works/)
    assert.equal((await mailsTo(server.stateDir, address)).length, 5)
    assert.equal((await owner.submit('/console/confirm', { token })).status, 303)
    server.clock.now = new Date(noon.getTime() + 60 * minute_ms)
    assert.equal((await ask('198.51.100.7')).status, 200)
  })

  it('is limited for each address, whatever its case, and for each client', async (t) => {
    const server = await start(t, { SIGN_IN_MAIL_HOURLY_LIMIT: '2', SIGN_IN_HOURLY_LIMIT: '5' })
    const ask = (email: string) => new Browser(server).submit('/console/sign-in', { email })
    assert.equal((await ask('bo@example.org')).status, 200)
    assert.equal((await ask('BO@example.org')).status, 200)
    const third = await ask('bo@example.org')
    assertProblem(third, 429)
    assert.equal(third.headers.get('Retry-After'), '3600')
    assert.equal((await mailsTo(server.stateDir, 'bo@example.org')).length, 2)
    assert.equal((await ask('cy@example.org')).status, 200)
    assert.equal((await ask('di@example.org')).status, 200)
    assertProblem(await ask('el@example.org'), 429)
    server.clock.now = new Date(noon.getTime() + 60 * minute_ms)
    assert.equal((await ask('bo@example.org')).status, 200)
  })

  it('says on a page that a link was used, and when to ask for another in whole minutes', async (t) => {
    const server = await start(t, { SIGN_IN_MAIL_HOURLY_LIMIT: '1' })
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    await browser.submit('/console/confirm', { token })
    const page = async (path: string, form: Record<string, string>) => {
      const headers = { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }
      return (await browser.visit(path, { method: 'POST', form, headers })).text
    }
    const used = await page('/console/confirm', { token })
    assert.match(used, /<h1>This link does not work any more<\/h1>/)
    server.clock.now = new Date(noon.getTime() + 12 * minute_ms)
    const refused = await page('/console/sign-in', { email: address })
    assert.match(refused, /else try again in 48 minutes\./)
    assert.match(refused, /<h1>Too many requests<\/h1>/)
  })

  it('refuses a form of another site, and names the address to open', async (t) => {
    const server = await start(t)
    const { status, text } = await new Browser(server).visit('/console/sign-in', {
      method: 'POST',
      form: { email: address },
      headers: { Accept: 'text/html', Origin: 'https://elsewhere.example' },
    })
    assert.equal(status, 403)
    assert.match(text, /<h1>Not possible<\/h1>/)
    assert.match(text, /This request is allowed only from pages of https?:.*: open it there/)
  })

  it('shows the form again with a wrong address and its mistake', async (t) => {
    const server = await start(t)
    const headers = { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' }
    const form = { email: 'ann at <example>', next: '/console/account' }
    const { status, text } = await new Browser(server).visit('/console/sign-in', {
      method: 'POST',
      form,
      headers,
    })
    assert.equal(status, 400)
    const [input] = /<input[^<]*name="email"[^<]*>/.exec(text) ?? []
    assert.match(input ?? '', /value="ann at &#60;example&#62;"/)
    assert.match(input ?? '', /aria-describedby="email-mistake email-hint" aria-invalid="true"/)
    assert.match(
      text,
      /<p class="mistake" id="email-mistake">Must be one address such as you@example\.org\.</,
    )
    assert.equal(hiddenField(text, 'next'), form.next)
  })

  it('names what is wrong with the form', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    assertBadParameters(await browser.submit('/console/sign-in', { email: 'nobody' }), ['email'])
    assertBadParameters(await browser.submit('/console/sign-in', {}), ['email'])
    assertBadParameters(await browser.submit('/console/confirm', {}), ['token'])
    assertBadParameters(await browser.get('/console/confirm'), ['token'])
    assertProblem(await browser.submit('/console/confirm', { token: 'guess' }), 403)
  })
})

describe('the session of a browser', () => {
  it('ends when it is signed out, here or everywhere', async (t) => {
    const server = await start(t)
    const [one, two, three] = [await signIn(server), await signIn(server), await signIn(server)]
    const signOut = async (browser: Browser, more = {}) => {
      const form_token = hiddenField((await browser.get('/console')).text, 'form_token')
      return browser.submit('/console/sign-out', { form_token, ...more })
    }
    const stolen = new Map(one.cookies)
    assert.equal((await signOut(one)).headers.get('Location'), '/console/sign-in')
    assert.equal(one.cookies.has('session'), false)
    for (const [name, value] of stolen) one.cookies.set(name, value)
    assert.equal(await isSignedIn(one), false)
    assert.deepEqual([await isSignedIn(two), await isSignedIn(three)], [true, true])
    await signOut(two, { everywhere: 'true' })
    assert.deepEqual([await isSignedIn(two), await isSignedIn(three)], [false, false])
  })

  it('ends when it is unused for a week, and after thirty days however much it is used', async (t) => {
    const server = await start(t)
    const idle = await signIn(server)
    const busy = await signIn(server)
    for (let day = 0; day < 30; day += 5) {
      server.clock.now = new Date(noon.getTime() + day * day_ms)
      assert.equal(await isSignedIn(busy), true, `day ${day}`)
    }
    assert.equal(await isSignedIn(idle), false)
    server.clock.now = new Date(noon.getTime() + 30 * day_ms - 1)
    assert.equal(await isSignedIn(busy), true)
    server.clock.now = new Date(noon.getTime() + 30 * day_ms)
    assert.equal(await isSignedIn(busy), false)
  })

  it('is in a cookie that scripts can not read and that other sites do not send', async (t) => {
    const server = await start(t)
    const browser = new Browser(server)
    await browser.submit('/console/sign-in', { email: address })
    const token = await newestToken(server.stateDir, address)
    const answer = await browser.submit('/console/confirm', { token })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('session='))
    assert.match(
      cookie ?? '',
      /^session=svc_session_[0-9a-f]{64}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
  })

  it('is for encrypted connections and this host alone outside localhost', async (t) => {
    const server = await start(t, { PUBLIC_URL: 'https://farms.example.org' })
    const browser = new Browser(server, 'https://farms.example.org')
    await signIn(server, browser)
    assert.deepEqual([...browser.cookies.keys()], ['__Host-session'])
    const again = await browser.submit('/console/sign-in', { email: address })
    for (const line of again.headers.getSetCookie())
      assert.match(line, /^__Host-sign-in=\w+; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/)
  })
})
