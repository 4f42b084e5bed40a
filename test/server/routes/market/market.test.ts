import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import { withDuckDb } from '../../../support/duckdb.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { kindsOfProducts } from '../../../support/kinds_of_products.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)
const idOf = (name: string) => farms.find((farm) => farm.name === name)!.id

// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
type Body = Record<string, any>
const square = 'lat=44.411&lng=-72.14'
const market = async (path: string, key?: 'free' | 'paid') => {
  const answer = await server.ask<Body>(`/v1/market/${path}`, key ? { key } : {})
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const nowhere = 'lat=10&lng=40'

describe('GET /v1/market/landscape', () => {
  it('has the fields of layout A by default, for radius and for layout=a', async () => {
    const fields = [
      'location',
      'radius_miles',
      'product_filter',
      'total_farms',
      'quality',
      'distance_distribution',
      'place_types',
      'products',
      'certifications',
      'practices',
      'delivery_options',
      'verification',
      'pricing',
    ]
    for (const query of ['', '&radius=25', '&layout=a', '&layout=A&radius_miles=25']) {
      const body = await market(`landscape?${square}${query}`)
      assert.deepEqual(
        fields.filter((field) => !(field in body)),
        [],
      )
      assert.equal(body['radius_miles'], 25)
    }
  })

  it('has those of layout B for radius_miles and for layout=b', async () => {
    const fields = [
      'area',
      'quality_distribution',
      'top_products',
      'certifications',
      'practices',
      'pricing',
      'delivery_coverage',
    ]
    for (const query of ['&radius_miles=25', '&layout=b', '&layout=b&radius=25']) {
      const body = await market(`landscape?${square}${query}`)
      assert.deepEqual(
        fields.filter((field) => !(field in body)),
        [],
      )
      assert.equal(body['area'].radius_miles, 25)
    }
  })

  it('says zeros and nulls where there is no farm', async () => {
    const a = await market(`landscape?${nowhere}`)
    assert.equal(a['total_farms'], 0)
    assert.deepEqual(a['quality'], {
      avg_score: null,
      median_score: null,
      min_score: null,
      max_score: null,
      tiers: { premium: 0, standard: 0, basic: 0, incomplete: 0 },
    })
    assert.deepEqual(a['pricing'], { farms_with_structured_prices: 0, pct_with_prices: 0 })
    assert.deepEqual([a['products'], a['place_types']], [[], {}])
    const b = await market(`landscape?${nowhere}&radius_miles=1&product=eggs`)
    const { product, count, ...figures } = b['pricing']
    assert.deepEqual([product, count], ['eggs', 0])
    assert.deepEqual(new Set(Object.values(figures)), new Set([null]))
  })

  it('takes a product by any name', async () => {
    const eggs = await market(`landscape?${square}&product=eggs`)
    for (const name of ['EGGS', 'egg', 'Egg']) {
      const { product_filter, ...same } = await market(`landscape?${square}&product=${name}`)
      assert.equal(product_filter, name)
      const { product_filter: _asked, ...expected } = eggs
      assert.deepEqual(same, expected)
    }
    assert.deepEqual(eggs['matched_products'], ['eggs', 'pasture-raised eggs'])
  })

  it('answers empty for products that nobody has, with a suggestion for those it does not know', async () => {
    const known = await market(`landscape?${square}&product=quinces`)
    assert.equal(known['total_farms'], 0)
    assert.ok(!('did_you_mean' in known))
    const misspelt = await market(`landscape?${square}&product=tomatoez`)
    assert.deepEqual([misspelt['total_farms'], misspelt['did_you_mean']], [0, 'tomatoes'])
    const odd = await market(`landscape?${square}&product=zzyzxandsoon`)
    assert.deepEqual([odd['total_farms'], odd['did_you_mean']], [0, null])
  })

  it('says why nothing counts, as lists do: what is found without each condition, and where', async () => {
    const total = async (path: string) =>
      (await server.ask<{ meta: { total: number } }>(`/v1/${path}`)).body.meta.total
    const everywhere = await total('farms?products=eggs')
    assert.ok(everywhere > 0)
    for (const path of ['landscape', 'landscape?layout=b', 'prices', 'delivery']) {
      const sign = path.includes('?') ? '&' : '?'
      const body = await market(`${path}${sign}${nowhere}&product=eggs`)
      assert.deepEqual(body['without'], [{ parameter: 'radius', count: everywhere }], path)
      assert.ok(body['hints'].length > 0, path)
    }
    const quinces = await market(`delivery?${square}&product=quinces`)
    const here = await total(`search?${square}`)
    const known = await market(`landscape?${square}`)
    assert.deepEqual(quinces['without'], [
      {
        parameter: 'product',
        count: here,
        known: known['known'].products,
        recent: known['said'].products.recent,
        unknown: here - known['known'].products,
      },
    ])
    assert.ok(!('without' in (await market(`delivery?${square}&product=eggs`))))
  })

  it('counts what DuckDB counts over the published file', async () => {
    const body = await market('landscape?lat=44.4&lng=-72.4&radius=60')
    const path = join(folder, 'members/farms.parquet')
    const near = `select * from read_parquet('${path}') where 2 * 3958.7613 * asin(sqrt(
      pow(sin(radians(lat - 44.4) / 2), 2)
      + cos(radians(44.4)) * cos(radians(lat)) * pow(sin(radians(lng + 72.4) / 2), 2))) <= 60`
    await withDuckDb(async (connection) => {
      const rows = async (sql: string) =>
        (await connection.runAndReadAll(`with near as (${near}) ${sql}`)).getRowObjectsJson()
      const [total] = await rows(
        'select count(*)::integer as farms, median(quality_score) as median, round(avg(quality_score)::decimal(18, 9), 1)::double as avg from near',
      )
      assert.deepEqual(
        [total!['farms'], total!['median'], total!['avg']],
        [body['total_farms'], body['quality'].median_score, body['quality'].avg_score],
      )
      assert.ok(body['total_farms'] > 100)
      const products = await rows(
        `select name, count(*)::integer as count
        from (
          select distinct id, product as name
          from (select id, unnest(products) as kind from near) join ${kindsOfProducts} using (kind)
        )
        group by name order by count desc, name limit 30`,
      )
      assert.deepEqual(
        body['products'].map(({ name, count }: Body) => ({ name, count })),
        products.map((row) => ({ ...row })),
      )
    })
  })
})

describe('GET /v1/market/differentiators', () => {
  it("shows what is the farm's own, prices too, to paid keys only", async () => {
    const path = `differentiators?farm_id=${idOf('Open Book Farm')}`
    const { price_position, ...paid } = await market(path, 'paid')
    assert.equal(price_position.length, 3)
    const own = ['certifications', 'practices', 'delivery_options', 'quality_percentile']
    const none = Object.fromEntries(own.map((field) => [field, null]))
    const { unknown: _unknown, ...free } = await market(path, 'free')
    const { unknown: _all, ...expected }: Body = { ...paid, ...none, suppressed: true }
    assert.deepEqual(free, expected)
  })

  it('says what is not known of the farm', async () => {
    const bare = await market(`differentiators?farm_id=${idOf('Bare Minimum')}`, 'paid')
    assert.ok(bare['unknown'].includes('location'))
    assert.deepEqual([bare['neighbors'], bare['said'], bare['price_position']], [null, null, null])
    const unknown = farms.find((farm) => farm.products === null && farm.lat !== null)!
    const body = await market(`differentiators?farm_id=${unknown.id}`)
    assert.ok(body['unknown'].includes('products'))
    assert.equal(body['unique_products'], null)
  })
})

describe('GET /v1/market/competitors', () => {
  it('says so where the products or the place of the farm are not known', async () => {
    const unknown = farms.find((farm) => farm.products === null && farm.lat !== null)!
    const body = await market(`competitors?farm_id=${unknown.id}`)
    assert.deepEqual(
      [body['unknown'], body['competitors'], body['meta'].total],
      [['products'], [], 0],
    )
    const bare = await market(`competitors?farm_id=${idOf('Bare Minimum')}`)
    assert.deepEqual(bare['unknown'], ['location', 'products'])
    assert.deepEqual([bare['total_farms'], bare['said']], [null, null])
  })

  it('takes fields and formats', async () => {
    const farm = idOf('Open Book Farm')
    const path = `competitors?farm_id=${farm}&radius=20&per_page=3`
    const whole = (await market(path))['competitors']
    const some = await market(`${path}&fields=overlap_count,name`)
    assert.deepEqual(
      some['competitors'],
      whole.map(({ name, overlap_count }: Body) => ({ name, overlap_count })),
    )
    assert.equal(some['farm'].id, farm)
    const text = async (format: string) =>
      (await server.ask(`/v1/market/${path}&format=${format}`)).text
    const lines = (await text('ndjson')).trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      whole,
    )
    const rows = parse<Body>(await text('csv'), { columns: true, bom: true })
    assert.deepEqual(
      rows.map(({ id, shared_products }) => [id, JSON.parse(shared_products)]),
      whole.map(({ id, shared_products }: Body) => [id, shared_products]),
    )
    const { features } = JSON.parse(await text('geojson')) as Body
    for (const [index, { id, geometry, properties }] of features.entries()) {
      const { lat, lng } = farms.find((each) => each.id === id)!
      assert.deepEqual(geometry.coordinates, [lng, lat])
      assert.deepEqual(properties, whole[index])
    }
  })

  it('pages through every competitor once, by links that name the snapshot', async () => {
    const farm = idOf('Open Book Farm')
    const whole = await market(`competitors?farm_id=${farm}&radius=20&per_page=100`)
    const seen: string[] = []
    let path: string | undefined = `/v1/market/competitors?farm_id=${farm}&radius=20&per_page=9`
    while (path !== undefined) {
      const { body, headers }: { body: Body; headers: Headers } = await server.ask<Body>(path)
      seen.push(...body['competitors'].map(({ id }: Body) => id))
      path = body['links'].next
      assert.equal(headers.get('Link'), path ? `<${path}>; rel="next"` : null)
      if (path) assert.ok(path.includes(`snapshot=${snapshot}`))
    }
    assert.ok(seen.length > 20)
    assert.deepEqual(
      seen,
      whole['competitors'].map(({ id }: Body) => id),
    )
  })
})

describe('market endpoints', () => {
  const farm = idOf('Open Book Farm')
  const good = {
    landscape: square,
    prices: `${square}&product=eggs`,
    competitors: `farm_id=${farm}`,
    differentiators: `farm_id=${farm}`,
    delivery: square,
  }

  for (const [name, query] of Object.entries(good))
    it(`${name}: reads its parameters strictly`, async () => {
      const path = `/v1/market/${name}?${query}`
      assert.equal((await server.ask(`${path}&snapshot=${snapshot}`)).status, 200)
      assertBadParameters(await server.ask(`${path}&raduis=5`), ['raduis'])
      for (const radius of ['0.9', '100.1', 'far', ''])
        assertBadParameters(await server.ask(`${path}&radius=${radius}`), ['radius'])
      const [required] = query.split('=')
      assertBadParameters(await server.ask(path.replace(/(lat|farm_id)=[^&]*&?/, '')), [required!])
      assertProblem(await server.ask(path, { key: null }), 401)
      assertProblem(await server.ask(`${path}&snapshot=20200101T000000Z-00000000`), 410)
    })

  it('refuse a radius under both names, an unknown unit and an unknown farm', async () => {
    assertBadParameters(
      await server.ask(`/v1/market/landscape?${square}&radius=5&radius_miles=5`),
      ['radius', 'radius_miles'],
    )
    const unit = assertBadParameters(
      await server.ask(`/v1/market/prices?${square}&product=eggs&unit=dozzen`),
      ['unit'],
    )
    assert.equal(unit.errors[0]!.suggestion, 'dozen')
    for (const name of ['competitors', 'differentiators']) {
      const path = `/v1/market/${name}?farm_id=`
      assertProblem(await server.ask(`${path}00000000-0000-4000-8000-000000000000`), 404)
      assertBadParameters(await server.ask(`${path}17`), ['farm_id'])
    }
  })
})
