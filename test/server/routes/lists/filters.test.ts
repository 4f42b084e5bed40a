import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { readManifest } from '../../../../pipeline/snapshots/snapshots.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { ids, names, type ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const hours = (day: string, from: string, to: string, timezone = 'America/New_York') => ({
  timezone,
  seasons: [{ from: null, to: null, weekly: { [day]: [[from, to]] } }],
  note: null,
})
const farm = (source_id: string, city: string, state: string, more: object = {}) => ({
  source_id,
  name: `Farm ${source_id}`,
  city,
  state,
  products: ['eggs'],
  updated_at: '2026-05-01T00:00:00Z',
  ...more,
})
/** Open on the Saturday before June 12 of 2026, and on no later one. */
const thatSaturday = (timezone: string) => ({
  timezone,
  seasons: [{ from: '2026-06-01', to: '2026-06-12', weekly: { sat: [['14:00', '15:00']] } }],
  note: null,
})
const all = [
  farm('8', 'Davis', 'CA', { hours_json: thatSaturday('America/Los_Angeles') }),
  farm('9', 'Kingston', 'NY', { hours_json: thatSaturday('America/New_York') }),
  farm('1', 'St. Johnsbury', 'VT', { lat: 44.42, lng: -72.02 }),
  farm('2', 'SAINT JOHNSBURY', 'VT', { lat: 44.43, lng: -72.03, products: ['meat'] }),
  farm('3', 'Albany', 'NY', { hours_json: hours('sat', '09:00', '13:00') }),
  farm('4', 'Albany', 'GA', { updated_at: '2015-05-01T00:00:00Z' }),
  farm('5', 'Troy', 'NY', { hours_json: hours('sat', '22:00', '02:00') }),
  farm('6', 'New York', 'NY', {
    hours_json: hours('sat', '09:00', '13:00', 'America/Los_Angeles'),
  }),
]
const night = (number: number, feed: object[]) =>
  buildSnapshot(
    { after },
    {
      ...(number > 1 && { root: first.root }),
      feed,
      now: new Date(`2026-06-0${number}T00:00:00Z`),
    },
  )
const first: Awaited<ReturnType<typeof buildSnapshot>> = await night(1, all)
const second = await night(2, [
  { ...all[2], name: 'Farm 1 under another name' },
  ...all.filter(({ source_id }) => !['1', '6'].includes(source_id)),
  farm('7', 'Barre', 'VT', { updated_at: '2026-06-01T00:00:00Z' }),
])
const server = await startServer({ after }, first.root, { now: new Date('2026-06-05T14:00:00Z') })
const farms = await publishedFarms(second.folder)
const gone = (await publishedFarms(first.folder)).find(({ name }) => name === 'Farm 6')!

const list = async (query: string, path = '/v1/farms') => {
  const { status, text, body } = await server.ask<ListBody & { meta: Meta }>(`${path}?${query}`)
  assert.equal(status, 200, text)
  return body
}
type Meta = { missing?: { id: string; reason: string }[]; merged?: object[] }
/** By name where the request says no other order. */
const numbers = async (query: string, path?: string) => {
  const sorted = path !== undefined || /ids=|sort=/.test(query) ? query : `${query}&sort=name`
  return names(await list(sorted, path)).map((name) => name.slice(5, 6))
}
const refusal = async (query: string, path = '/v1/farms') =>
  assertProblem(await server.ask(`${path}?${query}`), 400).errors[0]!

describe('city', () => {
  it('is matched whatever its case, punctuation, and Saint', async () => {
    for (const city of ['St Johnsbury', 'st. johnsbury', 'Saint-Johnsbury', 'SAINT%20JOHNSBURY'])
      assert.deepEqual(await numbers(`city=${city}`), ['1', '2'], city)
    for (const city of ['29 St Johnsbury', 'St%2BJohnsbury'])
      assert.deepEqual(await numbers(`city=${city}`), [], city)
  })

  it('takes the abbreviation of its state, and other cities', async () => {
    assert.deepEqual(await numbers('city=Albany'), ['3', '4'])
    assert.deepEqual(await numbers('city=Albany,%20NY'), ['3'])
    assert.deepEqual(await numbers('city=albany,ny'), ['3'])
    assert.deepEqual(await numbers('city=Albany,Troy'), ['3', '4', '5'])
    assert.deepEqual(await numbers('city=Albany,%20GA,Troy,%20NY'), ['4', '5'])
    assert.deepEqual(await numbers('city=Albany, NY&state=GA'), [])
  })

  it('is refused where a state may be meant, with the way to say it', async () => {
    const { parameter, message, suggestion } = await refusal('city=Albany,%20New%20York')
    assert.deepEqual([parameter, suggestion], ['city', 'Albany, NY'])
    assert.match(message, /name `New York` first/)
    assert.match((await refusal('city=NY')).message, /is a state.* give state/)
    assert.match((await refusal('city=Albany,NY,GA')).message, /`GA` is a state/)
    assert.match((await refusal('city=Albany,NY,Washington')).message, /first/)
    await refusal('city=Albany,,Troy')
  })
})

describe('county', () => {
  const inCaledonia = farms.filter(({ county }) => county === 'Caledonia')

  it('is named as facets show it, with its kind, with its state', async () => {
    assert.ok(inCaledonia.length > 0)
    const expected = inCaledonia.map(({ name }) => name.slice(5, 6)).toSorted()
    const asked = [
      'Caledonia',
      'caledonia county',
      'Caledonia, VT',
      'Caledonia County, VT',
      'Kings, NY, CALEDONIA',
    ]
    for (const county of asked)
      assert.deepEqual(await numbers(`county=${county}`), expected, county)
    for (const county of ['Caledonia, NY', 'Caledonia Parish County', 'County'])
      assert.deepEqual(await numbers(`county=${county}`), [], county)
  })

  it('is found by its FIPS code', async () => {
    const expected = inCaledonia.map(({ name }) => name.slice(5, 6)).toSorted()
    assert.deepEqual(await numbers('county_fips=50005'), expected)
    assert.deepEqual(await numbers('county_fips=36061,50005&state=VT'), expected)
    assert.deepEqual(await numbers('county_fips=99999'), [])
    assert.equal((await refusal('county_fips=5005')).parameter, 'county_fips')
  })

  it('is refused where a state may be meant, with the way to say it', async () => {
    const { parameter, message, suggestion } = await refusal('county=Albany,%20New%20York')
    assert.deepEqual([parameter, suggestion], ['county', 'Albany, NY'])
    assert.match(message, /another county.*name `New York` first if it is a county/)
    assert.match((await refusal('county=NY')).message, /comes after its county/)
  })
})

describe('filters of several values', () => {
  it('keep farms with any of them', async () => {
    assert.deepEqual(await numbers('state=Georgia,vt'), ['1', '2', '4', '7'])
    assert.deepEqual(await numbers('category=meat,milk'), ['2'])
    assert.deepEqual(await numbers('category=meat,eggs&state=VT'), ['1', '2', '7'])
    const tiers = async (query: string) => (await list(query)).meta.total
    const incomplete = farms.filter(({ quality_tier }) => quality_tier === null).length
    assert.ok(incomplete > 0)
    assert.equal(await tiers('quality_tier=incomplete'), incomplete)
    assert.equal(await tiers('quality_tier=Basic,incomplete,Standard,Premium'), farms.length)
  })

  it('name the entry that is wrong, and what may have been meant', async () => {
    const { message, suggestion } = await refusal('state=NY,Vermnot')
    assert.match(message, /unknown state `Vermnot`/)
    assert.equal(suggestion, 'Vermont')
    assert.equal((await refusal('place_type=farm,csas')).suggestion, 'csa')
  })
})

describe('bbox and cell', () => {
  it('keep farms of searches too', async () => {
    const near = 'lat=44.4&lng=-72&radius=50'
    assert.deepEqual(await numbers(near, '/v1/search'), ['1', '2'])
    assert.deepEqual(await numbers(`${near}&bbox=-72.025,44,-72,45`, '/v1/search'), ['1'])
    const cell = farms.find(({ name }) => name === 'Farm 2')!.h3_cell
    assert.deepEqual(await numbers(`${near}&cell=${cell}`, '/v1/search'), ['2'])
    assert.deepEqual(await numbers(`product=meat&bbox=-73,44,-72,45`, '/v1/food'), ['2'])
    assert.deepEqual(await numbers(`product=eggs&cell=${cell}`, '/v1/food'), [])
  })
})

describe('ids', () => {
  const idOf = (number: number) => farms.find(({ name }) => name.startsWith(`Farm ${number}`))!.id

  it('gives these farms, each once, in the order asked, page by page', async () => {
    const asked = [5, 3, 1, 3, 4].map(idOf)
    const body = await list(`ids=${asked.join()}&per_page=3`)
    assert.deepEqual(ids(body), [idOf(5), idOf(3), idOf(1)])
    assert.equal(body.meta.total, 4)
    const { body: next } = await server.ask<ListBody>(body.links.next!)
    assert.deepEqual(ids(next), [idOf(4)])
    assert.deepEqual(await numbers(`ids=${asked.join()}&sort=name`), ['1', '3', '4', '5'])
    assert.deepEqual(await numbers(`ids=${asked.join()}&state=NY`), ['5', '3'])
  })

  it('says which are gone, and which there never were', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const { data, meta } = await list(`ids=${gone.id},${idOf(3)},${unknown}`)
    assert.deepEqual(data.map(({ id }) => id), [idOf(3)]) // prettier-ignore
    assert.deepEqual(meta.missing, [
      { id: gone.id, reason: 'delisted' },
      { id: unknown, reason: 'unknown' },
    ])
    assert.equal(meta.merged, undefined)
  })

  it('takes up to 100', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => idOf(1).replace(/..$/, String(n + 100).slice(1))) // prettier-ignore
    await list(`ids=${hundred.join()}`)
    const { message } = await refusal(`ids=${[...hundred, idOf(2)].join()}`)
    assert.match(message, /at most 100/)
    assertBadParameters(await server.ask('/v1/farms?ids=1'), ['ids'])
  })
})

describe('since a snapshot', () => {
  it('are the farms that changed in a later one', async () => {
    assert.deepEqual(await numbers(`changed_since=${first.id}`), ['1', '7'])
    assert.deepEqual(await numbers(`changed_since=${second.id}`), [])
    assert.deepEqual(await numbers('changed_since=2026-06-02'), ['1', '7'])
  })

  it('are the farms that a newer edition was the first, or the last, to list', async () => {
    const { edition } = await readManifest(first.folder)
    const { edition: newest } = await readManifest(second.folder)
    assert.ok(edition! < newest!)
    assert.deepEqual(await numbers(`first_listed_since=${first.id}`), ['7'])
    assert.equal((await list(`last_listed_since=${first.id}`)).meta.total, farms.length)
    assert.deepEqual(await numbers(`last_listed_since=${second.id}`), [])
    assert.deepEqual(await numbers(`first_listed_since=${newest}T23:59:59Z`), ['7'])
    const { detail } = assertProblem(
      await server.ask('/v1/farms?first_listed_since=20200101T000000Z-00000000'),
      410,
    )
    assert.match(detail, /give a date/)
  })
})

describe('open_on', () => {
  /** Saturday evening in New York; Saturday in Los Angeles too. */
  const evening = new Date('2026-06-07T03:30:00Z')

  it('is the coming day, today included, by the calendar of each farm', async () => {
    const sunday = new Date('2026-06-07T05:30:00Z') // in New York; still Saturday in Los Angeles
    server.clock.now = evening
    assert.deepEqual(await numbers('open_on=sat&open_between=09:00-10:00'), ['3'])
    assert.deepEqual(await numbers('open_on=Saturday&open_between=23:00-24:00'), ['5'])
    assert.deepEqual(await numbers('open_on=sun&open_between=00:00-03:00'), ['5'], 'past midnight')
    server.clock.now = sunday
    assert.deepEqual(await numbers('open_on=2026-06-06'), ['3', '5', '8', '9'])
    assert.deepEqual(await numbers('open_on=sat'), ['3', '5', '8'], 'in New York the next one')
    assert.deepEqual(await numbers('open_on=fri'), [])
    const unknown = await list('open_on=fri&open_unknown=include&sort=name')
    assert.deepEqual(names(unknown).map((name) => name[5]), ['1', '2', '4', '7']) // prettier-ignore
  })

  it('pages as of the moment of the first page', async () => {
    server.clock.now = evening
    const { links } = await list('open_on=sat&open_unknown=include&per_page=2')
    assert.match(links.next!, /&now=2026-06-07T03%3A30%3A00Z&/)
    server.clock.now = new Date('2026-06-08T15:00:00Z')
    const { body } = await server.ask<ListBody>(links.next!)
    assert.equal(body.meta.page, 2)
    assert.doesNotMatch(body.links.next ?? '', /now=.*now=/)
  })

  it('is refused with times that say nothing', async () => {
    assert.equal((await refusal('open_between=08:00-12:00')).suggestion, 'open_on')
    for (const time of ['8-12', '12:00-08:00', '08:00', '08:00-24:01', '08:60-09:00'])
      assert.equal((await refusal(`open_on=sat&open_between=${time}`)).parameter, 'open_between')
    assert.equal((await refusal('open_on=saturdy')).suggestion, 'saturday')
    for (const day of ['2026-02-30', 'today', 'sa', '2026-07-04T10:00:00Z'])
      assert.equal((await refusal(`open_on=${day}`)).parameter, 'open_on')
    for (const query of [
      'open_on=sat',
      'open_between=08:00-12:00',
      'open_on=sat&open_between=08:00-12:00',
    ])
      // prettier-ignore
      assertProblem(await server.ask(`/v1/farms?${query}`, { key: 'free' }), 403)
    assert.deepEqual((await list(`now=2026-06-07T03:30:00Z`)).meta.ignored, ['now'])
  })
})

describe('sort', () => {
  it('has every farm in both directions', async () => {
    const near = 'lat=44.4&lng=-72&radius=50'
    assert.deepEqual(await numbers(`${near}&sort=distance`, '/v1/search'), ['1', '2'])
    assert.deepEqual(await numbers(`${near}&sort=-name`, '/v1/search'), ['2', '1'])
    assert.deepEqual(await numbers('sort=-name'), ['9', '8', '7', '5', '4', '3', '2', '1'])
    assert.deepEqual((await numbers('sort=-changed_at')).slice(0, 2).sort(), ['1', '7'])
    assert.deepEqual((await numbers('sort=changed_at')).slice(-2).sort(), ['1', '7'])
  })

  it('is refused by what it needs', async () => {
    for (const [path, query] of [
      ['/v1/farms', 'sort=distance'],
      ['/v1/food', 'product=eggs&sort=distance'],
      ['/v1/search', 'near=05819&sort=relevance'],
    ] as const)
      assert.equal((await refusal(query, path)).parameter, 'sort')
    assert.equal((await refusal('sort=-distance')).suggestion, 'distance')
  })
})
