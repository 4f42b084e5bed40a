import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { gatesSection } from '../../../server/explore/data/gates.ts'
import { sourcesSection } from '../../../server/explore/data/sources.ts'
import { hiddenField, type Browser } from '../../support/browser.ts'
import { makeKey, secretIn, signedInBrowser, submitOn } from '../../support/console.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const tokenOf = async (browser: Browser) =>
  hiddenField((await browser.get('/console')).text, 'form_token')

/** What every form of the console would send, but for its token. */
const forms = (id: string): [path: string, form: Record<string, string>][] => [
  ['/console/keys', { name: 'forged' }],
  [`/console/keys/${id}/rotate`, { grace_hours: '0' }],
  [`/console/keys/${id}/origins`, { origins: 'https://evil.example' }],
  [`/console/keys/${id}/revoke`, {}],
  ['/console/sign-out', { everywhere: 'true' }],
]

describe('a form of the console', () => {
  const forgeries: [what: string, headers: Record<string, string>][] = [
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['another site, by its Origin alone', { Origin: 'https://evil.example' }],
    ['another port of the host', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['a page without an origin', { Origin: 'null' }],
  ]

  it('is refused without its token, with a made-up one, and with that of another session', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { id, key } = await makeKey(browser, 'kept')
    const others = await tokenOf(await signedInBrowser(server))
    for (const [path, form] of forms(id)) {
      assertBadParameters(await browser.submit(path, form), ['form_token'])
      for (const form_token of [others, '', 'x', '0'.repeat(64)])
        assertProblem(await browser.submit(path, { ...form, form_token }), 403)
    }
    assert.equal((await server.ask('/v1/stats', { key })).status, 200)
    assert.doesNotMatch((await browser.get('/console')).text, /forged/)
  })

  for (const [what, headers] of forgeries)
    it(`is refused from ${what}, even with the right token`, async (t) => {
      const server = await startServer(t, root)
      const browser = await signedInBrowser(server)
      const { id, key } = await makeKey(browser, 'kept')
      const form_token = await tokenOf(browser)
      for (const [path, form] of forms(id)) {
        const asked = { method: 'POST', form: { ...form, form_token }, headers }
        assertProblem(await browser.visit(path, asked), 403)
      }
      assert.equal((await server.ask('/v1/stats', { key })).status, 200)
      assert.doesNotMatch((await browser.get('/console')).text, /forged/)
    })

  it('changes nothing by GET', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { id, key } = await makeKey(browser, 'kept')
    const query = new URLSearchParams({ form_token: await tokenOf(browser), grace_hours: '0' })
    for (const [path] of forms(id)) await browser.get(`${path}?${query.toString()}`)
    assert.equal((await server.ask('/v1/stats', { key })).status, 200)
    assert.equal((await browser.get('/console/account')).status, 200, 'still signed in')
  })
})

describe('the pages', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`

  it('show the name of a key as text, whatever it is', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, evil)
    const key = `/console/keys/${id}`
    const rotated = await submitOn(browser, `${key}/rotate`, { grace_hours: '24' })
    const paths = [key, `${key}/rotate`, `${key}/revoke`, '/console/account']
    const pages = await Promise.all(paths.map(async (path) => (await browser.get(path)).text))
    for (const [n, page] of [...pages, rotated.text].entries()) {
      assert.ok(page.includes('&#60;script&#62;alert(1)'), `page ${n} shows it`)
      const { document } = parseHTML(page)
      assert.equal(document.querySelectorAll('script').length, 1, `page ${n}: only ours`)
      assert.equal(document.querySelector('script')?.textContent, '')
      assert.equal(document.querySelectorAll('[onerror], img').length, 0, `page ${n}`)
    }
  })

  it('show what sources and gates say as text', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
    const [source] = manifest.sources
    const [gate] = manifest.gates
    const said = { source: evil, file: evil, publisher: evil, licence: evil, attribution: evil }
    const sources = [{ ...source!, ...said }]
    const gates = [{ ...gate!, name: evil, detail: evil, accepted_reason: evil }]
    const sections = [
      sourcesSection({ ...manifest, sources }),
      gatesSection({ ...manifest, gates }),
    ]
    for (const { text } of sections) {
      const { document } = parseHTML(text)
      assert.equal(document.querySelectorAll('script, img').length, 0)
      assert.ok(document.toString().includes('alert(1)'))
    }
  })

  it('are kept a minute by shared caches where they are the same for everybody, else by none', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { body } = await server.ask<{ data: { id: string }[] }>('/v1/farms?per_page=1')
    const paths = ['/', '/?q=eggs', `/farms/${body.data[0]!.id}`, '/market', '/data', '/docs']
    for (const path of [...paths, '/docs/searchFarms']) {
      const open = await server.ask(path, { key: null })
      assert.equal(open.headers.get('Cache-Control'), 'public, max-age=0, s-maxage=60', path)
      assert.match(open.headers.get('Vary')!, /Cookie/, path)
      assert.equal(open.headers.get('Set-Cookie'), null, path)
      const known = { 'If-None-Match': open.headers.get('ETag')! }
      assert.equal((await server.ask(path, { key: null, headers: known })).status, 304, path)
      const token = { Authorization: `Bearer ${browser.cookies.get('session')}` }
      const ended = { Cookie: `session=${'0'.repeat(64)}` }
      for (const headers of [token, ended, { Cookie: 'theme=dark' }]) {
        const own = await server.ask(path, { key: null, headers: { ...known, ...headers } })
        assert.deepEqual([own.status, own.headers.get('Cache-Control')], [200, 'no-store'], path)
      }
      const own = await browser.visit(path, { headers: known })
      assert.deepEqual([own.status, own.headers.get('Cache-Control')], [200, 'no-store'], path)
      assert.match(own.headers.get('Vary')!, /Cookie/, path)
      assert.equal(own.headers.get('ETag'), null, path)
    }
    for (const path of ['/console', '/console/sign-in', '/nothing', '/farms/nothing'])
      assert.doesNotMatch(
        (await server.ask(path, { key: null })).headers.get('Cache-Control') ?? 'no-store',
        /public/,
      )
  })

  /** Elements with an address that a browser opens; a canonical address only names the page. */
  const loaded = '[src], link[href]:not([rel=canonical]), form[action]'

  it('are kept by no cache, framed by nobody, and have nothing inline or from outside', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'one')
    const key = `/console/keys/${id}`
    const paths = ['', '/sign-in', '/account'].map((path) => `/console${path}`)
    paths.push('/data')
    for (const path of [...paths, key, `${key}/rotate`, `${key}/revoke`]) {
      const { status, headers, text } = await browser.get(path)
      assert.equal(status, 200, path)
      assert.equal(headers.get('Cache-Control'), 'no-store', path)
      assert.equal(headers.get('Referrer-Policy'), 'same-origin', path)
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path)
      const policy = headers.get('Content-Security-Policy') ?? ''
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])
        assert.ok(policy.includes(rule), path)
      assert.doesNotMatch(policy, /unsafe|https?:|\*|data:/, path)
      const { document } = parseHTML(text)
      assert.equal(document.querySelectorAll('style, [style]').length, 0, path)
      for (const element of document.querySelectorAll('*'))
        for (const { name } of element.attributes) assert.doesNotMatch(name, /^on/, path)
      for (const element of document.querySelectorAll(loaded)) {
        const { src, href, action } = Object.fromEntries(
          ['src', 'href', 'action'].map((name) => [name, element.getAttribute(name)]),
        )
        assert.match(src ?? href ?? action ?? '', /^\/(?!\/)/, path)
      }
    }
  })

  it('have their style, fonts, script and icons from us, for ever under their addresses', async (t) => {
    const server = await startServer(t, root)
    const { text } = await server.ask('/console', { key: null })
    const assets = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"#]+)/g)]
    const style = assets.find(([, address]) => address!.includes('console.css'))![1]!
    const { text: css } = await server.ask(style, { key: null })
    const fonts = [...css.matchAll(/url\('([^']+woff2[^']*)'\)/g)].map(([, name]) => [
      '',
      `/console/assets/${name}`,
    ])
    assert.equal(fonts.length, 2)
    assert.equal(new Set(assets.map(([, address]) => address)).size, 5)
    for (const [, address] of [...assets, ...fonts]) {
      const asset = await server.ask(address!, { key: null })
      assert.equal(asset.headers.get('Cache-Control'), 'public, max-age=31536000, immutable')
      const headers = { 'If-None-Match': asset.headers.get('ETag')! }
      assert.equal((await server.ask(address!, { key: null, headers })).status, 304)
      const bare = await server.ask(address!.split('?')[0]!, { key: null })
      assert.equal(bare.headers.get('Cache-Control'), 'no-cache')
      assert.equal(bare.text, asset.text)
    }
  })
})

describe('the value of a key', () => {
  it('is in no address, no other page and no log', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const made = await submitOn(browser, '/console', { name: 'secret' }, '/console/keys')
    const first = secretIn(made.text)
    assert.equal(made.headers.get('Location'), null)
    assert.equal(made.headers.get('Cache-Control'), 'no-store')
    const id = /keys\/([0-9a-f-]{36})\/rotate/.exec((await browser.get('/console')).text)![1]!
    const rotated = await submitOn(browser, `/console/keys/${id}/rotate`, { grace_hours: '24' })
    const second = secretIn(rotated.text)
    assert.equal(rotated.headers.get('Location'), null)
    const paths = ['/console', `/console/keys/${id}`, '/console/account']
    const pages = await Promise.all(paths.map((path) => browser.get(path)))
    await browser.get(`/console/keys/${first}`)
    await server.close()
    for (const secret of [first, second]) {
      for (const { text } of pages) assert.ok(!text.includes(secret))
      for (const { text } of [made, rotated])
        assert.doesNotMatch(text, new RegExp(`(?:href|action|src)="[^"]*${secret}`))
      assert.ok(!server.log.text().includes(secret))
    }
  })
})
