import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { makeKey, signedInBrowser, submitOn } from '../../support/console.ts'
import { startServer } from '../../support/running_server.ts'
import { postJson } from '../../support/signed_in.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })

describe('the account page', () => {
  it('lists the sessions of the account and of nobody else, and says which one asks', async (t) => {
    const server = await startServer(t, root)
    const one = await signedInBrowser(server)
    await signedInBrowser(server)
    await signedInBrowser(server, 'bo@example.org')
    const page = (await one.get('/console/account')).text
    assert.equal(page.match(/<th scope="row">\s*<time/g)?.length, 2 + 1, '2 sessions, 1 entry')
    assert.equal(page.match(/this one/g)?.length, 1)
    await submitOn(one, '/console/account', { everywhere: 'true' }, '/console/sign-out')
    assert.equal((await one.get('/console/account')).status, 303)
  })

  it('shows what was done to its own keys, and by whom', async (t) => {
    const server = await startServer(t, root)
    const body = { name: 'by mail', email: 'ann@example.org' }
    assert.equal((await postJson(server, '/v1/keys', body)).status, 201)
    const browser = await signedInBrowser(server)
    const { id } = await makeKey(browser, 'turning')
    await submitOn(browser, `/console/keys/${id}/rotate`, { grace_hours: '24' })
    await submitOn(browser, `/console/keys/${id}/revoke`)
    const other = await signedInBrowser(server, 'bo@example.org')
    await makeKey(other, 'not hers')
    const page = (await browser.get('/console/account')).text
    const rows = [...page.matchAll(/<tr>\s*<th scope="row">.*?<\/tr>/gs)].map(([row]) =>
      row.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' '),
    )
    const entries = rows.slice(1).map((row) => row.replaceAll(/[\d-]{10} [\d:]{5} UTC/g, '').trim())
    assert.equal(entries.length, 6, page)
    for (const expected of [
      /^key revoked turning/,
      /^key rotated; the former value svc_live_\w{4}… until +turning .* you$/,
      /^key created by mail .* by email$/,
      /^key handed over by mail .* you$/,
    ])
      assert.ok(
        entries.some((each) => expected.test(each)),
        entries.join('\n'),
      )
    const [, leaked] = /the former value (\S+)…/.exec(page) ?? []
    assert.ok(
      entries.some((each) => each.startsWith(`key created turning ${leaked}…`)),
      'the entry of its creation has the prefix that it had then',
    )
    assert.doesNotMatch(page, /not hers/)
  })
})
