import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { pino } from 'pino'
import { layout } from '../../../../data/schema/layout.ts'
import { doubtfulFile } from '../../../../data/schema/doubtful_list.ts'
import { closeReport, openReports } from '../../../../server/access/reports/reports.ts'
import { answerReporters } from '../../../../server/app/answer_reporters.ts'
import { openMailer } from '../../../../server/mail/mailer.ts'
import { Browser } from '../../../support/browser.ts'
import { signedInBrowser, submitOn } from '../../../support/console.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { mailsTo } from '../../../support/mailbox.ts'
import { assertProblem } from '../../../support/problem_document.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'
import { openTestStore } from '../../../support/services.ts'
import { type Lifetime } from '../../../support/temporary_folder.ts'

const { root, id } = await fixtureSnapshot({ after })
const now = new Date('2026-11-03T12:00:00Z')
const operators = { OPERATORS: 'Ann@example.org, bo@example.org' }

async function start(t: Lifetime, settings = {}) {
  const server = await startServer(t, root, { settings: { ...operators, ...settings }, now })
  const { body } = await server.ask<{ data: { id: string; name: string }[] }>(
    '/v1/farms?per_page=2',
  )
  const [farm, another] = body.data
  const store = await openTestStore(server.stateDir)
  t.after(() => store.close())
  return { server, farm: farm!, another: another!, store, visitor: new Browser(server) }
}

const noticeIn = (text: string) =>
  parseHTML(text).document.querySelector('#reported')?.textContent.replaceAll(/\s+/g, ' ').trim()

describe('a report about a farm', () => {
  const shared = start({ after })
  it('is sent by the form of its page, and is on the page at once', async (t) => {
    const { server, farm, visitor, store } = await start(t)
    const { document } = parseHTML((await visitor.get(`/farms/${farm.id}`)).text)
    const form = document.querySelector('details form')!
    assert.equal(form.getAttribute('method'), 'post')
    const sent = await visitor.submit(form.getAttribute('action'), {
      kind: 'closed',
      note: 'A sign at the\r\ngate says so.',
      link: 'https://example.org/closed',
      email: 'Kim@Example.org',
    })
    assert.equal(sent.status, 303, sent.text)
    const page = await visitor.get(sent.headers.get('Location')!)
    assert.equal(noticeIn(page.text), 'Reported closed on 3 November 2026, being checked.')
    for (const secret of ['sign at the', 'example.org/closed', 'kim@example.org'])
      assert.ok(!page.text.toLowerCase().includes(secret), secret)
    const [report] = await openReports(store)
    assert.equal(report!.note, 'A sign at the gate says so.')
    assert.deepEqual([report!.farm_id, report!.answer], [farm.id, true])
    assert.ok(!/kim@|sign at the|example\.org\/closed/i.test(server.log.text()))
  })

  it('needs a kind only, and empty fields are unknown', async () => {
    const { farm, visitor, store } = await shared
    const empty = { note: ' ', link: '', email: '' }
    const sent = await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'hours', ...empty })
    assert.equal(sent.status, 303)
    const { note, link, answer } = (await openReports(store)).at(-1)!
    assert.deepEqual([note, link, answer], [null, null, false])
  })

  const hostile: [string, Record<string, string>, RegExp][] = [
    ['no kind', { note: 'x' }, /Choose one of the four/],
    ['an unknown kind', { kind: 'sold' }, /Choose one of the four/],
    ['a long text', { note: 'x'.repeat(501) }, /at most 500 characters/],
    ['a script as link', { link: 'javascript:alert(1)' }, /address of a page/],
    ['data as link', { link: 'data:text/html,<script>alert(1)</script>' }, /address of a page/],
    ['a file as link', { link: 'file:///etc/passwd' }, /address of a page/],
    ['a link with a password', { link: 'https://a:b@example.org/' }, /address of a page/],
    ['a long link', { link: `https://example.org/${'x'.repeat(300)}` }, /at most 300 characters/],
    ['two addresses', { email: 'a@example.org, b@example.org' }, /one address/],
    ['a header in the address', { email: 'a@example.org\r\nBcc: b@example.org' }, /one address/],
  ]
  for (const [title, fields, complaint] of hostile)
    it(`is refused for ${title}, and the form keeps what was given`, async () => {
      const { farm, visitor, store } = await shared
      const before = await openReports(store)
      const kind = title.endsWith('kind') ? {} : { kind: 'closed' }
      const headers = { Origin: visitor.origin, Accept: 'text/html' }
      const form = { ...kind, ...fields }
      const sent = await visitor.visit(`/farms/${farm.id}/reports`, {
        method: 'POST',
        form,
        headers,
      })
      assert.equal(sent.status, 400)
      const { document } = parseHTML(sent.text)
      assert.match(document.querySelector('.mistake')!.textContent, complaint)
      assert.equal(document.querySelectorAll('script:not([src])').length, 0)
      assert.deepEqual(await openReports(store), before)
    })

  it('keeps no character that is unseen or turns the writing, and shows HTML as text', async (t) => {
    const { farm, server, visitor, store } = await start(t)
    const note = 'a\u0000b\u202Ec\u2066d\u200Be\u001B[31mf <b>bold</b> <script>alert(1)</script>'
    const link = 'https://example.org/\u202Egnp.exe"><script>'
    const sent = await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'other', note, link })
    assert.equal(sent.status, 303, sent.text)
    const [report] = await openReports(store)
    assert.equal(report!.note, 'a b c d e [31mf <b>bold</b> <script>alert(1)</script>')
    assert.equal(report!.link, 'https://example.org/%E2%80%AEgnp.exe%22%3E%3Cscript%3E')
    const operator = await signedInBrowser(server)
    const { document } = parseHTML((await operator.get('/console/reports')).text)
    assert.equal(document.querySelectorAll('main script, main b').length, 0)
    assert.match(document.querySelector('main')!.textContent, /<b>bold<\/b>/)
  })

  it('is refused from a page of another site, and of a farm that is not there', async () => {
    const { farm, visitor, store } = await shared
    const before = await openReports(store)
    const path = `/farms/${farm.id}/reports`
    const form = { kind: 'closed' }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
    ])
      assertProblem(await visitor.visit(path, { method: 'POST', form, headers }), 403)
    assertProblem(await visitor.submit(path, { kind: 'closed', extra: '1' }), 400)
    const nowhere = '/farms/00000000-0000-4000-8000-000000000000/reports'
    assertProblem(await visitor.submit(nowhere, form), 404)
    assert.deepEqual(await openReports(store), before)
  })

  it('of a flood: so many a day from one address, so many of a farm', async (t) => {
    const { farm, another, visitor, store } = await start(t, { REPORT_DAILY_LIMIT: '7' })
    const send = ({ id }: { id: string }) =>
      visitor.submit(`/farms/${id}/reports`, { kind: 'closed' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(farm)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]))
    assert.equal((await openReports(store)).length, 5)
    assert.equal((await send(another)).status, 303)
    const refused = await send(another)
    assertProblem(refused, 429)
    assert.ok(Number(refused.headers.get('Retry-After')) > 0)
    assert.equal((await openReports(store)).length, 6)
  })
})

describe('the reports in the console', () => {
  it('are for the accounts that OPERATORS names', async (t) => {
    const { server, farm, visitor, store } = await start(t)
    await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'closed', email: 'kim@example.org' })
    assert.equal((await visitor.get('/console/reports')).status, 303)
    const stranger = await signedInBrowser(server, 'eve@example.org')
    assertProblem(await stranger.get('/console/reports'), 403)
    const action = '/console/reports/dismiss'
    assertProblem(await submitOn(stranger, '/console', { number: '1' }, action), 403)
    assert.ok(!(await stranger.get('/console')).text.includes('/console/reports'))
    const operator = await signedInBrowser(server)
    assert.ok((await operator.get('/console')).text.includes('/console/reports'))
    const { text } = await operator.get('/console/reports')
    assert.ok(text.includes(farm.name) && !text.includes('kim@'))
    const done = await submitOn(operator, '/console/reports', { number: '1' }, action)
    assert.equal(done.status, 303, done.text)
    assert.deepEqual(await openReports(store), [])
    assert.equal(noticeIn((await visitor.get(`/farms/${farm.id}`)).text), undefined)
    const again = { number: '1', form_token: 'x' }
    assertProblem(await operator.submit(action, again), 403)
  })

  it('are dismissed by a button that tells whether the reporter gets a mail', async (t) => {
    const { server, farm, visitor } = await start(t)
    await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'closed', email: 'kim@example.org' })
    await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'moved' })
    const { document } = parseHTML(
      (await (await signedInBrowser(server)).get('/console/reports')).text,
    )
    const buttons = [...document.querySelectorAll('tbody button')]
    assert.deepEqual(
      buttons.map(({ textContent }) => textContent.trim().replaceAll(/\s+/g, ' ')),
      ['Dismiss and mail the reporter report 1', 'Dismiss report 2'],
    )
  })

  it('stand beside the pairs that may be one farm, once these are listed', async (t) => {
    const { server, farm, another } = await start(t)
    const operator = await signedInBrowser(server)
    const shown = async () => {
      const { document } = parseHTML((await operator.get('/console/reports')).text)
      return document.querySelector('section[aria-labelledby="doubtful"]')!
    }
    assert.match((await shown()).textContent, /not listed yet/)
    const sides = [farm, another].map(({ id, name }) => ({
      farm_id: id,
      name,
      city: null,
      state: 'VT',
    }))
    const pair = { score: 5.5, kept_apart_by: 'numbers', distance_km: 0.44 }
    const path = join(layout(root).report(id), doubtfulFile)
    await writeFile(
      path,
      JSON.stringify([
        { ...pair, speaks_for: 'near 3', speaks_against: '', a: sides[0], b: sides[1] },
      ]),
    )
    t.after(() => rm(path))
    const section = await shown()
    const farms = [...section.querySelectorAll('tbody a')].map((link) => link.getAttribute('href'))
    assert.deepEqual(farms, [`/farms/${farm.id}`, `/farms/${another.id}`])
    const words = section.querySelector('tbody')!.textContent
    for (const said of ['5.5', 'near 3', 'other numbers in the names', '0.3 miles apart'])
      assert.ok(words.includes(said), said)
    assert.ok(words.includes(`npm run farms -- merge ${farm.id} ${another.id} --by`))
  })

  it('are for nobody unless OPERATORS names somebody', async (t) => {
    const { server } = await start(t, { OPERATORS: '' })
    assertProblem(await (await signedInBrowser(server)).get('/console/reports'), 403)
  })
})

describe('the answer to a reporter', () => {
  const answered = async (server: TestServer) => {
    const store = { ...(await openTestStore(server.stateDir)), now: () => server.clock.now }
    const log = pino({ level: 'silent' })
    const mail = { smtpUrl: undefined, from: 'farms@example.org', stateDir: server.stateDir }
    const mailer = openMailer(mail, log)
    await answerReporters({ store, mailer, publicUrl: () => 'https://farms.example.org', log })
    await store.close()
  }

  it('says what came of the report, until then on the page that it was checked', async (t) => {
    const { server, farm, visitor, store } = await start(t)
    const email = 'kim@example.org'
    await visitor.submit(`/farms/${farm.id}/reports`, { kind: 'moved', email })
    const later = { ...store, now: () => new Date('2026-11-05T09:00:00Z') }
    await closeReport(later, { number: 1, outcome: 'decided', by: 'operator ann' })
    await answered(server)
    await answered(server)
    const mails = await mailsTo(server.stateDir, email)
    assert.equal(mails.length, 1)
    assert.match(mails[0]!.text!, /On 2026-11-03 you reported a mistake about .*You were right/s)
    assert.ok(mails[0]!.text!.includes(`https://farms.example.org/farms/${farm.id}\n`))
    assert.equal(
      noticeIn((await visitor.get(`/farms/${farm.id}`)).text),
      'Reported moved on 3 November 2026, checked on 5 November 2026; the next update has the change.',
    )
  })

  it('names no address in the log if it cannot be sent', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    const mailer = { send: () => Promise.reject(new Error('to kim@example.org: refused')) }
    const store = { db: { updateTable: () => assert.fail('kim@example.org') } }
    const services = { store, mailer, log, publicUrl: () => '' } as never
    await answerReporters(services)
    assert.equal(lines.length, 1)
    assert.ok(!lines[0]!.includes('kim@'))
  })
})
