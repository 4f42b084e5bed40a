import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layout } from '../../../data/schema/layout.ts'
import type { Run } from '../../../data/schema/run.ts'
import { entryOf } from '../../../pipeline/runs/ledger.ts'
import { notifyRun } from '../../../pipeline/notify/notify_run.ts'
import { send } from '../../../pipeline/notify/send.ts'
import { missingMessage, messageOf } from '../../../pipeline/notify/message.ts'
import { startMailServer } from '../../support/smtp_server.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const moment = '2026-11-25T04:00:00.000Z'
const run = (known: Partial<Run>): Run => ({
  run: 7,
  ...entryOf({
    action: 'build',
    begun_at: moment,
    ended_at: '2026-11-25T04:01:00.000Z',
    outcome: 'refused',
    status: 3,
    ...known,
  }),
})
const refused = run({
  cause: 'gate',
  message: 'moved: usda-csa: 935 farms moved 8 miles\nfarms-lost: too many',
})
const secret = 'a secret of the receiver'

/** A receiver of webhooks, which answers `status`. */
async function startReceiver(life: Lifetime, status = 204) {
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const take = async () => {
      received.push({ headers: request.headers, body: await text(request) })
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
    }
    void take()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  life.after(async () => void server.close())
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`,
  }
}

describe('the subject of a message', () => {
  const subjects: [Run, string][] = [
    [refused, 'refused, live snapshot unchanged — moved: usda-csa: 935 farms moved 8 miles'],
    [
      run({ outcome: 'failed', status: 5, cause: 'machine', message: 'the disk is full' }),
      'failed, live snapshot unchanged — the disk is full',
    ],
    [
      run({
        outcome: 'published',
        status: 0,
        changes: { added: 12, gone: 3, changed: 1140, moved: 2 },
      }),
      'published — 12 added, 3 gone, 1,140 changed, 2 moved',
    ],
    [
      run({
        outcome: 'published',
        status: 0,
        changes: { added: 0, gone: 0, changed: 4, moved: 0 },
        failing: [
          'csa: csa.csv does not exist. csa.csv of 2026-11-20 is used, last read 5 days ago',
        ],
      }),
      'published, 1 source failed — 0 added, 0 gone, 4 changed, 0 moved',
    ],
    [
      run({
        outcome: 'published',
        status: null,
        cause: 'killed',
        message: 'killed after it went live',
      }),
      'published — killed after it went live',
    ],
    [run({ outcome: 'unchanged', status: 0 }), 'nothing new — live snapshot unchanged'],
  ]
  for (const [of, subject] of subjects)
    it(subject, () => assert.equal(messageOf(of, 'nights').subject, `Farm directory: ${subject}`))

  it('says for how long there was no build', () => {
    const { subject, event } = missingMessage(refused, '26h', new Date('2026-11-26T11:30:00Z'))
    assert.deepEqual(
      [event, subject],
      ['missed', 'Farm directory: missed, live snapshot unchanged — no build for 31 hours'],
    )
    assert.match(missingMessage(null, '26h', new Date()).subject, /no build on record$/)
  })

  it('is one short line, whatever a source file is called', () => {
    const message = `source: a\u0007b ${'long '.repeat(100)}`
    const { subject } = messageOf(run({ message }), 'nights')
    assert.ok(subject.length <= 150 && !/\p{Cc}/u.test(subject), subject)
  })
})

describe('the text of a message about a published build', () => {
  const figure = (source: string, observed: number) => ({
    gate: 'values-changed',
    source,
    field: 'phone',
    observed,
    allowed: 0.25,
    baseline: 200,
    since: 'S1',
  })
  const figures = [figure('few', 0.12), figure('many', 0.21), figure('accepted', 0.9)]

  it('names figures over half their limits, and the remedy', () => {
    const published = { outcome: 'published', status: 0, previous: 'S1', figures } as const
    assert.match(
      messageOf(run(published), 'nights').text,
      /^near its limit: values-changed: many: phone: 21\.0 % of 200; allowed 25\.0 %\nif it is wrong: npm run snapshots -- rollback S1 --by WHO --reason "why" --out "nights"\n\n/,
    )
    assert.doesNotMatch(messageOf(run(published), 'nights').text, /few|accepted/)
  })

  it('names a change of all values of a source with too few farms for a limit', () => {
    const small = { ...figure('small', 1), allowed: 19 / 6, baseline: 6 }
    const figures = [small, { ...small, source: 'two', baseline: 2 }, { ...small, observed: 0.9 }]
    const published = { outcome: 'published', status: 0, previous: 'S1', figures } as const
    assert.match(
      messageOf(run(published), 'nights').text,
      /^near its limit: values-changed: small: phone: 100\.0 % of 6; too few for a limit: set one with "gates"\nif it/,
    )
  })

  it('names none of a refused build', () =>
    assert.doesNotMatch(messageOf({ ...refused, figures }, 'nights').text, /near its limit/))
})

describe('send(notify, message, secrets)', () => {
  it('mails each address, and posts JSON that the receiver can verify', async (t) => {
    const { url: SMTP_URL, deliveries } = await startMailServer(t)
    const { received, url: webhook } = await startReceiver(t)
    const message = messageOf(refused, 'nights')
    const mail = ['night@example.org', 'day@example.org']
    const secrets = { SMTP_URL, NOTIFY_SECRET: secret }
    assert.deepEqual(await send({ mail, webhook }, message, secrets, new Date(moment)), [])
    assert.deepEqual(deliveries.flatMap(({ recipients }) => recipients).toSorted(), mail.toSorted())
    assert.equal(deliveries[0]!.mail.subject, message.subject)
    assert.match(deliveries[0]!.mail.text ?? '', /farms-lost: too many[^]*pipeline\/OPERATE\.md/)
    const [{ headers, body }] = received as [(typeof received)[number]]
    assert.deepEqual(JSON.parse(body), JSON.parse(JSON.stringify(message)))
    const timestamp = headers['farm-directory-timestamp'] as string
    assert.equal(timestamp, String(Date.parse(moment) / 1000))
    const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest()
    const [version, signature] = String(headers['farm-directory-signature']).split('=')
    assert.equal(version, 'v1')
    assert.ok(timingSafeEqual(Buffer.from(signature!, 'hex'), expected))
  })

  it('sends only wanted events', async (t) => {
    const { received, url: webhook } = await startReceiver(t)
    await send({ webhook, on: ['missed'] }, messageOf(refused, 'nights'), { NOTIFY_SECRET: secret })
    assert.equal(received.length, 0)
  })

  it('returns what was not sent, without a secret, and sends the rest', async (t) => {
    const { received, url: webhook } = await startReceiver(t)
    const SMTP_URL = 'smtp://someone:pa55word@127.0.0.1:1'
    const mail = ['night@example.org']
    const failures = await send({ mail, webhook }, messageOf(refused, 'nights'), {
      SMTP_URL,
      NOTIFY_SECRET: secret,
    })
    assert.deepEqual(failures, [
      'mail to night@example.org was not sent: nothing listens there (ECONNREFUSED); npm run doctor checks the mail server',
    ])
    assert.equal(received.length, 1)
    const bare = await send({ mail, webhook }, messageOf(refused, 'nights'), {})
    assert.equal(bare.length, 2)
    assert.match(bare.join(), /set SMTP_URL.*set NOTIFY_SECRET/)
    for (const status of [302, 500]) {
      const { url } = await startReceiver(t, status)
      const failed = await send({ webhook: url }, messageOf(refused, 'nights'), {
        NOTIFY_SECRET: secret,
      })
      assert.deepEqual(failed, [
        `webhook at ${new URL(url).host} was not sent: it answered ${status}`,
      ])
    }
    // fetch refuses port 1 itself.
    for (const [port, why] of [
      [1, 'no request may go to its port: give it another one'],
      [9, 'no request may go to its port: give it another one'],
      [8, 'nothing listens there (ECONNREFUSED)'],
    ])
      assert.deepEqual(
        await send(
          { webhook: `http://127.0.0.1:${port}/?key=hidden` },
          messageOf(refused, 'nights'),
          {
            NOTIFY_SECRET: secret,
          },
        ),
        [`webhook at 127.0.0.1:${port} was not sent: ${why}`],
      )
  })
})

describe('the metrics of a folder without a snapshot', () => {
  it('say so, and have no date of an edition', async (t) => {
    const folder = await temporaryFolder(t)
    const metrics = join(folder, 'farms.prom')
    await notifyRun(layout(join(folder, 'build')), { metrics }, null)
    const text = await readFile(metrics, 'utf8')
    assert.match(text, /^farm_directory_run_status -1$/m)
    assert.match(text, /^farm_directory_farms 0$/m)
    assert.doesNotMatch(text, /^farm_directory_edition_timestamp_seconds/m)
  })
})
