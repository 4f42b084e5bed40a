import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import type { OpenApiDocument, SchemaObject } from '../../../server/openapi/model.ts'
import { requestOf, targetsOf, type Target } from '../../support/api_targets.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { judge } from '../../support/parameter_oracle.ts'
import { assertBadParameters, assertProblem } from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer, type Answer } from '../../support/running_server.ts'

const { root, id: snapshot, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-06T14:00:00Z') })
const farm = (await publishedFarms(folder)).find(({ name }) => name === 'Open Book Farm')!.id
const { body: document } = await server.ask<OpenApiDocument>('/openapi.json')
const targets = targetsOf(document, {
  farm_id: farm,
  'getFarm.id': farm,
  'getFarmProducts.id': farm,
  'getFarmHours.id': farm,
  'getFarmHistory.id': farm,
  snapshot,
  since: snapshot,
})
const ofQuery = targets.filter(({ place }) => place === 'query')

/** Texts that readers of numbers, dates and names stumble over. */
const awkward = [
  ['', ' ', '5', ' 5', '5 ', '+5', '-0', '-0.0', '00', '007', '1e309', '1e2', '-1e-7', '5e-324'],
  ['NaN', 'Infinity', '-Infinity', '0x10', '0b1', '1_000', '1,000', '.5', '5.', '5..0', '--5'],
  ['９', '４４.４１', '٤', '५', '⁵', '①', '1\u00a0', '\u200b5', '5\u0000', '\u0000', '\n5'],
  ['90', '90.0000000001', '-90', '180', '-180.00000000000001', '100', '100.00000000000001', '0'],
  ['1000000', '1000001', '999999999', '9999999999', '9'.repeat(400), `0.${'0'.repeat(40)}1`],
  ['true', 'null', 'undefined', '[]', '{}', '[object Object]', '__proto__', 'constructor', '*'],
  ["' or 1=1 --", '"; drop table farms', '%', '%%', '_', '\\', '$1', '${x}', '../../x', '<b>'],
  [
    'now',
    'NOW',
    'now ',
    'latest',
    '2026-02-30',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '+02026-01-01',
  ],
  ['2026-07-04T10:30:00-04:00', '2026-07-04T24:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01'],
  [
    'vt',
    ' Vermont ',
    'VERMONT',
    'ß',
    'İ',
    'ﬁ',
    '🍎',
    'e\u0301ggs',
    'x'.repeat(201),
    ','.repeat(50),
  ],
  ['1,2,3', '-73.5,42.7,-71.4,45.1', '-73.5, 42.7 ,-71.4,45.1', '1,2,3,4,5', '10,20,30,5', ',,,'],
  ['id', 'id,name', 'id, name', 'phone', 'id,id', 'Name', '852b8997fffffff', '852B8997FFFFFFF'],
  ['8f2b8997fffffff', 'fffffffffffffff', farm, farm.toUpperCase(), `{${farm}}`, snapshot],
].flat()

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.double().map(String),
  fc.tuple(fc.integer({ min: -200, max: 200 }), fc.nat(99_999)).map((pair) => pair.join('.')),
  fc.integer({ min: -10, max: 1_000_010 }).map(String),
)
const textFor = ({ schema, example }: Target): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: texts },
    fc.constantFrom(example, ` ${example}`, example.toUpperCase(), example.replaceAll('_', '-')),
    fc.constantFrom(...((schema.enum as string[] | undefined) ?? [example])),
  )
/** Whether the address would be another one: an empty or a dotted segment of a path goes away. */
const isElsewhere = ({ place }: Target, value: string): boolean =>
  place === 'path' && ['', '.', '..'].includes(value)
const cases = fc
  .constantFrom(...targets)
  .chain((target) => textFor(target).map((value) => ({ target, value })))
  .filter(({ target, value }) => !isElsewhere(target, value))

/** What an answer says, without what repeats the request. */
function said({ body }: Answer<unknown>): unknown {
  const { links: _, meta, ...rest } = body as { links?: unknown; meta?: object }
  return meta ? { ...rest, meta: { ...meta, ignored: null } } : rest
}

describe('every parameter', () => {
  it('takes the example of the OpenAPI document', async () => {
    for (const target of targets) {
      const path = requestOf(target, encodeURIComponent(target.example))
      const { status, text: told } = await server.ask(path)
      assert.equal(status, 200, `${path}: ${told.slice(0, 300)}`)
    }
  })

  it('is taken for what it says, or refused by its name, whatever is written', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ target, value }) => {
        const answer = await server.ask(requestOf(target, encodeURIComponent(value)))
        await assertRight(target, value, answer)
      }),
      { numRuns: 600 },
    )
  })

  it('is so for every awkward text', async () => {
    const seen = new Set<string>()
    for (const [number, target] of targets.entries()) {
      const kind = target.name + JSON.stringify(target.schema)
      // A parameter of the same kind at another operation is tried with every fourth.
      const tried = seen.has(kind) ? awkward.filter((_, at) => at % 4 === number % 4) : awkward
      seen.add(kind)
      for (const value of tried) {
        if (isElsewhere(target, value)) continue
        const answer = await server.ask(requestOf(target, encodeURIComponent(value)))
        await assertRight(target, value, answer)
      }
    }
  })

  it('is refused where it is repeated, nested or not UTF-8', async () => {
    for (const target of ofQuery) {
      const { name } = target
      const good = requestOf(target, encodeURIComponent(target.example))
      const again = `&${name}=${encodeURIComponent(target.example)}`
      assertBadParameters(await server.ask(good + again), [name])
      for (const nested of [`${name}[]`, `${name}[b]`, `${name}[0]`, `${name}.b`, ` ${name}`])
        for (const written of [nested, encodeURIComponent(nested)]) {
          const answer = await server.ask(`${good}&${written}=1`)
          assert.ok(
            named(answer).includes(nested.trimStart()) || named(answer).includes(nested),
            nested,
          )
        }
      // A half of an escape, overlong forms, surrogates, and beyond the last character.
      for (const bytes of [
        '%',
        '%2',
        '%zz',
        '%C0%AF',
        '%E0%80%AF',
        '%ED%A0%80',
        '%F5%80%80%80',
        '%FF',
      ])
        assertBadParameters(await server.ask(requestOf(target, bytes)), [name])
    }
  })
})

const named = (answer: Answer<unknown>): string[] =>
  assertProblem(answer, 400).errors.map(({ parameter }) => parameter)

async function assertRight(target: Target, value: string, answer: Answer<unknown>): Promise<void> {
  const told = `${target.operation.operationId} ${target.name}=${JSON.stringify(value)}: ${answer.text.slice(0, 300)}`
  assert.ok(answer.status < 500, told)
  if (answer.status >= 400) assertProblem(answer, answer.status)
  if (answer.status === 400) assert.ok(named(answer).includes(target.name), told)
  const judgement = judge(target.schema, value)
  if (judgement.verdict === 'refused') assert.ok(answer.status >= 400, told)
  if (judgement.verdict !== 'taken' || answer.status !== 200) return
  const plain = await server.ask(requestOf(target, encodeURIComponent(judgement.canonical)))
  assert.equal(plain.status, 200, told)
  if (answer.body === undefined) return assert.equal(answer.text, plain.text, told)
  assert.deepEqual(said(answer), said(plain), told)
  const { location } = answer.body as { location?: Record<string, number> }
  if (location && target.name in location)
    assert.equal(location[target.name], Number(value) + 0, told)
}

describe('what is in bounds', () => {
  const numbers = targets.filter(({ schema: { type } }) => type === 'number' || type === 'integer')
  const within = ({ type, minimum, maximum, exclusiveMinimum }: SchemaObject) =>
    type === 'integer'
      ? fc.integer({ min: minimum!, max: maximum! }).map(String)
      : fc
          .double({
            min: minimum ?? exclusiveMinimum!,
            max: maximum!,
            minExcluded: minimum === undefined,
            noNaN: true,
          })
          .map((value) => value.toFixed(10))
          .filter((value) => Number(value) > (exclusiveMinimum ?? -Infinity))

  it('is taken, ends included', async () => {
    for (const target of numbers) {
      const { minimum, maximum } = target.schema
      const ends = [minimum, maximum].filter((end) => end !== undefined).map(String)
      for (const value of [...ends, ...fc.sample(within(target.schema), 3)]) {
        const { status, text: told } = await server.ask(requestOf(target, value))
        assert.equal(status, 200, `${target.name}=${value}: ${told.slice(0, 300)}`)
      }
    }
  })
})

describe('bodies', () => {
  const changes = Object.entries(document.paths ?? {}).flatMap(([path, { post, patch }]) =>
    Object.entries({ POST: post, PATCH: patch }).flatMap(([method, operation]) =>
      operation ? [{ method, path: path.replace('{id}', farm) }] : [],
    ),
  )

  it('are taken or refused, whatever they are', async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string({ unit: 'grapheme' }),
      fc
        .record(
          {
            name: fc.jsonValue(),
            email: fc.jsonValue(),
            sign_in: fc.jsonValue(),
            token: fc.jsonValue(),
            kind: fc.oneof(fc.constantFrom('secret', 'browser'), fc.jsonValue()),
            origins: fc.oneof(
              fc.array(fc.webUrl()),
              fc.array(fc.constantFrom(...awkward)),
              fc.jsonValue(),
            ),
          },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '[]',
        '{"__proto__":{}}',
        '{"name":"\\u0000"}',
        '{"name":"\\ud800"}',
        '\ufeff{}',
      ),
    )
    const types = ['application/json', 'application/json; charset=latin1', 'text/plain', 'x', '']
    const property = fc.asyncProperty(
      fc.constantFrom(...changes),
      bodies,
      fc.constantFrom(...types),
      async ({ method, path }, body, type) => {
        const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type }
        const answer = await server.ask(path, { method, key: null, headers, body })
        assert.ok(answer.status < 500, `${method} ${path} ${type} ${body}: ${answer.text}`)
        if (answer.status >= 400) assertProblem(answer, answer.status)
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })
})

describe('bytes that no client would send', () => {
  /** The status and the body that the server answers to a request line and header fields as they are. */
  async function say(
    target: string,
    fields: string[] = [],
  ): Promise<{ status: number; body: string }> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = [`GET ${target} HTTP/1.1`, 'Host: x', `X-API-Key: ${server.keys.paid}`, ...fields]
    socket.write([...head, 'Connection: close', '', ''].join('\r\n'), 'latin1')
    const answer = await text(socket)
    const [start = '', ...rest] = answer.split('\r\n\r\n')
    return { status: Number(start.split(' ')[1]), body: rest.join('\r\n\r\n') }
  }

  async function assertSound(target: string, fields?: string[]): Promise<void> {
    const { status, body } = await say(target, fields)
    const told = `${JSON.stringify(target.slice(0, 100))} ${JSON.stringify(fields ?? [])}: ${body.slice(0, 300)}`
    assert.ok(status >= 200 && status < 500, told)
    if (status >= 400) assert.equal((JSON.parse(body) as { status: number }).status, status, told)
  }

  it('are answered soundly in an address', async () => {
    const q = '/v1/farms?per_page=1&city='
    const values = [
      'é',
      'Ã©',
      '\xff',
      '\x80',
      '\x7f',
      '\t',
      '"<>^`{|}',
      '\\',
      '#',
      '?',
      '&&&',
      ';a=1',
      '%00',
    ]
    for (const value of values) await assertSound(q + value)
    for (const target of [
      ['//', '///v1/farms', '/v1//farms', '/v1/farms/', '/v1/./farms', '/v1/../v1/farms', '*'],
      ['http://elsewhere.example.org/v1/farms', '/v1/farms?', '/v1/farms??', '/v1/farms?=', '/%'],
      ['/v1/farms?=1', '/v1/farms?&', '/v1/farms#x', '/v1/farms/%00', '/v1/farms/%2e%2e', '/%ff'],
      ['/v1/farms/a%2Fb', '/v1/snapshots/%2e%2e/files/x', '/v1/snapshots/latest/files/..%2f..'],
      [
        '/V1/FARMS',
        '/v1/farms;x=1',
        `/v1/farms?${'a&'.repeat(3000)}`,
        `/v1/farms?${'a=1&'.repeat(3000)}`,
      ],
    ].flat())
      await assertSound(target)
  })

  it('are answered soundly in header fields', async () => {
    const names = [
      'Accept',
      'Accept-Encoding',
      'If-None-Match',
      'Range',
      'If-Range',
      'X-API-Key',
      'Authorization',
    ]
    const others = [
      'Cookie',
      'X-Forwarded-For',
      'Content-Length',
      'Content-Type',
      'Origin',
      'Referer',
      'Sec-Fetch-Site',
      'Access-Control-Request-Method',
      'Expect',
      'TE',
    ]
    const values = [
      '',
      ' ',
      ',',
      ';',
      '*',
      '"',
      '\x80\xff',
      'q=9',
      '*/*;q=x',
      'a'.repeat(7000),
      '0',
      '-1',
    ]
    for (const name of [...names, ...others])
      for (const value of [
        ...values,
        'bytes=0-',
        'bytes=9-1',
        'Bearer',
        'Bearer x',
        'a/b;q=1e309, c',
      ]) {
        await assertSound('/v1/farms?per_page=1', [`${name}: ${value}`])
        if (name.includes('Range'))
          await assertSound('/v1/snapshots/latest/files/stats.parquet', [`${name}: ${value}`])
      }
  })
})
