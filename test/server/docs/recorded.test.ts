import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { exampleOf, exampleRequest } from '../../../server/docs/example.ts'
import { questions } from '../../../server/docs/questions.ts'
import type { Recorded } from '../../../server/docs/recorded.ts'
import { answerOf, bodyOf, needsKey, operationsOf } from '../../../server/docs/reference.ts'
import { openApiDocument } from '../../../server/app/all_routes.ts'
import { syntheticFarms } from '../../../data/sample/generate.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { assertDescribed } from '../../support/described_answers.ts'
import { keptBuild } from '../../support/fixture_snapshot.ts'
import { newestToken } from '../../support/mailbox.ts'
import { startServer, type Asked } from '../../support/running_server.ts'

/** The day that is recorded for: that of the second night. */
const day = '2026-08-01'

/** A market of the sample near Albany, New York. */
const farm = '861b6e87-1451-5cd2-a155-4647d428834b'

const document = openApiDocument()
const operations = operationsOf(document)

/** Answers that are files, and the document itself, which every page is made of. */
const recorded = operations.filter(
  (each) => answerOf(document, each).types[0] === 'application/json' && each.id !== 'getOpenApi',
)

/** Lists are shortened to this many entries. */
const entries = 2

const shortened = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const first = value.slice(0, entries).map(shortened)
    return value.length > entries ? [...first, '…'] : first
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]))
}

const keyId = '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47'
const email = 'ann@example.org'

if (process.env['RECORD']) await record()
const { recordedAnswers } = await import('../../../server/docs/recorded.ts')

/** A value without the marks of what was left out. */
const unmarked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((each) => each !== '…').map(unmarked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unmarked(each)]))
}

/** Asserts that an answer of an operation is as the document describes it now. */
function assertValid(id: string, { status, tier, body }: Recorded): void {
  const each = operations.find((own) => own.id === id)!
  const { headers = {} } = each.operation.responses[status]!
  const names = [...Object.keys(headers), 'Content-Type']
  assertDescribed({
    method: each.method,
    path: exampleRequest(each),
    tier: tier ?? undefined,
    status,
    headers: new Headers(names.map((name) => [name, 'application/json'])),
    text: JSON.stringify(unmarked(body)),
  })
}

describe('the recorded answers of the reference', () => {
  it('are those of all operations that answer with JSON', () => {
    assert.deepEqual(
      Object.keys(recordedAnswers).toSorted(),
      recorded.map(({ id }) => id).toSorted(),
      'record them with RECORD=1',
    )
  })

  it('have the shape of answers of today; if not, record them anew with RECORD=1', () => {
    for (const [id, answer] of Object.entries(recordedAnswers)) assertValid(id, answer!)
  })

  it('are compared field by field', () => {
    const { body, ...others } = recordedAnswers['getFarm']!
    const { data } = body as { data: Record<string, unknown> }
    const { city: _, ...without } = data
    for (const wrong of [without, { ...data, color: 'red' }, { ...data, phone: '802-555-0101' }])
      assert.throws(() => assertValid('getFarm', { ...others, body: { data: wrong } }), /described/)
  })

  it('have no contact of anybody real, and no key that works', () => {
    const text = JSON.stringify(recordedAnswers)
    for (const [, host] of text.matchAll(/[\w.+-]+@([\w.-]+)/g))
      assert.match(host!, /example\.org$/)
    for (const [phone] of text.matchAll(/\(?\b\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b/g))
      assert.match(phone, /555-01\d\d/)
    for (const [, hidden] of text.matchAll(/svc_[a-z]+_([0-9a-f]+)/g))
      assert.ok('0123456789abcdef'.repeat(4).startsWith(hidden!))
  })
})

/** Asks every question of the reference, of two nights of the sample, and writes what is answered. */
async function record(): Promise<void> {
  const lines = [...syntheticFarms({ count: 5020, seed: 1 })]
  const nights = [
    [lines.slice(0, 5000), '2026-07-01'],
    [lines.slice(50), day],
  ] as const
  const root = await keptBuild({ after }, 'sample', async (life, folder) => {
    for (const [feed, day] of nights)
      await buildSnapshot(life, { feed, root: folder, now: new Date(`${day}T02:00:00Z`) })
  })
  const server = await startServer({ after }, root, {
    settings: {
      FREE_DAILY_LIMIT: '1000',
      PAID_DAILY_LIMIT: '100000',
      BROWSER_DAILY_LIMIT: '10000',
    },
    now: new Date(`${day}T12:00:00Z`),
  })
  const { body } = await server.ask<{ data: { id: string }[] }>('/v1/snapshots')
  const asked = questions({ farm, since: body.data.at(-1)!.id })
  const sent = { session: '', sign_in: '', key: '' }
  const answers: [string, Recorded][] = []
  const accountFirst = ['askToSignIn', 'openSession', 'getSession', 'createKey', 'listKeys']
  const accountLast = ['changeKey', 'rotateKey', 'getKeyUsage', 'revokeKey', 'endSession']
  const order = [...accountFirst, ...accountLast]
  for (const each of recorded.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))) {
    const isPaid = (each.operation as { 'x-tier'?: string })['x-tier'] === 'paid'
    const tier = needsKey(each.operation) ? (isPaid ? 'paid' : 'free') : null
    const request = asked[each.id]?.request ?? exampleRequest(each).replace(keyId, sent.key)
    const schema = bodyOf(each)
    const example = schema && { ...(exampleOf(document, schema) as object) }
    if (each.id === 'askToSignIn') Object.assign(example as object, { email })
    if (each.id === 'openSession')
      Object.assign(example as object, {
        sign_in: sent.sign_in,
        token: await newestToken(server.stateDir, email),
      })
    const options: Asked = {
      method: each.method,
      key: tier,
      headers: {
        ...(example !== undefined && { 'Content-Type': 'application/json' }),
        ...(order.indexOf(each.id) > 1 &&
          each.id !== 'createKey' && { Authorization: `Bearer ${sent.session}` }),
      },
      ...(example !== undefined && { body: JSON.stringify(example) }),
    }
    const answer = await server.ask<Record<string, string>>(request, options)
    assert.ok(answer.status < 300, `${each.id} ${request}: ${answer.text}`)
    if (each.id === 'askToSignIn') sent.sign_in = answer.body['sign_in']!
    if (each.id === 'openSession') {
      sent.session = answer.body['session']!
      const made = await server.ask<{ id: string }>('/v1/keys', {
        method: 'POST',
        key: null,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sent.session}` },
        body: JSON.stringify({
          name: 'farm map',
          kind: 'browser',
          origins: ['https://farms.example'],
        }),
      })
      sent.key = made.body.id
    }
    answers.push([each.id, { status: answer.status, tier, body: shortened(answer.body) }])
  }
  const places = operations.map(({ id }) => id)
  answers.sort(([a], [b]) => places.indexOf(a) - places.indexOf(b))
  const text = JSON.stringify({ day, farm, answers: Object.fromEntries(answers) }, null, 2)
    .replaceAll(
      /(svc_[a-z]+_)([0-9a-f]+)/g,
      (_, kind: string, value: string) =>
        kind + '0123456789abcdef'.repeat(4).slice(0, value.length),
    )
    .replaceAll(sent.key, keyId)
  writeFileSync(join(import.meta.dirname, '../../../server/docs/recorded.json'), `${text}\n`)
}
