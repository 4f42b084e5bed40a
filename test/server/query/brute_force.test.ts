import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { latLngToCell } from 'h3-js'
import { states } from '../../../data/geography/states.ts'
import { memoize } from '../../../data/memoize.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import {
  placeTypes,
  qualityTiers,
  verificationStatuses,
  type Farm,
} from '../../../data/schema/tables/farm.ts'
import { products as vocabulary } from '../../../data/vocabulary/vocabulary.ts'
import { farmSorts, type FarmSort } from '../../../data/schema/serving/sorts.ts'
import { areOld, openOn, openState } from '../../support/open_hours.ts'
import { textRank, textsOf } from '../../support/text_rank.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { ids, type ListBody } from '../../support/list_body.ts'
import { publishedSince, recentCoverage } from '../../support/said_since.ts'
import { realEdition, realEditionIsMissing } from '../../support/real_edition.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'
import * as bruteForce from '../../support/brute_force.ts'

const sorts = Object.keys(farmSorts) as FarmSort[]

type Subject = {
  server: TestServer
  all: bruteForce.Directory
  /** A parameter of every request. */
  said_since?: string
}

/** The clock of the server: a Saturday on which farms are open. */
const now = new Date('2026-05-09T14:30:20Z')

const life = { after }
const fixture = await served(await fixtureSnapshot(life))
const real = realEditionIsMissing ? undefined : await served(await realEdition(life))

async function served({ root, folder }: { root: string; folder: string }) {
  const server = await startServer(life, root, { now })
  const { farms, listings, said_since, since } = await publishedSince(folder)
  return {
    whole: { server, all: bruteForce.directory(farms, listings) },
    since: { server, all: bruteForce.directory(since.farms, since.listings), said_since },
  }
}

describe('lists and searches of the fixture, against a pass over all its farms', () => {
  checks(fixture.whole, 80)
})

describe('lists and searches of the fixture since a day, against a pass over what was said since', () => {
  checks(fixture.since, 40)
})

describe('lists and searches of the real directory of 2020-01-31, against a pass over all its farms', () => {
  if (real) checks(real.whole, 30)
  else it('is compared', { skip: realEditionIsMissing })
})

function checks({ server, all, said_since }: Subject, numRuns: number): void {
  const ask = (path: string, values: Values, key?: Tier) =>
    asked(server, path, { ...values, said_since }, key)
  const assertCoverage = ({ meta }: ListBody, farms: Farm[]) => {
    assert.deepEqual(meta.coverage, bruteForce.coverage(farms, all))
    assert.deepEqual(meta.coverage_recent, recentCoverage(farms, all.priced, now))
  }
  it('search: the circle, nearest first, ties by id; totals and coverage', async () => {
    const asked = fc.tuple(circleFilters(all), maybe(fc.constantFrom('distance', ...sorts)))
    await fc.assert(
      fc.asyncProperty(circle(all), asked, page, async (near, [wanted, sort], page) => {
        const { lat, lng, radius } = near
        const list = await ask('/v1/search', { lat, lng, radius, sort, ...wanted, ...page })
        const farms = resorted(all, bruteForce.nearest(all, near, near.radius, meets(wanted)), sort)
        assertPage(list, farms, page)
        assertCoverage(list, farms)
        for (const { id, distance_mi } of list.data)
          assertRounded(distance_mi!, bruteForce.distanceMi(near, farmOf(all, id)))
      }),
      { numRuns },
    )
  })

  it('food: around a point nearest first, elsewhere best first', async () => {
    const place = fc.oneof(
      circle(all).filter(({ radius }) => radius >= 1),
      fc.record({ state: maybe(fc.constantFrom(...knownStates(all))) }),
    )
    await fc.assert(
      fc.asyncProperty(
        place,
        fc.constantFrom(...terms(all, 'products')),
        fc.tuple(foodFilters(all), maybe(fc.constantFrom(...sorts))),
        page,
        async (place, product, [filters, sort], page) => {
          const list = await ask('/v1/food', { product, sort, ...filters, ...place, ...page }) // prettier-ignore
          const wanted = meets({ ...filters, products: product })
          const found =
            'lat' in place
              ? bruteForce.nearest(all, place, place.radius, wanted)
              : all.sorted['-quality_score'].filter(
                  (farm) =>
                    wanted(farm) && (place.state === undefined || farm.state === place.state),
                )
          const farms = resorted(all, found, sort)
          assertPage(list, farms, page)
          assertCoverage(list, farms)
        },
      ),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })

  it('farms: every filter, alone and together, in every order', async () => {
    const sort = maybe(fc.constantFrom(...sorts))
    await fc.assert(
      fc.asyncProperty(filterValues(all), sort, page, async (filters, sort, page) => {
        const list = await ask('/v1/farms', { ...filters, sort, ...page })
        const farms = inOrder(all, sort, filters).filter(meets(filters))
        assertPage(list, farms, page)
        assertCoverage(list, farms)
      }),
      { numRuns: 2 * numRuns },
    )
  })

  it('farms: each filter by itself, for every value that it is likely to be given', async () => {
    for (const [name, arbitrary] of Object.entries(filterArbitraries(all))) {
      let found = 0
      for (const value of new Set(fc.sample(arbitrary, { numRuns: 20, seed: 1 }))) {
        const filters = { [name]: value }
        const list = await ask('/v1/farms', { ...filters, per_page: 100 })
        const farms = inOrder(all, undefined, filters).filter(meets(filters))
        assertPage(list, farms, { page: 1, per_page: 100 })
        found += farms.length
      }
      if (all === fixture.whole.all && findsMuch.has(name)) assert.ok(found > 0, name)
    }
  })

  it('farms: text, found in fewer fields for free keys', async () => {
    await fc.assert(
      fc.asyncProperty(searchText(all), page, async (q, page) => {
        const list = await ask('/v1/farms', { q, ...page }, 'free')
        assertPage(list, bruteForce.relevant(all, q, 'free'), page)
      }),
      { numRuns },
    )
  })

  it('pages: all of them together hold every farm once, in order', async () => {
    const [lat, lng] = [44.411, -72.14]
    const near = bruteForce.nearest(all, { lat, lng }, 100, () => true)
    assert.ok(near.length > 60, 'enough for several pages')
    const search = await everyPage(server, `/v1/search?lat=${lat}&lng=${lng}&radius=100&per_page=7`)
    assert.deepEqual(
      search,
      near.map(({ id }) => id),
    )
    assert.deepEqual(
      await everyPage(server, '/v1/farms?sort=-updated_at&per_page=100'),
      all.sorted['-updated_at'].map(({ id }) => id),
    )
  })
}

async function everyPage(server: TestServer, first: string): Promise<string[]> {
  const seen: string[] = []
  for (let path: string | undefined = first; path !== undefined;) {
    const { body }: { body: ListBody } = await server.ask<ListBody>(path)
    seen.push(...ids(body))
    path = body.links.next
  }
  return seen
}

type Values = Record<string, string | number | undefined>

/** Some farms in the order of `sort`; as they are where that is none, or by distance. */
function resorted(
  { sorted }: bruteForce.Directory,
  farms: Farm[],
  sort: FarmSort | 'distance' | undefined,
): Farm[] {
  if (sort === undefined || sort === 'distance') return farms
  const found = new Set(farms)
  return sorted[sort].filter((farm) => found.has(farm))
}

/** Farms in the order of a request. */
function inOrder(all: bruteForce.Directory, sort: FarmSort | undefined, { q }: Values) {
  if (sort === undefined && q !== undefined) return bruteForce.relevant(all, String(q), 'paid')
  return all.sorted[sort ?? '-quality_score']
}

async function asked(
  server: TestServer,
  path: string,
  values: Values,
  key: Tier = 'paid',
): Promise<ListBody> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) query.set(name, String(value))
  const { status, text, body } = await server.ask<ListBody>(`${path}?${query.toString()}`, {
    key,
  })
  assert.equal(status, 200, `${path}?${query.toString()}: ${text}`)
  return body
}

function assertPage(list: ListBody, farms: Farm[], { page, per_page }: Page): void {
  const expected = farms.slice((page - 1) * per_page, page * per_page)
  assert.deepEqual(
    ids(list),
    expected.map(({ id }) => id),
  )
  const { count, total, has_more, ...meta } = list.meta
  assert.deepEqual(
    { count, total, has_more, page: meta.page, per_page: meta.per_page },
    {
      count: expected.length,
      total: farms.length,
      has_more: page * per_page < farms.length,
      page,
      per_page,
    },
  )
}

function assertRounded(shown: number, distance: number): void {
  assert.ok(Math.abs(shown - distance) <= 0.005 + 1e-9, `${shown} for ${distance}`)
  assert.match(String(shown), /^\d+(\.\d\d?)?$/)
}

const farmOf = ({ farms }: bruteForce.Directory, id: string) =>
  farms.find((farm) => farm.id === id)!

type Page = { page: number; per_page: number }
const page: fc.Arbitrary<Page> = fc.record({
  page: fc.integer({ min: 1, max: 4 }),
  per_page: fc.oneof(fc.constantFrom(1, 20, 100), fc.integer({ min: 1, max: 100 })),
})

type Located = Farm & { lat: number; lng: number }

/**
 * A circle that a request can ask for: around a farm, near one, at the ends of the earth or
 * anywhere; of any radius, or one that ends exactly at a farm.
 */
function circle({ farms }: bruteForce.Directory) {
  const located = farms.filter((farm): farm is Located => farm.lat !== null)
  const farm = fc.constantFrom(...located).map(({ lat, lng }) => ({ lat, lng }))
  const shift = fc.integer({ min: -9999, max: 9999 }).map((each) => each / 10_000)
  const beside = fc.tuple(farm, shift, shift).map(([{ lat, lng }, north, east]) => ({
    lat: Math.max(-90, Math.min(90, asAsked(lat + north))),
    lng: Math.max(-180, Math.min(180, asAsked(lng + east))),
  }))
  const anywhere = fc.record({
    lat: fc.integer({ min: -90_000, max: 90_000 }).map((each) => each / 1000),
    lng: fc.integer({ min: -180_000, max: 180_000 }).map((each) => each / 1000),
  })
  const extreme = fc.constantFrom(
    { lat: 90, lng: 0 },
    { lat: -90, lng: 12 },
    { lat: 51.93, lng: 180 },
    { lat: 51.93, lng: -180 },
    { lat: 51.9303, lng: -179.9 },
    { lat: 0, lng: 0 },
  )
  const center = fc.oneof(
    { weight: 4, arbitrary: farm },
    { weight: 4, arbitrary: beside },
    { weight: 1, arbitrary: anywhere },
    { weight: 2, arbitrary: extreme },
  )
  const radius = fc.oneof(
    fc.constantFrom(0.001, 1, 25, 100),
    fc.double({ min: 0.01, max: 100, noNaN: true }).map(asAsked),
    fc.constant('to a farm' as const),
  )
  return fc.tuple(center, radius, fc.nat()).map(([center, radius, nth]) => {
    if (radius !== 'to a farm') return { ...center, radius }
    const near = located.filter((each) => within(bruteForce.distanceMi(center, each)))
    const edge = near[nth % near.length]
    return { ...center, radius: edge ? asAsked(bruteForce.distanceMi(center, edge)) : 100 }
  })
}

const within = (distance: number) => distance > 0.001 && distance <= 100
/** A number that the request can say in full. */
const asAsked = (number: number) => Number(number.toFixed(15))

/** The terms of a field in the directory, in some other case, and one that nothing has. */
function terms({ farms }: bruteForce.Directory, field: Facet): string[] {
  const known = new Set(farms.flatMap((farm) => farm[field] ?? []))
  const plain = [...known].filter((term) => /^[\w ’-]+$/.test(term))
  return [...plain, ...plain.slice(0, 3).map((term) => term.toUpperCase()), 'unobtainium']
}

type Facet =
  | 'products'
  | 'categories'
  | 'certifications'
  | 'practices'
  | 'delivery_options'
  | 'payment_methods'
const facetOf: Record<string, Facet> = {
  products: 'products',
  category: 'categories',
  certifications: 'certifications',
  practices: 'practices',
  delivery_options: 'delivery_options',
  payment_methods: 'payment_methods',
}

const termList = (terms: string[]) =>
  fc
    .array(fc.constantFrom(...terms), { minLength: 1, maxLength: 3 })
    .map((chosen) => chosen.join(','))
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })

function filterArbitraries(
  all: bruteForce.Directory,
): Record<string, fc.Arbitrary<string | number>> {
  const facet = (name: string) => termList(terms(all, facetOf[name]!))
  return {
    state: anyOf([...knownStates(all), 'vermont', 'New York', 'pr']),
    city: anyOf(cities(all)),
    county: anyOf(counties(all)),
    county_fips: anyOf([...new Set(all.farms.flatMap((farm) => farm.county_fips ?? [])), '00000']),
    zip: anyOf([...new Set(all.farms.flatMap(({ zip }) => zip ?? [])), '00000']),
    place_type: anyOf([...placeTypes, 'Farmers Market', 'CSA']),
    products: facet('products'),
    category: facet('category'),
    certifications: facet('certifications'),
    practices: facet('practices'),
    delivery_options: facet('delivery_options'),
    payment_methods: facet('payment_methods'),
    verification_status: anyOf([...verificationStatuses, 'Self Reported']),
    quality_tier: anyOf([...qualityTiers, 'premium', 'incomplete']),
    min_quality_score: fc.integer({ min: 0, max: 100 }),
    q: searchText(all),
    bbox: box(all),
    cell: cell(all),
    open_at: openAt,
    open_on: fc.constantFrom('sat', 'Sunday', 'wed', '2026-07-04', '2026-05-09', '2020-06-06'),
    updated_since: since(all, 'updated_at'),
    changed_since: since(all, 'changed_at'),
    first_listed_since: since(all, 'first_listed'),
    last_listed_since: since(all, 'last_listed'),
  }
}

/** One or several values of a filter of which any will do. */
const anyOf = (values: string[]) =>
  fc
    .array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
    .map((chosen) => chosen.join(','))

const openAt = fc.oneof(
  fc.constantFrom(
    'now',
    '2026-05-10T02:30:00Z',
    '2026-05-09t09:00:00-04:00',
    '2020-06-06T12:59:59Z',
  ),
  fc
    .date({ min: new Date('2019-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
)

/** The moment of a farm's last update or change, the day, a little later, and moments of other zones. */
function since(
  { farms }: bruteForce.Directory,
  field: Exclude<keyof Farm & `${string}_${'at' | 'listed'}`, 'said_at'>,
) {
  const known = farms.flatMap((farm) => farm[field] ?? [])
  return fc
    .tuple(fc.constantFrom(...known), fc.constantFrom('', 'day', 'later', 'zone'))
    .map(([moment, form]) => {
      if (form === 'day' || moment.length === 10) return moment.slice(0, 10)
      if (form === 'later') return new Date(Date.parse(moment) + 1000).toISOString()
      return form === 'zone' ? moment.replace('Z', '-05:00') : moment
    })
}

/** Filters of which some likely values find farms. */
const findsMuch = new Set([
  'q',
  'bbox',
  'cell',
  'open_at',
  'open_on',
  'updated_since',
  'changed_since',
  'first_listed_since',
  'last_listed_since',
  'state',
  'products',
])

/** Words of farms, cut short or with a letter left out, one to three at a time. */
function searchText({ farms }: bruteForce.Directory): fc.Arbitrary<string> {
  const words = (text: string | null) => (text ?? '').match(/[\p{L}\p{N}]+/gu) ?? []
  const word = fc
    .tuple(
      fc.constantFrom(...farms).chain((farm) => {
        const named = words(farm.name)
        const known = [...named, ...words(farm.city), ...words(farm.description).slice(0, 20)]
        return fc.constantFrom(...(known.length > 0 ? known : ['nameless']))
      }),
      fc.constantFrom('', '', 'cut', 'gap', 'shout'),
      fc.nat(8),
    )
    .map(([word, form, at]) => {
      if (form === 'cut') return word.slice(0, at + 1)
      if (form === 'shout') return word.toUpperCase()
      return form === 'gap' && word.length > 1 ? word.slice(0, at) + word.slice(at + 1) : word
    })
  return fc.array(word, { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(' '))
}

/** A box with two farms as its corners, or over the date line, or with one farm only. */
function box({ farms }: bruteForce.Directory): fc.Arbitrary<string> {
  const located = farms.filter((farm): farm is Located => farm.lat !== null)
  const farm = fc.constantFrom(...located)
  const corners = fc.tuple(farm, farm, fc.boolean()).map(([a, b, over]) => {
    const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)]
    const [least, most] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)]
    return (over ? [most, south, least, north] : [least, south, most, north]).join()
  })
  return fc.oneof(
    corners,
    fc.constantFrom('-180,-90,180,90', '170,-20,-150,70', '-73.5,42.7,-71.4,45.1', '0,0,0,0'),
  )
}

function cell({ farms }: bruteForce.Directory): fc.Arbitrary<string> {
  const located = farms.filter((farm): farm is Located => farm.lat !== null)
  return fc
    .tuple(
      fc.constantFrom(...located),
      fc.integer({ min: 0, max: 15 }),
      fc.constantFrom(0, 0, 0.01),
    )
    .map(([{ lat, lng }, resolution, shift]) => latLngToCell(lat - shift, lng + shift, resolution))
}

/** Filters that leave something of a circle: few at once, those of paid keys among them. */
const circleFilters = (all: bruteForce.Directory): fc.Arbitrary<Values> =>
  fc
    .tuple(
      filterValues(all),
      fc.constantFrom('products', 'q', 'open_at', 'open_on', 'bbox', 'cell', 'category', 'none'),
    )
    .map(([values, first]) => ({
      [first === 'none' ? 'products' : first]: first === 'none' ? undefined : values[first],
      match: values['match'],
      open_unknown: values['open_unknown'],
      open_between: first === 'open_on' ? values['open_between'] : undefined,
      updated_since: values['updated_since'],
    }))
const foodFilters = (all: bruteForce.Directory): fc.Arbitrary<Values> =>
  circleFilters(all).map(({ products: _products, ...values }) => values)

const filterValues = (all: bruteForce.Directory): fc.Arbitrary<Values> =>
  fc
    .record({
      ...Object.fromEntries(
        Object.entries(filterArbitraries(all)).map(([name, value]) => [
          name,
          fc.option(value, { nil: undefined, freq: name.startsWith('p') ? 3 : 1 }),
        ]),
      ),
      match: maybe(fc.constantFrom('all', 'any')),
      open_unknown: maybe(fc.constantFrom('include', 'exclude')),
      open_between: maybe(
        fc.constantFrom('08:00-12:00', '17:30-18:00', '0:00-24:00', '23:59-24:00'),
      ),
    })
    .map((values) => ({
      ...values,
      open_between: (values as Values)['open_on'] && values.open_between,
    }))

/** What the contract means by a set of filters. */
function meets(filters: Values): (farm: Farm) => boolean {
  const asked = (name: string) => (filters[name] === undefined ? undefined : String(filters[name]))
  const same = (name: string, value: string | null) =>
    asked(name) === undefined ||
    (value !== null &&
      asked(name)!
        .split(',')
        .some((each) => fold(value) === fold(each)))
  const score = asked('min_quality_score')
  const facets = Object.keys(facetOf).filter((name) => name !== 'products' && asked(name))
  const has = filters['match'] === 'all' ? hasAll : hasAny
  const inCities = asked('city') === undefined ? undefined : placesIn(asked('city')!, 'city')
  const inCounties =
    asked('county') === undefined
      ? undefined
      : placesIn(asked('county')!.replaceAll(/ county(?=,|$)/gi, ''), 'county')
  const inStates = asked('state')?.split(',').map(abbreviation)
  return (farm) =>
    (inStates === undefined || inStates.includes(farm.state ?? undefined)) &&
    (inCities === undefined || inCities(farm)) &&
    (inCounties === undefined || inCounties(farm)) &&
    same('county_fips', farm.county_fips) &&
    same('zip', farm.zip) &&
    same('place_type', farm.place_type) &&
    same('verification_status', farm.verification_status) &&
    same('quality_tier', farm.quality_tier ?? 'incomplete') &&
    (score === undefined || farm.quality_score >= Number(score)) &&
    facets.every((name) => has(farm[facetOf[name]!], asked(name)!)) &&
    (asked('q') === undefined || textRank(textsOf(farm), asked('q')!, 'paid') !== null) &&
    (asked('bbox') === undefined || bruteForce.isInBox(farm, asked('bbox')!)) &&
    (asked('cell') === undefined || bruteForce.isInCell(farm, asked('cell')!)) &&
    isOpen(farm, filters) &&
    isOpenOn(farm, filters) &&
    isListedSince(farm.first_listed, asked('first_listed_since')) &&
    isListedSince(farm.last_listed, asked('last_listed_since')) &&
    isSince(farm.updated_at, asked('updated_since')) &&
    isSince(farm.changed_at, asked('changed_since')) &&
    offers(farm, filters)
}

function isOpen(farm: Farm, { open_at, open_unknown }: Values): boolean {
  if (open_at === undefined) return true
  const at = open_at === 'now' ? now : new Date(String(open_at).toUpperCase())
  const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
  const isOld = areOld(farm.hours_confirmed_at, minute)
  return (isOld ? null : openState(farm.hours_json, at).open) ?? open_unknown === 'include'
}

/** What the words of the parameters say, by the calendar of each zone. */
function isOpenOn(farm: Farm, { open_on, open_between, open_unknown }: Values): boolean {
  if (open_on === undefined) return true
  const time = String(open_between ?? '00:00-24:00').split('-')
  const [from, until] = time.map((each) => each.split(':').map(Number)) as [number[], number[]]
  const minutes = [from, until].map(([hour, minute]) => 60 * hour! + minute!) as [number, number]
  const wanted = String(open_on).toLowerCase()
  const { hours_json, hours_confirmed_at } = farm
  const date = /^\d/.test(wanted) ? wanted : comingIn(hours_json?.timezone ?? 'UTC', wanted)
  const isOld = areOld(hours_confirmed_at, new Date(date))
  return (isOld ? null : openOn(hours_json, date, minutes)) ?? open_unknown === 'include'
}

const coming = new Map<string, string>()

/** The coming date of a day of the week in a time zone, today included. */
function comingIn(timeZone: string, day: string): string {
  const known = coming.get(`${timeZone} ${day}`)
  if (known !== undefined) return known
  const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const isThat = (date: Date) =>
    date.toLocaleDateString('en', { weekday: 'long', timeZone }).toLowerCase().startsWith(day)
  const date = [0, 1, 2, 3, 4, 5, 6].map(later).find(isThat)!
  const found = date.toLocaleDateString('en-CA', { timeZone })
  coming.set(`${timeZone} ${day}`, found)
  return found
}

const isListedSince = (date: string | null, since: string | undefined) =>
  since === undefined || (date !== null && date >= since.slice(0, 10))

/** Reads cities or counties, each alone or followed by its state. */
function placesIn(list: string, field: 'city' | 'county'): (farm: Farm) => boolean {
  const asked = [...list.matchAll(/([^,]+)(?:, ([A-Z]{2})(?=,|$))?,?/g)].map(
    ([, name, state]) => [plain(name!), state] as const,
  )
  return ({ [field]: place, state }) =>
    place !== null &&
    asked.some(([name, of]) => name === plain(place) && (of === undefined || of === state))
}

/** Letters alone, and words in full. */
const plain = memoize((city: string) => {
  const inFull = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' }
  let name = fold(city)
  for (const [short, long] of Object.entries(inFull))
    name = name.replaceAll(new RegExp(`\\b${short}\\b`, 'g'), long)
  return name.replaceAll(/[^a-z0-9+]/g, '')
})

const isSince = (moment: string | null, since: string | undefined) =>
  since === undefined || (moment !== null && Date.parse(moment) >= Date.parse(since))

function offers(farm: Farm, { products, match }: Values): boolean {
  if (products === undefined) return true
  const wanted = String(products).split(',')
  return match === 'all'
    ? wanted.every((each) => hasKindOf(farm, each))
    : wanted.some((each) => hasKindOf(farm, each))
}

/** Whether a farm has a product, or one that names it as broader, or one that names such a one. */
const hasKindOf = ({ products }: Farm, wanted: string) =>
  (products ?? []).some((name) => withBroader(name).some((each) => fold(each) === fold(wanted)))

const withBroader: (name: string) => string[] = memoize((name: string) => {
  const { broader = [] } = vocabulary.entries.find((each) => each.name === name) ?? {}
  return [name, ...broader.flatMap(withBroader)]
})

const hasAny = (terms: string[] | null, list: string) =>
  list.split(',').some((wanted) => (terms ?? []).some((term) => fold(term) === fold(wanted)))

const hasAll = (terms: string[] | null, list: string) =>
  list.split(',').every((wanted) => (terms ?? []).some((term) => fold(term) === fold(wanted)))

/** Names of values may be written with blanks for underscores. */
const fold = memoize((text: string) => bruteForce.fold(text).replaceAll('_', ' '))

const abbreviation = (text: string) =>
  states.find(({ abbr, name }) => [fold(abbr), fold(name)].includes(fold(text)))?.abbr

const knownStates = ({ farms }: bruteForce.Directory) => [
  ...new Set(farms.flatMap(({ state }) => state ?? [])),
]

/** Counties as they are, as counties, shouted, with their states and with another one. */
function counties({ farms }: bruteForce.Directory): string[] {
  const placed = farms.filter(({ county, state }) => county && state && !abbreviation(county))
  const known = [...new Set(placed.map(({ county }) => county!))]
  return [
    ...known,
    ...known.slice(0, 20).map((county) => `${county} County`),
    ...known.slice(0, 20).map((county) => county.toUpperCase()),
    ...placed.slice(0, 20).map(({ county, state }) => `${county}, ${state}`),
    ...placed.slice(0, 20).map(({ county, state }) => `${county} County, ${state}`),
    `${known[0]!}, HI`,
  ]
}

/** Cities as they are, shouted, without their accents, and with their states. */
function cities({ farms }: bruteForce.Directory): string[] {
  const isPlain = (city: string) => !city.includes(',') && abbreviation(city) === undefined
  const known = [...new Set(farms.flatMap(({ city }) => city ?? []))].filter(isPlain)
  const accented = known.filter((city) => /[^ -~]/.test(city))
  const placed = farms.find(({ city, state }) => city && state)
  return [
    ...farms
      .filter(({ city, state }) => city && state)
      .slice(0, 20)
      .map(({ city, state }) => `${city}, ${state}`),
    `${placed!.city}, HI`,
    ...known.filter((city) => /^St\.? /.test(city)).map((city) => city.replace(/^St\.?/, 'saint')),
    ...known.slice(0, 50),
    ...known.slice(0, 20).map((city) => city.toUpperCase()),
    ...accented,
    ...accented.map((city) => city.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ]
}
