import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { hiddenField } from '../../support/browser.ts'
import { makeKey, secretIn, signedInBrowser, submitOn } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const noon = new Date('2026-06-15T12:00:00Z')
const hour_ms = 60 * 60 * 1000
const start = (t: TestContext, settings = {}) => startServer(t, root, { settings, now: noon })
const search = '/v1/search?lat=44.41&lng=-72.14&radius=50'
const statusOf = async (server: TestServer, key: string) =>
  (await server.ask(search, { key })).status

describe('the keys page', () => {
  it('makes a key whose value it shows once, and which works', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { key } = await makeKey(browser, 'market finder')
    assert.equal(await statusOf(server, key), 200)
    const list = await browser.get('/console')
    assert.ok(!list.text.includes(key))
    assert.match(list.text, /market finder<\/a>/)
    assert.ok(list.text.includes(`${key.slice(0, 13)}…`))
  })

  it('makes no second key of a name, so that a form that is sent again makes none', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'market finder')
    const again = await submitOn(browser, '/console', { name: ' market finder ' }, '/console/keys')
    assert.equal(again.status, 400)
    assert.match(again.text, /you have a key of this name; to change its value, rotate it/)
    assert.ok(!/svc_live_[0-9a-f]{32}/.test(again.text))
    await submitOn(browser, `/console/keys/${id}/revoke`)
    await makeKey(browser, 'market finder')
  })

  it('shows the use of today against the limit, and when it was', async (t) => {
    const server = await start(t, { FREE_DAILY_LIMIT: '2345' })
    const browser = await signedInBrowser(server)
    const { key, id } = await makeKey(browser, 'busy')
    await makeKey(browser, 'idle')
    for (let n = 0; n < 3; n++) await server.ask(search, { key })
    await server.ask('/v1/search', { key })
    const list = (await browser.get('/console')).text
    assert.match(list, /4 of 2,345 requests/)
    assert.match(list, /0 of 2,345 requests/)
    assert.match(list, /<time datetime="2026-06-15T12:00:00.000Z"\s*>.*12:00 UTC/)
    assert.match(list, />\s*never\s*</)
    const page = (await browser.get(`/console/keys/${id}`)).text
    assert.match(page, /4 requests in 30 days, at most 4 a day/)
    assert.match(page, /<th scope="row">2026-06-15<\/th>\s*<td class="number">3<\/td>/)
  })

  it('makes a key for web pages, and changes their origins', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const origins = 'https://farms.example\r\nhttp://localhost:*'
    const { key, id } = await makeKey(browser, 'map', { origins })
    assert.match(key, /^svc_pub_/)
    const status = async (Origin: string) =>
      (await server.ask(search, { key, headers: { Origin } })).status
    assert.equal(await status('https://farms.example'), 200)
    const path = `/console/keys/${id}`
    const page = (await browser.get(path)).text
    assert.match(
      page,
      /browser key.*For pages of<\/dt>\s*<dd><span class="origin">https:\/\/farms\.example</s,
    )
    const form = (await browser.get(`${path}/origins`)).text
    assert.match(form, />\s*https:\/\/farms\.example\nhttp:\/\/localhost:\*<\/textarea/)
    const changed = await submitOn(browser, `${path}/origins`, { origins: 'https://b.example' })
    assert.deepEqual([changed.status, changed.headers.get('Location')], [303, path])
    assert.deepEqual(
      [await status('https://farms.example'), await status('https://b.example')],
      [403, 200],
    )
    assert.match(
      (await browser.get('/console/account')).text,
      /origins changed to https:\/\/b\.example/,
    )
    for (const wrong of ['', 'nonsense'])
      assertBadParameters(await submitOn(browser, `${path}/origins`, { origins: wrong }), [
        'origins',
      ])
    const bad = { name: 'n', origins: 'http://farms.example' }
    assertBadParameters(await submitOn(browser, '/console', bad, '/console/keys'), ['origins'])
  })

  it('makes the key of the chosen type: a browser key needs an origin, a secret key has none', async (t) => {
    const browser = await signedInBrowser(await start(t))
    const origins = 'https://farms.example'
    const server = await makeKey(browser, 'program', { kind: 'secret', origins })
    assert.match(server.key, /^svc_live_/)
    const site = await makeKey(browser, 'site', { kind: 'browser', origins })
    assert.match(site.key, /^svc_pub_/)
    const none = { kind: 'browser', name: 'none', origins: '' }
    assertBadParameters(await submitOn(browser, '/console', none, '/console/keys'), ['origins'])
    const wrong = { kind: 'other', name: 'wrong' }
    assertBadParameters(await submitOn(browser, '/console', wrong, '/console/keys'), ['kind'])
  })

  it('rotates: the former value ends when that was chosen', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { key, id } = await makeKey(browser, 'rotating')
    const path = `/console/keys/${id}/rotate`
    const second = secretIn((await submitOn(browser, path, { grace_hours: '24' })).text)
    assert.deepEqual([await statusOf(server, key), await statusOf(server, second)], [200, 200])
    const until =
      /Former value<\/dt>\s*<dd>\s*<span class="prefix">(\S+)…<\/span> works until\s+<time datetime="([^"]+)"/
    for (const page of ['/console', `/console/keys/${id}`]) {
      const [, prefix, instant] = until.exec((await browser.get(page)).text) ?? []
      assert.deepEqual([prefix, instant], [key.slice(0, 13), '2026-06-16T12:00:00.000Z'], page)
    }
    const third = secretIn((await submitOn(browser, path, { grace_hours: '0' })).text)
    const statuses = await Promise.all([key, second, third].map((each) => statusOf(server, each)))
    assert.deepEqual(statuses, [401, 401, 200])
    assert.doesNotMatch((await browser.get('/console')).text, /Former value/)
    const fourth = secretIn((await submitOn(browser, path, { grace_hours: '1' })).text)
    server.clock.now = new Date(noon.getTime() + hour_ms)
    assert.deepEqual([await statusOf(server, third), await statusOf(server, fourth)], [401, 200])
    assertBadParameters(await submitOn(browser, path, { grace_hours: '5000' }), ['grace_hours'])
    assertBadParameters(await submitOn(browser, path), ['grace_hours'])
  })

  it('revokes after a page that asks', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { key, id } = await makeKey(browser, 'leaving')
    const path = `/console/keys/${id}/revoke`
    assert.match((await browser.get(path)).text, /Revoke “leaving”\?/)
    assert.equal(await statusOf(server, key), 200, 'the page alone revokes nothing')
    const revoked = await submitOn(browser, path)
    assert.deepEqual([revoked.status, revoked.headers.get('Location')], [303, '/console'])
    assert.equal(await statusOf(server, key), 401)
    assertProblem(await browser.get(path), 404)
    assert.doesNotMatch((await browser.get('/console')).text, /leaving/)
  })

  it('keeps to the limit of active keys, and says what to do', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const token = hiddenField((await browser.get('/console')).text, 'form_token')
    for (let n = 0; n < 5; n++) await makeKey(browser, `key ${n}`)
    const page = (await browser.get('/console')).text
    assert.doesNotMatch(page, /name="name"/)
    assert.match(page, /the maximum of an account/)
    assertProblem(
      await browser.submit('/console/keys', { form_token: token, name: 'one more' }),
      409,
    )
  })

  it('shows a form with a mistake again, as it was filled in, under the header of who is signed in', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'map', { origins: 'https://farms.example' })
    const form_token = hiddenField((await browser.get('/console')).text, 'form_token')
    for (const [path, form, field] of [
      ['/console/keys', { name: '  ', origins: 'https://a.example' }, 'name'],
      [`/console/keys/${id}/origins`, { origins: 'https://a.example nonsense' }, 'origins'],
    ] as const) {
      const send = (token: string) =>
        browser.visit(path, {
          method: 'POST',
          form: { ...form, form_token: token },
          headers: { Accept: 'text/html', Origin: server.url, 'Sec-Fetch-Site': 'same-origin' },
        })
      const { status, text } = await send(form_token)
      assert.equal(status, 400)
      assert.match(text, /ann@example\.org<\/a>/)
      assert.match(text, new RegExp(`id="${field}-mistake"`))
      assert.match(text, /<textarea[^>]*>\s*https:\/\/a\.example/)
      const forged = await send('0'.repeat(64))
      assert.equal(forged.status, 403)
      assert.doesNotMatch(forged.text, /a\.example/)
    }
    assert.doesNotMatch((await browser.get('/console')).text, /a\.example/)
  })

  it('limits the creations of a client address as the API does', async (t) => {
    const server = await start(t, { CREATION_DAILY_LIMIT: '1' })
    const browser = await signedInBrowser(server)
    await makeKey(browser, 'first')
    assertProblem(await submitOn(browser, '/console', { name: 'second' }, '/console/keys'), 429)
  })

  it('shows nothing of the keys of others, and changes nothing of them', async (t) => {
    const server = await start(t)
    const ann = await signedInBrowser(server)
    const { key, id } = await makeKey(ann, 'key of Ann')
    const bo = await signedInBrowser(server, 'bo@example.org')
    assert.doesNotMatch((await bo.get('/console')).text, /key of Ann/)
    const form_token = hiddenField((await bo.get('/console')).text, 'form_token')
    for (const path of ['', '/rotate', '/revoke'])
      assertProblem(await bo.get(`/console/keys/${id}${path}`), 404)
    const rotation = { form_token, grace_hours: '0' }
    assertProblem(await bo.submit(`/console/keys/${id}/rotate`, rotation), 404)
    assertProblem(await bo.submit(`/console/keys/${id}/revoke`, { form_token }), 404)
    assert.equal(await statusOf(server, key), 200)
  })

  it('asks people who are not signed in to do so, and leads them back', async (t) => {
    const server = await start(t)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'mine')
    browser.cookies.clear()
    for (const path of [`/${id}`, `/${id}/rotate`, `/${id}/revoke`]) {
      const answer = await browser.get(`/console/keys${path}`)
      const wanted = encodeURIComponent(`/console/keys${path}`)
      assert.deepEqual(
        [answer.status, answer.headers.get('Location')],
        [303, `/console/sign-in?next=${wanted}`],
      )
    }
    const former = await browser.get('/console/keys')
    assert.deepEqual([former.status, former.headers.get('Location')], [303, '/console'])
    const post = await browser.submit('/console/keys', { form_token: 'x', name: 'y' })
    assert.equal(post.status, 303)
  })
})
