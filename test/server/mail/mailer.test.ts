import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { MailError, openMailer } from '../../../server/mail/mailer.ts'
import { Browser } from '../../support/browser.ts'
import { mailsTo, tokenIn } from '../../support/mailbox.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'
import { postJson } from '../../support/signed_in.ts'
import { startMailServer } from '../../support/smtp_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = await temporaryFolder({ after })
const from = 'Farm Directory <farms@example.org>'
const silent = pino({ level: 'silent' })

async function smtpMailer(t: TestContext) {
  const server = await startMailServer(t)
  const settings = { smtpUrl: server.url, from, stateDir: 'none' }
  const mailer = openMailer(settings, silent)
  t.after(() => mailer.close())
  return { ...server, mailer }
}

describe('a mail by way of a mail server', () => {
  it('arrives as it was written, at one address', async (t) => {
    const { mailer, deliveries } = await smtpMailer(t)
    const text = `Käse, a long line ${'with words '.repeat(20)}\nhttps://farms.example.org/?token=a=b\n`
    await mailer.send({ to: 'ann@example.org', subject: 'Sign in – now', text })
    const [{ recipients, sender, mail } = assert.fail('nothing came')] = deliveries
    assert.deepEqual([recipients, sender], [['ann@example.org'], 'farms@example.org'])
    assert.deepEqual(
      [mail.subject, mail.text, mail.from?.name],
      ['Sign in – now', text, 'Farm Directory'],
    )
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
  })

  const tricks = [
    'ann@example.org, eve@evil.example',
    'ann@example.org\r\nBcc: eve@evil.example',
    'ann@example.org\nTo: eve@evil.example',
    'ann@example.org\r\nRCPT TO:<eve@evil.example>',
    '"ann@example.org, eve"@evil.example',
    'Ann <eve@evil.example>, <ann@example.org>',
    'team: ann@example.org, eve@evil.example;',
    'ann@example.org>\r\nRCPT TO:<eve@evil.example',
  ]
  for (const to of tricks)
    it(`goes nowhere for ${JSON.stringify(to)}`, async (t) => {
      const { mailer, deliveries } = await smtpMailer(t)
      await assert.rejects(mailer.send({ to, subject: 's', text: 't' }), TypeError)
      assert.deepEqual(deliveries, [])
    })

  it('has no other headers than its own, whatever the subject', async (t) => {
    const { mailer } = await smtpMailer(t)
    const subject = 'Hello\r\nBcc: eve@evil.example'
    await assert.rejects(mailer.send({ to: 'ann@example.org', subject, text: 't' }), TypeError)
  })

  it('is refused with a MailError where the server is away or busy', async (t) => {
    const { mailer, refusal } = await smtpMailer(t)
    const mail = { to: 'ann@example.org', subject: 's', text: 't' }
    refusal.status = 451
    await assert.rejects(mailer.send(mail), MailError)
    const nowhere = openMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, stateDir: 'none' }, silent)
    await assert.rejects(nowhere.send(mail), MailError)
  })

  it('is refused with a MailError, and the log names MAIL_FROM, if the server refuses the sender', async (t) => {
    const { url, refusal } = await startMailServer(t)
    refusal.sender = 553
    let logged = ''
    const log = pino({ base: null }, { write: (line: string) => void (logged += line) })
    const mailer = openMailer({ smtpUrl: url, from, stateDir: 'none' }, log)
    t.after(() => mailer.close())
    const mail = { to: 'ann@example.org', subject: 's', text: 'svc_link_1' }
    await assert.rejects(mailer.send(mail), MailError)
    assert.match(logged, /refuses the sender: correct MAIL_FROM \(EENVELOPE 553\)/)
    assert.doesNotMatch(logged, /ann@|svc_/)
  })

  it('is silent about mailboxes that the server does not take', async (t) => {
    const { mailer, refusal, deliveries } = await smtpMailer(t)
    refusal.status = 550
    await mailer.send({ to: 'nobody@example.org', subject: 's', text: 't' })
    assert.deepEqual(deliveries, [])
  })
})

describe('signing in by way of a mail server', () => {
  it('works from the form to the session, and leaves no token in the log or in a file', async (t) => {
    const { url, deliveries } = await startMailServer(t)
    const settings = { SMTP_URL: url, PUBLIC_URL: 'https://farms.example.org', MAIL_FROM: from }
    const server = await startServer(t, root, { settings })
    const browser = new Browser(server, settings.PUBLIC_URL)
    const asked = await browser.submit('/console/sign-in', { email: 'ann@example.org' })
    assert.equal(asked.status, 200, asked.text)
    const text = deliveries[0]?.mail.text ?? ''
    const token = tokenIn(text)
    assert.ok(text.includes(`\nhttps://farms.example.org/console/confirm?token=${token}\n`), text)
    await browser.get(`/console/confirm?token=${token}`)
    assert.equal((await browser.submit('/console/confirm', { token })).status, 303)
    await server.close()
    assert.doesNotMatch(server.log.text(), /svc_(link|session|asker)_\w|ann@example/)
    assert.ok(!(await readdir(server.stateDir)).includes('mail'))
  })

  it('refuses addresses that would be headers or more than one', async (t) => {
    const { url, deliveries } = await startMailServer(t)
    const server = await startServer(t, root, { settings: { SMTP_URL: url } })
    for (const email of tricksOfForms) {
      assertBadParameters(await postJson(server, '/v1/sign-in', { email }), ['email'])
      const form = await new Browser(server).submit('/console/sign-in', { email })
      assertBadParameters(form, ['email'])
    }
    assert.deepEqual(deliveries, [])
  })

  it('answers 503 where no mail can be sent', async (t) => {
    const server = await startServer(t, root, { settings: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    const answer = await postJson(server, '/v1/sign-in', { email: 'ann@example.org' })
    assertProblem(answer, 503)
    assert.match(answer.headers.get('Retry-After') ?? '', /^\d+$/)
    assert.doesNotMatch(server.log.text(), /ann@example/)
    assert.match(server.log.text(), /nothing listens there \(ECONNREFUSED\); npm run doctor checks/)
  })
})

const tricksOfForms = [
  'ann@example.org, eve@evil.example',
  'ann@example.org\r\nBcc: eve@evil.example',
  'ann@example.org%0d%0aBcc: eve@evil.example',
  'Ann <ann@example.org>',
]

describe('a mail without a mail server', () => {
  it('goes to a file that its owner alone can read, and to the log', async (t) => {
    const server = await startServer(t, root)
    await new Browser(server).submit('/console/sign-in', { email: 'ann@example.org' })
    const [mail] = await mailsTo(server.stateDir, 'ann@example.org')
    const link = `${server.url}/console/confirm?token=${tokenIn(mail?.text ?? '')}`
    const line = server.log.lines().find(({ msg }) => String(msg).includes('no SMTP_URL'))
    assert.ok((line?.['lines'] as string[] | undefined)?.includes(link), 'on a line of its own')
    const folder = join(server.stateDir, 'mail')
    const [file = ''] = await readdir(folder)
    const mode = async (path: string) => (await stat(path)).mode & 0o777
    assert.deepEqual([await mode(folder), await mode(join(folder, file))], [0o700, 0o600])
  })
})
