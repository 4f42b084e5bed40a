import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { readCsv } from '../../../support/read_csv.ts'
import type { ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { askRaw } from '../../../support/raw_answer.ts'
import { startServer, type Asked } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const { root, folder, id: snapshot } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const [{ id } = { id: '' }] = await publishedFarms(folder)

const lists = [
  '/v1/search?lat=44.411&lng=-72.14&radius=100&per_page=100',
  '/v1/farms?sort=name&per_page=100',
  '/v1/food?product=eggs&per_page=100',
  '/v1/food?product=eggs&lat=44.411&lng=-72.14&per_page=100',
]
const formats = ['json', 'geojson', 'csv', 'ndjson'] as const
const types = {
  json: 'application/json; charset=utf-8',
  geojson: 'application/geo+json',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
}
const tiers = ['free', 'paid'] as const

const typeOf = async (path: string, asked: Asked = {}) =>
  (await server.ask(path, asked)).headers.get('Content-Type')

const withoutFormat = (link: string | undefined) => link?.replace(/format=\w+&/, '')

describe('formats', () => {
  it('are named by the parameter or wanted by Accept, with the same body', async () => {
    for (const path of lists)
      for (const format of formats) {
        const named = await server.ask(`${path}&format=${format}`)
        const accept = { headers: { Accept: types[format].split(';')[0]! } }
        const wanted = await server.ask(path, accept)
        for (const { status, headers } of [named, wanted]) {
          assert.equal(status, 200)
          assert.equal(headers.get('Content-Type'), types[format])
        }
        assert.equal(named.text.replaceAll(`format=${format}&`, ''), wanted.text)
      }
  })

  it('follow the weights of Accept', async () => {
    const accept = (text: string) => typeOf('/v1/farms', { headers: { Accept: text } })
    assert.equal(await accept('text/csv;q=0.5, application/geo+json;q=0.8'), types.geojson)
    assert.equal(await accept('application/geo+json;q=0.5, text/csv'), types.csv)
    assert.equal(await accept('application/json;q=0, */*'), types.geojson)
    assert.equal(await accept('text/*'), types.csv)
    assert.equal(await accept('application/*, text/csv;q=0.9'), types.json)
    assert.equal(await accept('text/html, */*;q=0.1'), types.json)
    assert.equal(await accept('application/jsonl'), types.ndjson)
    assert.equal(await accept('application/ndjson, application/json;q=0.9'), types.ndjson)
  })

  it('are wanted by the types that answers have, whatever of their parameters is named', async () => {
    const accept = (text: string) => typeOf('/v1/farms', { headers: { Accept: text } })
    for (const format of formats) assert.equal(await accept(types[format]), types[format])
    assert.equal(await accept('Application/JSON;Charset="UTF-8"'), types.json)
    assert.equal(await accept('application/geo+json; charset=utf-8, text/csv;q=0.9'), types.geojson)
    assert.equal(await accept('text/csv;charset=utf-8'), types.csv)
    const stats = { headers: { Accept: 'application/json; charset=utf-8' } }
    assert.equal(await typeOf('/v1/stats', stats), types.json)
    const latin = { headers: { Accept: 'text/csv; charset=iso-8859-1' } }
    assertProblem(await server.ask('/v1/farms', latin), 406)
  })

  it('go by the parameter where Accept says something else', async () => {
    const browser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
    assert.equal(await typeOf('/v1/farms?format=csv', browser), types.csv)
    const html = { headers: { Accept: 'text/html' } }
    assert.equal(await typeOf('/v1/farms?format=NDJSON', html), types.ndjson)
  })

  it('are a 406 where Accept has none of them, a 400 where there is no such', async () => {
    const html = { headers: { Accept: 'text/html, text/csv;q=0' } }
    for (const path of lists) {
      const { detail } = assertProblem(await server.ask(path, html), 406)
      assert.match(detail, /text\/csv/)
      const { errors } = assertBadParameters(await server.ask(`${path}&format=cvs`), ['format'])
      assert.equal(errors[0]!.suggestion, 'csv')
    }
  })

  it('are only JSON of what is no list', async () => {
    for (const path of ['/v1/stats', `/v1/farms/${id}?`]) {
      assertProblem(await server.ask(path, { headers: { Accept: 'text/csv' } }), 406)
      assert.equal((await server.ask(`${path}&format=csv`.replace('stats&', 'stats?'))).status, 400)
    }
  })

  it('link to the next page, the same in all of them', async () => {
    for (const path of ['/v1/farms?per_page=3', '/v1/search?lat=44.4&lng=-72.1&per_page=1']) {
      const { next } = (await server.ask<ListBody>(path)).body.links
      for (const format of formats) {
        const { headers } = await server.ask(`${path}&format=${format}`)
        const [, link] = /^<([^>]*)>; rel="next"$/.exec(headers.get('Link') ?? '')!
        assert.equal(withoutFormat(link), next)
        assert.equal(await typeOf(link!), types[format])
      }
    }
    const { headers } = await server.ask('/v1/farms?state=NY&page=9&format=csv')
    assert.equal(headers.get('Link'), null)
  })

  it('name the answer as a file, but for JSON', async () => {
    for (const format of formats) {
      const { headers } = await server.ask(`/v1/farms?per_page=2&page=2&format=${format}`)
      const expected = `attachment; filename="farms-${snapshot}-2.${format}"`
      assert.equal(headers.get('Content-Disposition'), format === 'json' ? null : expected)
    }
  })

  it('are told apart by caches, as tiers and codings are', async () => {
    const { headers } = await server.ask('/v1/farms')
    const vary = headers.get('Vary')!.toLowerCase().split(/, */)
    for (const name of ['accept', 'accept-encoding', 'x-api-key']) assert.ok(vary.includes(name))
  })
})

describe('ndjson', () => {
  it('is a farm a line, as JSON has it', async () => {
    for (const path of lists)
      for (const key of tiers) {
        const { text } = await server.ask(`${path}&format=ndjson`, { key })
        assert.ok(text.endsWith('\n'))
        const lines = text.slice(0, -1).split('\n')
        const { data } = (await server.ask<ListBody>(path, { key })).body
        assert.deepEqual(
          lines.map((line) => JSON.parse(line) as unknown),
          data,
        )
      }
    assert.equal((await server.ask('/v1/farms?page=99&format=ndjson')).text, '')
  })
})

/** RFC 7946, as far as points need it. */
const featureCollection = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.strictObject({
      type: z.literal('Feature'),
      id: z.string(),
      geometry: z
        .strictObject({
          type: z.literal('Point'),
          coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
        })
        .nullable(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
})

describe('geojson', () => {
  const read = async (path: string, key: 'free' | 'paid' = 'paid') =>
    featureCollection.parse(JSON.parse((await server.ask(`${path}&format=geojson`, { key })).text))

  it('is a feature for each farm, longitude before latitude', async () => {
    let nowhere = 0
    for (const path of lists)
      for (const key of tiers) {
        const { features } = await read(path, key)
        const { data } = (await server.ask<ListBody>(path, { key })).body
        assert.deepEqual(
          features.map(({ properties }) => properties),
          data,
        )
        for (const [index, { id, geometry }] of features.entries()) {
          const farm = data[index]!
          assert.equal(id, farm.id)
          const { lat, lng } = farm
          assert.deepEqual(geometry?.coordinates ?? [null, null], [lng, lat])
          if (geometry === null) nowhere++
        }
      }
    assert.ok(nowhere > 0, 'farms without a location have a null geometry')
  })

  it('has meta and links as foreign members', async () => {
    const { body } = await server.ask<ListBody>('/v1/farms?per_page=2&page=2')
    const { meta, links, ...rest } = await read('/v1/farms?per_page=2&page=2')
    assert.deepEqual(Object.keys(rest), ['type', 'features'])
    assert.deepEqual(meta, body.meta)
    const { self, next } = links as ListBody['links']
    assert.deepEqual([self, next].map(withoutFormat), [body.links.self, body.links.next])
  })

  it('keeps place and id where only some fields are wanted', async () => {
    const { features } = await read('/v1/search?lat=44.4&lng=-72.1&fields=name')
    assert.deepEqual(Object.keys(features[0]!.properties), ['name'])
    assert.ok(features[0]!.geometry && features[0]!.id)
  })
})

describe('csv', () => {
  it('reads back in DuckDB to the rows of the JSON answer, for each tier', async (t) => {
    const scratch = await temporaryFolder(t)
    for (const [index, path] of lists.entries())
      for (const key of tiers) {
        const file = join(scratch, `${index}${key}.csv`)
        const { url, keys } = server
        const asked = { headers: { 'X-API-Key': keys[key] } }
        await writeFile(file, (await askRaw(url, `${path}&format=csv`, asked)).body)
        const { data } = (await server.ask<ListBody>(path, { key })).body
        assert.ok(data.length > 3)
        assert.deepEqual(await readCsv(file), data, path)
      }
  })

  it('has a line for the names of the fields, of all or of those wanted', async () => {
    const header = async (path: string, key: 'free' | 'paid') =>
      (await server.ask(path, { key })).text
        .replaceAll(/[\uFEFF"]/g, '')
        .split('\r\n')[0]!
        .split(',')
    const all = '/v1/farms?format=csv'
    assert.deepEqual(await header(all, 'free'), freeFields)
    assert.deepEqual(await header(all, 'paid'), [...freeFields, ...paidFields])
    const near = '/v1/search?lat=44.4&lng=-72.1&format=csv'
    assert.deepEqual(await header(near, 'free'), [...freeFields, 'distance_mi'])
    assert.deepEqual(await header(`${near}&fields=phone,id`, 'paid'), ['id', 'phone'])
    assert.deepEqual(await header('/v1/farms?format=csv&page=99', 'free'), freeFields)
  })
})
