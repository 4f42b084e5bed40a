import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import type { ListBody } from '../../../support/list_body.ts'
import { assertBadParameters, assertProblem } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)
const { id } = farms.find(({ name }) => name === 'Open Book Farm')!

const around = '/v1/search?lat=44.411&lng=-72.14&radius=100&per_page=100'
const paths = [
  around,
  '/v1/farms?per_page=100',
  '/v1/food?product=eggs',
  '/v1/food?product=eggs&lat=44.411&lng=-72.14',
]
const pathOfFarm = `/v1/farms/${id}?`

const only = (object: object, names: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

describe('fields', () => {
  it('keeps these fields of each farm, in published order, as the whole answer has them', async () => {
    for (const path of paths) {
      const whole = (await server.ask<ListBody>(path)).body
      const sparse = (await server.ask<ListBody>(`${path}&fields=phone,%20name,id,name`)).body
      assert.ok(whole.data.length > 1, path)
      assert.deepEqual(
        sparse.data,
        whole.data.map((farm) => only(farm, ['id', 'name', 'phone'])),
      )
      assert.deepEqual(Object.keys(sparse.data[0]!), ['id', 'name', 'phone'])
      assert.deepEqual(sparse.meta, whole.meta)
    }
  })

  it('takes every field that a tier has, one by one', async () => {
    const first = (await server.ask<ListBody>(around)).body.data[0]!
    for (const field of [...freeFields, ...paidFields, 'distance_mi']) {
      const { data } = (await server.ask<ListBody>(`${around}&fields=${field}`)).body
      assert.deepEqual(data[0], only(first, [field]))
    }
  })

  it('takes what only the profile has, of a single farm', async () => {
    type Body = { data: object }
    const whole = (await server.ask<Body>(pathOfFarm)).body.data
    assert.ok(Object.keys(whole).includes('quality_scores'))
    for (const field of Object.keys(whole)) {
      const { data } = (await server.ask<Body>(`${pathOfFarm}fields=${field}`)).body
      assert.deepEqual(data, only(whole, [field]))
    }
    assertBadParameters(await server.ask('/v1/farms?fields=contact'), ['fields'])
  })

  it('stays in the links', async () => {
    const { links } = (await server.ask<ListBody>('/v1/farms?fields=name&per_page=1')).body
    const next = (await server.ask<ListBody>(links.next!)).body
    assert.deepEqual(Object.keys(next.data[0]!), ['name'])
  })

  it('refuses what there is not, with the nearest name', async () => {
    for (const path of [...paths, pathOfFarm])
      for (const key of ['free', 'paid'] as const) {
        const answer = await server.ask(`${path}&fields=name,phnoe`, { key })
        const { errors } = assertBadParameters(answer, ['fields'])
        assert.equal(errors[0]!.suggestion, 'phone')
        assert.match(errors[0]!.message, /unknown field `phnoe`; did you mean `phone`/)
      }
    for (const text of ['', ',', 'name,,id', 'Name', 'xyzzy', '__proto__', 'constructor', '*'])
      assertBadParameters(await server.ask(`/v1/farms?fields=${text}`), ['fields'])
    assertBadParameters(await server.ask('/v1/farms?fields=name&fields=id'), ['fields'])
  })

  it('names the profile for a field that only it has', async () => {
    const { errors } = assertBadParameters(await server.ask('/v1/farms?fields=hours'), ['fields'])
    assert.equal(
      errors[0]!.message,
      'unknown field `hours`; only a profile, /v1/farms/{id}, has it',
    )
  })

  it('refuses no fields at all', async () => {
    for (const path of paths) {
      const { detail } = assertProblem(await server.ask(`${path}&fields=`), 400)
      assert.equal(detail, 'fields: must not be empty')
    }
  })

  it('refuses a distance where there is no centre', async () => {
    for (const path of ['/v1/farms?', '/v1/food?product=eggs'])
      assertBadParameters(await server.ask(`${path}&fields=name,distance_mi`), ['fields'])
  })

  it('refuses free keys a field of the paid tier, naming it, in every format', async () => {
    for (const path of [...paths, pathOfFarm])
      for (const field of paidFields)
        for (const format of path === pathOfFarm ? [''] : ['', '&format=csv', '&format=geojson']) {
          const asked = `${path}&fields=name,${field}${format}`
          const problem = assertProblem(await server.ask(asked, { key: 'free' }), 403)
          assert.match(problem.detail, new RegExp(`\\b${field}\\b`))
          assert.equal(problem.errors[0]!.parameter, 'fields')
        }
    const { body } = await server.ask<ListBody>(
      `/v1/farms?fields=${freeFields.join(',')}&per_page=1`,
      { key: 'free' },
    )
    assert.deepEqual(Object.keys(body.data[0]!), freeFields)
  })
})
