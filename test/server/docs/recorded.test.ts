import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { exampleOf, exampleRequest, parametersOf } from '../../../server/docs/example.ts'
import { questions } from '../../../server/docs/questions.ts'
import { credentialOf } from '../../../server/docs/programs.ts'
import type { Recorded } from '../../../server/docs/recorded.ts'
import {
  answerOf,
  bodyOf,
  needsKey,
  operationsOf,
  type Operation,
} from '../../../server/docs/reference.ts'
import { openApiDocument } from '../../../server/app/all_routes.ts'
import { syntheticFarms } from '../../../data/sample/generate.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { assertDescribed } from '../../support/described_answers.ts'
import { fixtureSnapshot, keptBuild } from '../../support/fixture_snapshot.ts'
import { newestToken } from '../../support/mailbox.ts'
import { startServer, type Asked, type TestServer } from '../../support/running_server.ts'

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

/** A request with one of its parameters wrong, then with any other one, then with an unknown one. */
function mistakesIn(request: string, each: Operation): string[] {
  const { pathname, searchParams } = new URL(request, 'http://127.0.0.1')
  const given = parametersOf(each).filter(({ in: place }) => place !== 'header')
  const isSent = ({ name, in: place }: { name: string; in: string }) =>
    place === 'path' || searchParams.has(name)
  const others = given.filter((own) => !isSent(own))
  return [...given.filter(isSent), ...others, { name: 'x', in: 'query' }].map((own) => {
    const at = each.path.split('/').indexOf(`{${own.name}}`)
    const path = pathname.split('/').with(at === -1 ? 0 : at, at === -1 ? '' : 'x')
    const query = new URLSearchParams(searchParams)
    if (at === -1) query.set(own.name, 'x')
    return `${path.join('/')}?${query.toString()}`
  })
}

/** The detail of the first 400 to a mistake in a request, and in its body. */
async function mistakeOf(server: TestServer, each: Operation, request: string, options: Asked) {
  const empty = options.body === undefined ? [] : [[request, { ...options, body: '{}' }] as const]
  const others = mistakesIn(request, each).map((mistaken) => [mistaken, options] as const)
  for (const [mistaken, sent] of [...empty, ...others]) {
    const { status, body } = await server.ask<{ detail: string }>(mistaken, sent)
    if (status === 400) return body.detail
  }
  throw new Error(`no 400 of ${each.id}`)
}

if (process.env['RECORD']) await record()
const { recordedAnswers, recordedMistakes } = await import('../../../server/docs/recorded.ts')

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

const { root } = await fixtureSnapshot({ after })
const served = await startServer({ after }, root)

describe('the recorded mistakes of the reference', () => {
  it('are of all operations', () => {
    assert.deepEqual(
      Object.keys(recordedMistakes),
      operations.map(({ id }) => id),
    )
  })

  it('are what requests without a session get; if not, record them anew with RECORD=1', async () => {
    const asked = questions({ farm, since: day })
    for (const each of operations.filter((one) => credentialOf(one) !== 'session')) {
      const request = asked[each.id]?.request ?? exampleRequest(each)
      const schema = bodyOf(each)
      const detail = await mistakeOf(served, each, request, {
        method: each.method,
        ...(schema !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(exampleOf(document, schema)),
        }),
      })
      assert.equal(recordedMistakes[each.id], detail, each.id)
    }
  })

  it('are on the pages of their operations', async () => {
    const { text } = await served.ask('/docs/getAvailability', { key: null })
    assert.ok(
      parseHTML(text).document.body.textContent.includes(recordedMistakes['getAvailability']!),
    )
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
  const mistakes = new Map<string, string>()
  for (const each of operations.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))) {
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
    mistakes.set(each.id, await mistakeOf(server, each, request, options))
    if (!recorded.includes(each)) continue
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
  const mistaken = Object.fromEntries(places.map((id) => [id, mistakes.get(id)]))
  const all = { day, farm, answers: Object.fromEntries(answers), mistakes: mistaken }
  const text = JSON.stringify(all, null, 2)
    .replaceAll(
      /(svc_[a-z]+_)([0-9a-f]+)/g,
      (_, kind: string, value: string) =>
        kind + '0123456789abcdef'.repeat(4).slice(0, value.length),
    )
    .replaceAll(sent.key, keyId)
  writeFileSync(join(import.meta.dirname, '../../../server/docs/recorded.json'), `${text}\n`)
}
