import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import { join } from 'node:path'
import { layout } from '../../../data/schema/layout.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { SchemaObject } from '../../../server/openapi/model.ts'
import { openApiDocument } from '../../../server/app/all_routes.ts'
import { writeSite } from '../../../server/site/write_site.ts'
import { agentOf } from '../../support/agent.ts'
import { requestOf, targetsOf, type Target } from '../../support/api_targets.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { markedFarm, markersOf } from '../../support/paid_marker_farms.ts'
import { readParquet } from '../../support/parquet_file.ts'
import { assertProblem } from '../../support/problem_document.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const root = join(await temporaryFolder({ after }), 'build')
const neighbor = {
  source_id: 'neighbor',
  name: 'Neighbor Farm',
  state: 'WA',
  lat: 46.61,
  lng: -120.51,
  products: ['eggs'],
  updated_at: '2026-05-01T00:00:00Z',
}
const night = (number: number) =>
  buildSnapshot(
    { after },
    {
      root,
      feed: [markedFarm(number), neighbor],
      now: new Date(`2026-06-0${number}T00:00:00Z`),
    },
  )
const first = await night(1)
// No field of its headers tells the time of day, which may be any number.
const server = await startServer({ after }, root, { now: new Date('2026-06-03T12:00:00Z') })
const second = await night(2)
await server.refresh() // so that it answers from both
const { id } = (await publishedFarms(second.folder)).find(({ name }) => name === 'Marked Farm')!
const markers = { ...prefixed(1), ...prefixed(2) }

/** Where the contract shows free keys a paid value, and which. */
const shown: [path: RegExp, markers: RegExp][] = [
  // Both tiers get the documented fields.
  [/^\/v1\/availability/, /^\d (listing|price|unit)$/],
  // Its sources publish them openly.
  [/^\/farms\//, /^2 (address|zip|phone|website|hours|payment)$/],
]

const targets = targetsOf(openApiDocument(), {
  farm_id: id,
  snapshot: first.id,
  'listNetChanges.snapshot': second.id,
  since: first.id,
  lat: '46.602',
  lng: '-120.505',
  q: 'marked',
  state: 'WA',
  city: 'Yakima',
  updated_since: '2026-01-01',
  place_type: 'farm',
  products: 'eggs',
  ...Object.fromEntries(
    ['getFarm', 'getFarmProducts', 'getFarmHours', 'getFarmHistory'].map((name) => [
      `${name}.id`,
      id,
    ]),
  ),
})
const lists = ['/v1/farms', '/v1/search?lat=46.602&lng=-120.505', '/v1/food?product=eggs']

/** Every way to ask: each parameter of each operation, and each name that one may take. */
const paths = [
  ...new Set([
    ...targets.flatMap((target) =>
      valuesOf(target).map((value) => requestOf(target, encodeURIComponent(value))),
    ),
    ...lists.flatMap((list) =>
      ['json', 'geojson', 'csv', 'ndjson'].flatMap((format) =>
        [
          '',
          '&sort=-quality_score',
          `&snapshot=${first.id}`,
          '&fields=id,name,distance_mi',
          '&page=2&per_page=1',
        ].map((rest) => `${list}${list.includes('?') ? '&' : '?'}format=${format}${rest}`),
      ),
    ),
    ...['1', '2'].flatMap((n) => [
      `/v1/farms?q=Leakdescription${n}`,
      `/v1/farms/${id}/hours?snapshot=${n === '1' ? first.id : second.id}`,
      `/v1/farms/${id}?snapshot=${n === '1' ? first.id : second.id}`,
    ]),
    ...[first.id, second.id, 'latest'].flatMap((snapshot) =>
      [
        '',
        '/changes?per_page=100',
        '/files/members/farms.parquet',
        '/files/members/changes.parquet',
      ].map((rest) => `/v1/snapshots/${snapshot}${rest}`),
    ),
    ...['json', 'geojson', 'csv', 'ndjson'].flatMap((format) => [
      `/v1/snapshots/latest/changes?state=WA&per_page=100&format=${format}`,
      `/v1/changes?since=${first.id}&per_page=100&format=${format}`,
      `/v1/changes?since=${second.id}&snapshot=${first.id}&state=WA&format=${format}`,
    ]),
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/v1/keys',
    '/v1/session',
    '/docs',
    '/',
    '/?q=Leakdescription2',
    '/?q=eggs+near+Yakima,+WA',
    '/?practices=Leakpractice2&certifications=Leakcertification2',
    '/explore/points?practices=Leakpractice2',
    `/farms/${id}`,
    '/sitemaps/farms-1.xml',
    '/nothing',
  ]),
]

function valuesOf({ name, schema, example }: Target): string[] {
  const { items, enum: names } = schema
  const each = (names ?? (items as SchemaObject | undefined)?.enum ?? []) as string[]
  return [example, ...each, ...(name === 'fields' ? [each.join()] : [])]
}

/**
 * Everything that an answer holds: its status, header fields and body. Its length, and the
 * id of the request, may be any number.
 */
async function told(path: string, key: string | null, given = {}): Promise<string> {
  const { status, headers, text } = await server.ask(path, { key, headers: given })
  const requestId = headers.get('X-Request-Id')!
  const fields = [...headers].filter(([name]) => name !== 'content-length')
  return `${status}\n${JSON.stringify(fields)}\n${text}`.replaceAll(requestId, '')
}

/** Asserts that an answer to a path has none of the paid values, but where free keys see them too. */
function assertNothingPaid(path: string, answer: string): void {
  for (const [name, marker] of Object.entries(markers)) {
    if (marker.test(decodeURIComponent(path))) continue
    if (shown.some(([where, which]) => where.test(path) && which.test(name))) continue
    assert.ok(!marker.test(answer), `${path} shows ${name}`)
  }
}

describe('a browser key, and a page of this service', () => {
  it('are shown no paid value by any of them either', async () => {
    const Origin = 'https://farms.example'
    const { key } = await server.newKey('free', [Origin])
    const answers = { given: 0, own: 0 }
    for (const path of paths) {
      const given = await told(path, key, { Origin })
      assertNothingPaid(path, given)
      if (given.startsWith('200')) answers.given++
      const ownPath = path.replace('/v1', '/explore/api')
      const own = await told(ownPath, null, { 'Sec-Fetch-Site': 'same-origin' })
      assertNothingPaid(path, own)
      if (own.startsWith('200')) answers.own++
    }
    assert.ok(answers.given > 100 && answers.own > 100, JSON.stringify(answers))
  })
})

describe('an agent', () => {
  const near = 'Yakima, WA'
  const calls: [tool: string, asked: object][] = [
    ['find_farms', { near, products: 'eggs' }],
    ['find_farms', { state: 'WA' }],
    ['find_farms', { q: 'Leakdescription2' }],
    ['find_farms', { near, open_on: 'sat' }],
    ['find_farms', { near, practices: 'Leakpractice2' }],
    ['find_farms', { near, certifications: 'Leakcertification2' }],
    ['find_farms', { near, payment_methods: 'Leakpayment2' }],
    ['get_farm', { farm_id: id }],
    ['get_farm', { name: 'Marked Farm' }],
    ['describe_market', { near }],
    ['describe_market', { near, product: 'eggs' }],
    ['get_prices', { near, product: 'eggs' }],
    ['get_prices', { near, product: 'eggs', unit: 'dozen' }],
    ['list_changes', { since: first.id }],
    ['list_changes', { since: first.id, state: 'WA' }],
    ['look_up_terms', { text: 'Leakpractice2' }],
    ['look_up_terms', { text: 'eggs' }],
  ]

  it('with a free key is told no paid value, where one with a paid key is', async (t) => {
    const [free, paid] = await Promise.all(
      (['free', 'paid'] as const).map((tier) =>
        agentOf(t, server.url, { 'X-API-Key': server.keys[tier] }),
      ),
    )
    const all: string[] = []
    for (const [tool, asked] of calls) {
      const { text } = await free!.call(tool, asked)
      assertNothingPaid(JSON.stringify(asked), text)
      all.push((await paid!.call(tool, asked)).text)
    }
    for (const uri of ['farm-directory://stats', `farm-directory://farms/${id}`]) {
      assertNothingPaid(uri, JSON.stringify(await free!.client.readResource({ uri })))
      all.push(JSON.stringify(await paid!.client.readResource({ uri })))
    }
    for (const name of ['address', 'phone', 'email', 'website', 'description', 'price'])
      assert.ok(markers[`2 ${name}`]!.test(all.join('\n')), name)
  })
})

describe('a free key', () => {
  it('is shown no paid value by any operation, parameter, format, failure or header field', async () => {
    for (const path of paths) assertNothingPaid(path, await told(path, 'free'))
  })

  it('would be shown each by the same requests if it were paid', async () => {
    const all = (await Promise.all(paths.map((path) => told(path, 'paid')))).join('\n')
    for (const [name, marker] of Object.entries(markers)) assert.ok(marker.test(all), name)
  })

  it('finds none in the files that are for all', async () => {
    for (const { id: snapshot, folder } of [first, second]) {
      const { body } = await server.ask<{ data: { files: { path: string; url: string }[] } }>(
        `/v1/snapshots/${snapshot}`,
        { key: 'free' },
      )
      assert.ok(body.data.files.length > 3)
      for (const { path, url } of body.data.files) {
        assert.match(path, /^public\//)
        const { status, text } = await server.ask(url, { key: 'free' })
        assert.equal(status, 200)
        const isTable = path.endsWith('.parquet')
        const held = isTable ? written((await readParquet(join(folder, path))).rows) : text
        for (const [name, marker] of Object.entries(markers))
          assert.ok(!marker.test(held), `${path} shows ${name}`)
      }
    }
  })

  it('finds none in the pages of the static site', async () => {
    const out = join(await temporaryFolder({ after }), 'site')
    await writeSite(layout(root), out, 2)
    const names = await readdir(join(out, 'snapshots'), { recursive: true })
    const pages = names.filter((name) => /(html|json)$/.test(name) && !name.includes('public'))
    assert.ok(pages.length >= 6)
    for (const page of pages) {
      const text = await readFile(join(out, 'snapshots', page), 'utf8')
      for (const [name, marker] of Object.entries(markers))
        assert.ok(!marker.test(text), `${page} shows ${name}`)
    }
  })

  it('learns nothing by a filter on a paid field, whether it fits or not', async () => {
    const paid = targets.filter(({ schema }) => schema['x-tier'] === 'paid')
    assert.ok(paid.length > 20)
    for (const target of paid) {
      const { example, schema } = target
      const others = [example, ...((schema.enum as string[] | undefined) ?? [])]
      const answers = new Set<string>()
      for (const value of [...others, ...fitting(target)]) {
        const answer = await server.ask(requestOf(target, encodeURIComponent(value)), {
          key: 'free',
        })
        const { detail, errors } = assertProblem(answer, 403)
        answers.add(JSON.stringify({ detail, errors }))
      }
      assert.equal(answers.size, 1, `${target.name}: ${[...answers].join()}`)
    }
  })

  it('finds no farm by the words of a description', async () => {
    const total = async (key: Tier) =>
      (await server.ask<{ meta: { total: number } }>('/v1/farms?q=leakdescription2', { key })).body
        .meta.total
    assert.equal(await total('paid'), 1)
    assert.equal(await total('free'), 0)
  })

  it('has ETags of its own, which do not tell a paid key that it has the answer', async () => {
    for (const path of [...lists, `/v1/farms/${id}`]) {
      const { headers } = await server.ask(path, { key: 'free' })
      const tag = headers.get('ETag')!
      const paid = await server.ask(path, { key: 'paid', headers: { 'If-None-Match': tag } })
      assert.equal(paid.status, 200)
      assert.notEqual(paid.headers.get('ETag'), tag)
    }
  })
})

/** A value of the filter that the marked farm has. */
function fitting({ name }: Target): string[] {
  const value = markedFarm(2)[name]
  return typeof value !== 'string' ? [] : [value]
}

function prefixed(number: number): Record<string, RegExp> {
  return Object.fromEntries(
    Object.entries(markersOf(number)).map(([name, marker]) => [`${number} ${name}`, marker]),
  )
}

const written = (rows: unknown[]) =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
