import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nights, type Feed, type Listing, type Night } from '../../support/nights.ts'
import { readCards } from '../../support/serving_files.ts'
import { told } from '../../support/told_farms.ts'

const feed = (name: string, line: Listing, other: Partial<Feed> = {}): Feed => ({
  name,
  publisher: `Publisher of ${name}`,
  lines: [line],
  ...other,
})
const fieldsOf = (night: Night, source: string) =>
  night.provenance.find((row) => row.source === source)!.fields
const onlyFarm = ({ farms }: Night) => {
  assert.equal(farms.length, 1)
  return farms[0]!
}
const bare = { phone: null, website: null, products: null }

describe('a farm of several listings', { concurrency: 2 }, () => {
  it('takes each field from the first that knows it: agency, operator, crowd', async (t) => {
    const { next } = await nights(t)
    const night = await next([
      feed(
        'crowd',
        told(0, '1', {
          ...bare,
          products: ['eggs'],
          tagline: 'Crowd',
          story: 'Crowd',
          description: 'Crowd',
        }),
        { authority: 'crowd' },
      ),
      feed('operator', told(0, '2', { ...bare, tagline: 'Operator', story: 'Operator' }), {
        authority: 'operator',
      }),
      feed('agency', told(0, '3', { ...bare, tagline: 'Agency' }), { authority: 'agency' }),
    ])
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
  })

  it('believes a scraped row after the operator, in one source too, however new it is', async (t) => {
    const { next } = await nights(t)
    const scraped = { verification_status: 'unverified', updated_at: '2029-04-01T00:00:00Z' }
    const operated = { verification_status: 'self_reported', updated_at: '2028-01-01T00:00:00Z' }
    const night = await next([
      told(0, '1', { ...scraped, tagline: 'Scraped', story: 'Scraped' }),
      told(0, '2', { ...operated, tagline: 'Operator', story: null }),
    ])
    const { tagline, story, verification_status } = onlyFarm(night)
    assert.deepEqual(
      [tagline, story, verification_status],
      ['Operator', 'Scraped', 'self_reported'],
    )
  })

  it('believes what is over three years older than the newest last, and else the newest', async (t) => {
    const { next } = await nights(t)
    const night = await next([
      feed(
        'old-agency',
        told(0, '1', { tagline: 'Old agency', updated_at: '2026-04-30T00:00:00Z' }),
        { authority: 'agency' },
      ),
      feed('older', told(0, '2', { tagline: 'Older', updated_at: '2028-05-01T00:00:00Z' })),
      feed('newer', told(0, '3', { tagline: 'Newer', updated_at: '2029-05-01T00:00:00Z' })),
    ])
    const { tagline, updated_at } = onlyFarm(night)
    assert.deepEqual([tagline, updated_at], ['Newer', '2029-05-01T00:00:00Z'])
  })

  it('keeps together what belongs together, and prefers a point to the middle of a ZIP code', async (t) => {
    const { next } = await nights(t)
    const agency = told(0, '1', { lat: null, lng: null, address: null, google_rating: 4 })
    const operator = told(0, '2', {
      google_rating: 3,
      google_review_count: 9,
      city: 'East Montpelier',
    })
    const night = await next([
      feed('agency', agency, { authority: 'agency' }),
      feed('operator', operator, { authority: 'operator' }),
    ])
    const farm = onlyFarm(night)
    assert.deepEqual([farm.lat, farm.location_precision], [44.2601, 'exact'])
    assert.deepEqual([farm.address, farm.city], ['10 Elm Street', 'East Montpelier'], 'one address')
    assert.deepEqual([farm.google_rating, farm.google_review_count], [4, null], 'one rating')
    assert.deepEqual(
      fieldsOf(night, 'operator').filter((field) =>
        ['lat', 'address', 'city', 'name'].includes(field),
      ),
      ['address', 'city', 'lat'],
    )
  })

  it('doubts a point that the address of another listing contradicts', async (t) => {
    const { next } = await nights(t)
    const moved = { city: 'Bennington', zip: '05201', lat: null, lng: null }
    const night = await next([
      feed('agency', told(0, '1', moved), { authority: 'agency' }),
      feed('operator', told(0, '2'), { authority: 'operator' }),
    ])
    const { lat, zip, location_precision } = onlyFarm(night)
    assert.deepEqual([lat, zip, location_precision], [44.2601, '05201', 'doubtful'])
  })

  it('prefers the middle of a ZIP code to a point that other addresses share', async (t) => {
    const { next } = await nights(t)
    const other = { city: 'Barre', zip: '05641', address: '90 Sample Street' }
    const night = await next([
      {
        name: 'agency',
        authority: 'agency',
        lines: [told(0, '1'), told(4, '2', { ...other, lat: 44.2601 })],
      },
      feed('operator', told(0, '3', { lat: null, lng: null }), { authority: 'operator' }),
    ])
    const of = (sourceId: string, source: string) =>
      night.farms.find(({ id }) => id === night.farmOf(sourceId, source))!
    assert.equal(of('3', 'operator').id, of('1', 'agency').id)
    assert.equal(of('1', 'agency').location_precision, 'zip_centroid')
    assert.equal(of('2', 'agency').location_precision, 'doubtful')
    const doubt = 'location doubtful: shared with another address'
    assert.deepEqual(
      night.provenance.filter((row) => row.corrections.includes(doubt)).map((row) => row.source_id),
      ['1', '2'],
    )
    assert.equal(night.report.sources[0]!.corrections[doubt], 2)
  })

  it('offers what one listing names and another prices', async (t) => {
    const { next } = await nights(t)
    const night = await next([
      feed('agency', told(0, '1', { products: ['kale'] }), { authority: 'agency' }),
      feed(
        'operator',
        told(0, '2', {
          products: null,
          product_listings: [{ name: 'Eggs', price: 6, unit: 'dozen' }, { name: 'Pawpaw jam' }],
        }),
      ),
    ])
    const { products, products_other, categories } = onlyFarm(night)
    assert.deepEqual(products, ['eggs', 'kale'])
    assert.deepEqual(products_other, ['Pawpaw jam'])
    assert.deepEqual(categories, ['eggs', 'vegetables'])
    for (const source of ['agency', 'operator'])
      assert.ok(fieldsOf(night, source).includes('products'), source)
    assert.ok(fieldsOf(night, 'operator').includes('product_listings'))
  })

  it('takes known terms before words that the vocabulary does not know', async (t) => {
    const { next } = await nights(t)
    const agency = { practices: ['moonlit sowing'], payment_methods: ['seashells'] }
    const operator = { practices: ['no till', 'by horse'], payment_methods: null }
    const night = await next([
      feed('agency', told(0, '1', agency), { authority: 'agency' }),
      feed('operator', told(0, '2', operator), { authority: 'operator' }),
    ])
    const { practices, practices_other, payment_methods, payment_methods_other } = onlyFarm(night)
    assert.deepEqual([practices, practices_other], [['no till'], ['by horse']])
    assert.deepEqual([payment_methods, payment_methods_other], [null, ['seashells']])
  })

  it('is verified by two publishers, both within three years, and not by one twice', async (t) => {
    const { next } = await nights(t)
    const pair = (publishers: string[], dates: string[]) =>
      publishers.map((publisher, index) =>
        feed(`s${index}`, told(0, 'a', { updated_at: dates[index] }), { publisher }),
      )
    const recent = '2029-05-01T00:00:00Z'
    const status = async (publishers: string[], dates: string[]) =>
      onlyFarm(await next(pair(publishers, dates))).verification_status
    assert.equal(await status(['One', 'Two'], [recent, recent]), 'verified')
    assert.equal(await status(['One', 'One'], [recent, recent]), 'self_reported')
    assert.equal(await status(['One', 'Two'], [recent, '2026-04-30T00:00:00Z']), 'self_reported')
  })

  it('is not verified by a scraped row: that is nobody’s own word', async (t) => {
    const { next } = await nights(t)
    const scraped = { verification_status: 'unverified' }
    const status = async (one: object, other: object) =>
      onlyFarm(
        await next([feed('s0', told(0, 'a', { ...one })), feed('s1', told(0, 'a', { ...other }))]),
      ).verification_status
    assert.equal(await status({}, {}), 'verified')
    assert.equal(await status({}, scraped), 'self_reported')
    assert.equal(await status(scraped, scraped), 'unverified')
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
