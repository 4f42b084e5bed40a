import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { makeKey, signedInBrowser, submitOn } from '../../support/console.ts'
import { startServer } from '../../support/running_server.ts'
import { openTestStore } from '../../support/services.ts'
import { postJson } from '../../support/signed_in.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })

describe('the account page', () => {
  it('lists the sessions of the account and of nobody else, and says which one asks', async (t) => {
    const server = await startServer(t, root, { settings: { SESSION_IDLE_HOURS: '36' } })
    const one = await signedInBrowser(server)
    await signedInBrowser(server)
    await signedInBrowser(server, 'bo@example.org')
    const page = (await one.get('/console/account')).text
    assert.equal(page.match(/<th scope="row">node<\/th>/g)?.length, 2, 'two sessions')
    assert.equal(page.match(/127\.0\.0\.1<\/span>/g)?.length, 2)
    assert.equal(page.match(/this one/g)?.length, 1)
    assert.match(page, /unused for 36 hours\./)
    await submitOn(one, '/console/account', { everywhere: 'true' }, '/console/sign-out')
    assert.equal((await one.get('/console/account')).status, 303)
  })

  it('ends one of the other sessions, or all of them, but none of another account', async (t) => {
    const server = await startServer(t, root)
    const [one, two, three, four] = [
      await signedInBrowser(server),
      await signedInBrowser(server),
      await signedInBrowser(server),
      await signedInBrowser(server),
    ]
    const bo = await signedInBrowser(server, 'bo@example.org')
    const end = '/console/account/sessions/end'
    const others = [...(await bo.get('/console/account')).text.matchAll(/name="id" value="(\w+)"/g)]
    assert.equal(others.length, 0)
    const ids = async () =>
      [...(await one.get('/console/account')).text.matchAll(/name="id" value="(\w+)"/g)].map(
        ([, id]) => id!,
      )
    const [first] = await ids()
    await submitOn(bo, '/console/account', { id: first! }, end)
    assert.equal((await ids()).length, 3)
    await submitOn(one, '/console/account', { id: first! }, end)
    assert.equal((await ids()).length, 2)
    await submitOn(one, '/console/account', {}, end)
    assert.deepEqual(await ids(), [])
    const statuses = [one, two, three, four, bo].map(
      async (browser) => (await browser.get('/console/account')).status,
    )
    assert.deepEqual(await Promise.all(statuses), [200, 303, 303, 303, 200])
  })

  it('deletes the account when asked twice: keys, sessions, address, and what was written', async (t) => {
    const server = await startServer(t, root)
    const browser = await signedInBrowser(server)
    const { key } = await makeKey(browser, 'Project Aubergine')
    const origins = 'https://aubergine.example'
    const { id } = await makeKey(browser, 'for a page', { origins })
    await submitOn(browser, `/console/keys/${id}/origins`, { origins: `${origins}:8443` })
    await server.ask('/v1/search?near=Aubergine', { key })
    const path = '/console/account/delete'
    assert.equal((await submitOn(browser, path)).status, 400)
    assert.notEqual((await server.ask('/v1/account', { key })).status, 401)
    const other = await signedInBrowser(server)
    const gone = await submitOn(browser, path, { sure: 'yes' })
    assert.deepEqual(
      [gone.status, gone.headers.get('Location'), browser.cookies.has('session')],
      [303, '/console/account/deleted', false],
    )
    assert.equal((await other.get('/console/account')).status, 303)
    assert.equal((await server.ask('/v1/stats', { key })).status, 401)
    const store = await openTestStore(server.stateDir)
    t.after(() => store.close())
    const tables = ['keys', 'audit', 'accounts', 'sessions', 'sign_ins', 'key_failures'] as const
    for (const table of tables) {
      const text = JSON.stringify(await store.db.selectFrom(table).selectAll().execute())
      assert.doesNotMatch(text, /aubergine|ann@example/i, table)
    }
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
