import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { nights, type Feed, type Listing, type Night } from '../../support/nights.ts'
import { readCards } from '../../support/serving_files.ts'
import { told } from '../../support/told_farms.ts'

const feed = (name: string, line: Listing, other: Partial<Feed> = {}): Feed => ({
  name,
  publisher: `Publisher of ${name}`,
  lines: [line],
  ...other,
})

/** The feeds of all tests that look at one night, which is built once: each test has farms of its own. */
const feeds = new Map<string, Feed>()
const built = Promise.withResolvers<Night>()

/** A test of what that night tells of the farms that `added` lists. */
function itTells(title: string, added: Feed[], check: (night: Night) => void): void {
  for (const feed of added) {
    const former = feeds.get(feed.name)
    feeds.set(feed.name, { ...former, ...feed, lines: [...(former?.lines ?? []), ...feed.lines] })
  }
  it(title, async () => {
    const night = await built.promise
    const ids = added.flatMap(({ name, lines }) =>
      lines.map(({ source_id }) => night.farmOf(source_id, name)!),
    )
    const farms = night.farms.filter(({ id }) => ids.includes(id))
    const provenance = night.provenance.filter(({ farm_id }) => ids.includes(farm_id))
    check({ ...night, farms, provenance })
  })
}

const fieldsOf = (night: Night, source: string) =>
  night.provenance.find((row) => row.source === source)!.fields
const statusOf = (night: Night, sourceId: string) =>
  night.farms.find(({ id }) => id === night.farmOf(sourceId, 'one'))!.verification_status
const onlyFarm = ({ farms }: Night) => {
  assert.equal(farms.length, 1)
  return farms[0]!
}
const scraped = { verification_status: 'unverified', updated_at: '2029-04-01T00:00:00Z' }
const operated = { verification_status: 'self_reported', updated_at: '2028-01-01T00:00:00Z' }
const bare = { phone: null, website: null, products: null }

const willow = { name: 'Willow Bend Farm', city: 'Bend', state: 'OR', zip: '97701' }
const basalt = {
  source_id: 'just',
  ...willow,
  name: 'Basalt Gardens',
  updated_at: '2026-05-01T00:00:00Z',
}

describe('a farm of several listings', { concurrency: 2 }, () => {
  itTells(
    'takes each field from the first that knows it: agency, operator, crowd',
    [
      feed(
        'crowd',
        told(8, 'a1', {
          ...bare,
          products: ['eggs'],
          tagline: 'Crowd',
          story: 'Crowd',
          description: 'Crowd',
        }),
        { authority: 'crowd' },
      ),
      feed('operator', told(8, 'a2', { ...bare, tagline: 'Operator', story: 'Operator' }), {
        authority: 'operator',
      }),
      feed('agency', told(8, 'a3', { ...bare, tagline: 'Agency' }), { authority: 'agency' }),
    ],
    (night) => {
      const { tagline, story, description, sources } = onlyFarm(night)
      assert.deepEqual([tagline, story, description], ['Agency', 'Operator', 'Crowd'])
      assert.deepEqual(sources, ['agency', 'crowd', 'operator'])
      const words = ['name', 'tagline', 'story', 'description']
      const wordsOf = (source: string) =>
        fieldsOf(night, source).filter((field) => words.includes(field))
      assert.deepEqual(wordsOf('agency'), ['name', 'tagline'])
      assert.deepEqual(wordsOf('operator'), ['story'])
      assert.deepEqual(wordsOf('crowd'), ['description'])
      const all = night.provenance.flatMap(({ fields }) => fields)
      assert.equal(new Set(all).size, all.length, 'one listing for each field')
    },
  )

  itTells(
    'believes a scraped row after the operator, in one source too, however new it is',
    [
      {
        name: 'farm-feed',
        lines: [
          told(5, 'b1', { ...scraped, tagline: 'Scraped', story: 'Scraped' }),
          told(5, 'b2', { ...operated, tagline: 'Operator', story: null }),
        ],
      },
    ],
    (night) => {
      const { tagline, story, verification_status } = onlyFarm(night)
      assert.deepEqual(
        [tagline, story, verification_status],
        ['Operator', 'Scraped', 'self_reported'],
      )
    },
  )

  itTells(
    'believes what is over three years older than the newest last, and else the newest',
    [
      {
        name: 'old-agency',
        authority: 'agency',
        lines: [
          told(2, 'c1', { tagline: 'Old agency', updated_at: '2026-04-30T00:00:00Z' }),
          { source_id: 'c4', ...willow, tagline: 'Agency', updated_at: '2026-05-01T00:00:00Z' },
        ],
      },
      feed('older', told(2, 'c2', { tagline: 'Older', updated_at: '2028-05-01T00:00:00Z' })),
      {
        name: 'newer',
        lines: [
          told(2, 'c3', { tagline: 'Newer', updated_at: '2029-05-01T00:00:00Z' }),
          { source_id: 'c5', ...willow, tagline: 'Newer', updated_at: '2029-05-01T00:00:00Z' },
        ],
      },
    ],
    ({ farms }) => {
      const said = farms.map(({ tagline, updated_at }) => `${tagline} ${updated_at}`)
      assert.deepEqual(said.toSorted(), [
        'Agency 2029-05-01T00:00:00Z',
        'Newer 2029-05-01T00:00:00Z',
      ])
    },
  )

  itTells(
    'keeps together what belongs together, and prefers a point to the middle of a ZIP code',
    [
      feed('agency', told(3, 'd1', { lat: null, lng: null, address: null, google_rating: 4 }), {
        authority: 'agency',
      }),
      feed(
        'operator',
        told(3, 'd2', { google_rating: 3, google_review_count: 9, city: 'East Athens' }),
        { authority: 'operator' },
      ),
    ],
    (night) => {
      const farm = onlyFarm(night)
      assert.deepEqual([farm.lat, farm.location_precision], [33.9519, 'exact'])
      assert.deepEqual([farm.address, farm.city], ['13 Elm Street', 'East Athens'], 'one address')
      assert.deepEqual([farm.google_rating, farm.google_review_count], [4, null], 'one rating')
      assert.deepEqual(
        fieldsOf(night, 'operator').filter((field) =>
          ['lat', 'address', 'city', 'name'].includes(field),
        ),
        ['address', 'city', 'lat'],
      )
    },
  )

  itTells(
    'doubts a point that the address of another listing contradicts',
    [
      feed('agency', told(1, 'e1', { city: 'Fresno', zip: '93721', lat: null, lng: null }), {
        authority: 'agency',
      }),
      feed('operator', told(1, 'e2'), { authority: 'operator' }),
    ],
    (night) => {
      const { lat, zip, location_precision } = onlyFarm(night)
      assert.deepEqual([lat, zip, location_precision], [38.5449, '93721', 'doubtful'])
    },
  )

  itTells(
    'prefers the middle of a ZIP code to a point that other addresses share',
    [
      {
        name: 'agency',
        publisher: 'Publisher of agency',
        authority: 'agency',
        lines: [
          told(0, 'f1'),
          told(4, 'f2', { city: 'Barre', zip: '05641', address: '90 Sample Street', lat: 44.2601 }),
        ],
      },
      feed('operator', told(0, 'f3', { lat: null, lng: null }), { authority: 'operator' }),
    ],
    (night) => {
      const of = (sourceId: string, source: string) =>
        night.farms.find(({ id }) => id === night.farmOf(sourceId, source))!
      assert.equal(of('f3', 'operator').id, of('f1', 'agency').id)
      assert.equal(of('f1', 'agency').location_precision, 'zip_centroid')
      assert.equal(of('f2', 'agency').location_precision, 'doubtful')
      const doubt = 'location doubtful: shared with another address'
      assert.deepEqual(
        night.provenance
          .filter((row) => row.corrections.includes(doubt))
          .map((row) => row.source_id)
          .toSorted(),
        ['f1', 'f2'],
      )
      assert.equal(
        night.report.sources.find(({ source }) => source === 'agency')!.corrections[doubt],
        2,
      )
    },
  )

  itTells(
    'offers what one listing names and another prices',
    [
      feed('agency', told(6, 'g1', { products: ['kale'] }), { authority: 'agency' }),
      feed(
        'operator',
        told(6, 'g2', {
          products: null,
          product_listings: [{ name: 'Eggs', price: 6, unit: 'dozen' }, { name: 'Pawpaw jam' }],
        }),
      ),
    ],
    (night) => {
      const { products, products_other, categories } = onlyFarm(night)
      assert.deepEqual(products, ['eggs', 'kale'])
      assert.deepEqual(products_other, ['Pawpaw jam'])
      assert.deepEqual(categories, ['eggs', 'vegetables'])
      for (const source of ['agency', 'operator'])
        assert.ok(fieldsOf(night, source).includes('products'), source)
      assert.ok(fieldsOf(night, 'operator').includes('product_listings'))
    },
  )

  itTells(
    'takes known terms before words that the vocabulary does not know',
    [
      feed(
        'agency',
        told(7, 'h1', { practices: ['moonlit sowing'], payment_methods: ['seashells'] }),
        { authority: 'agency' },
      ),
      feed(
        'operator',
        told(7, 'h2', { practices: ['no till', 'by horse'], payment_methods: null }),
        { authority: 'operator' },
      ),
    ],
    (night) => {
      const { practices, practices_other, payment_methods, payment_methods_other } = onlyFarm(night)
      assert.deepEqual([practices, practices_other], [['no till'], ['by horse']])
      assert.deepEqual([payment_methods, payment_methods_other], [null, ['seashells']])
    },
  )

  const one = { name: 'one', publisher: 'One' }
  const oneToo = { name: 'one-too', publisher: 'One' }
  const two = { name: 'two', publisher: 'Two' }
  itTells(
    'is verified by two publishers, both within three years, and not by one twice',
    [
      { ...one, lines: [told(9, 'both'), told(10, 'twice'), told(11, 'late'), basalt] },
      { ...oneToo, lines: [told(10, 'twice')] },
      {
        ...two,
        lines: [told(9, 'both'), told(11, 'late', { updated_at: '2026-04-30T00:00:00Z' }), basalt],
      },
    ],
    (night) => {
      assert.equal(night.farms.length, 4)
      assert.equal(statusOf(night, 'both'), 'verified')
      assert.equal(statusOf(night, 'just'), 'verified')
      assert.equal(statusOf(night, 'twice'), 'self_reported')
      assert.equal(statusOf(night, 'late'), 'self_reported')
    },
  )

  it('is not verified by a scraped row: that is nobody’s own word', async (t) => {
    const { next } = await nights(t)
    const scraped = { verification_status: 'unverified' }
    const old = { updated_at: '2024-05-01T00:00:00Z' }
    const night = await next([
      {
        ...one,
        lines: [told(0, 'none'), told(1, 'half'), told(2, 'both', scraped), told(3, 'old', old)],
      },
      {
        ...two,
        lines: [
          told(0, 'none'),
          told(1, 'half', scraped),
          told(2, 'both', scraped),
          told(3, 'old', scraped),
        ],
      },
    ])
    assert.equal(night.farms.length, 4)
    assert.equal(statusOf(night, 'none'), 'verified')
    assert.equal(statusOf(night, 'half'), 'self_reported')
    assert.equal(statusOf(night, 'both'), 'unverified')
    assert.equal(statusOf(night, 'old'), 'unverified')
  })

  it('hears only the newest listing of one source and kind', async (t) => {
    const { next } = await nights(t)
    const first = await next([
      told(0, 'a', { tagline: 'Old', story: 'Old', updated_at: '2028-01-01T00:00:00Z' }),
    ])
    const night = await next([
      told(0, 'a', { tagline: 'Old', story: 'Old', updated_at: '2028-01-01T00:00:00Z' }),
      told(0, 'b', { tagline: 'New', updated_at: '2029-01-01T00:00:00Z' }),
    ])
    const { id, tagline, story } = onlyFarm(night)
    assert.equal(id, first.farmOf('a'))
    assert.deepEqual([tagline, story], ['New', null])
    const [source] = night.report.sources
    assert.deepEqual([source!.used, source!.merged], [1, 1])
    assert.deepEqual(
      night.provenance.map(({ source_id, fields }) => [source_id, fields.length > 0]),
      [
        ['a', false],
        ['b', true],
      ],
    )
  })

  it('shows in the profile who says what, under which licence and since when', async (t) => {
    const { next } = await nights(t)
    const night = await next([
      feed('agency', told(0, '1', { ...bare }), { authority: 'agency' }),
      feed('operator', told(0, '2', { tagline: 'Operator' })),
    ])
    const { rows } = await readCards(night.folder, 'profile')
    assert.equal(rows.length, 1)
    const provenance = rows[0]!['provenance'] as { fields: string[] }[]
    assert.deepEqual(
      provenance.map(({ fields, ...each }) => ({
        ...each,
        fields: fields.length > 0,
      })),
      [
        {
          source: 'agency',
          source_id: '1',
          licence: 'Not stated',
          updated_at: '2029-05-01T00:00:00Z',
          edition: '2029-05-01',
          carried: false,
          fields: true,
        },
        {
          source: 'operator',
          source_id: '2',
          licence: 'Not stated',
          updated_at: '2029-05-01T00:00:00Z',
          edition: '2029-05-01',
          carried: false,
          fields: true,
        },
      ],
    )
    const free = (await readCards(night.folder, 'free')).lines.join('')
    assert.ok(!free.includes('provenance') && !free.includes('licence'))
  })
})

built.resolve((await nights({ after })).next([...feeds.values()]))
