import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { allRoutes, openApiDocument } from '../../../server/app/all_routes.ts'
import {
  exampleOf,
  exampleRequest,
  exampleText,
  parametersOf,
} from '../../../server/docs/example.ts'
import { answerOf, bodyOf, operationsOf, type Operation } from '../../../server/docs/reference.ts'
import { isDescribed } from '../../../server/routes/route.ts'
import { assertDescribed } from '../../support/described_answers.ts'

const document = openApiDocument()
const operations = operationsOf(document)
const routeOf = ({ id }: Operation) =>
  allRoutes.filter(isDescribed).find(({ operation }) => operation === id)!

function bodyExample(each: Operation): unknown {
  const schema = bodyOf(each)
  return schema && exampleOf(document, schema)
}

/** The answer that the examples of the fields make; its page is the requested one. */
function exampleAnswer(each: Operation): unknown {
  const { schema } = answerOf(document, each)
  if (schema === undefined) return undefined
  const example = exampleOf(document, schema) as { links?: { self: string } }
  return example.links?.self ? { ...example, links: { self: exampleRequest(each) } } : example
}

/** All objects in a value, with the path of each. */
function objectsIn(value: unknown, path = ''): [path: string, object: Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, each]) => objectsIn(each, `${path}/${name}`))
  return Array.isArray(value) ? inside : [[path, value as Record<string, unknown>], ...inside]
}

describe('the examples of each operation', () => {
  it('fit the schema of the answer', () => {
    for (const each of operations) {
      const { status, schema } = answerOf(document, each)
      if (!schema) continue
      const { headers = {} } = each.operation.responses[status as '200']!
      const names = [...Object.keys(headers), 'Content-Type']
      assertDescribed({
        method: each.method,
        path: exampleRequest(each),
        tier: 'paid',
        status: Number(status),
        headers: new Headers(names.map((name) => [name, 'application/json'])),
        text: JSON.stringify(exampleAnswer(each)),
      })
    }
  })

  it('are parameters and bodies that the operation takes', () => {
    for (const each of operations) {
      const route = routeOf(each)
      for (const parameter of parametersOf(each)) {
        const shape = { query: route.query, path: route.params, header: route.heeds }[
          parameter.in as 'query'
        ]!.shape
        const text = exampleText(parameter)
        const schema = shape[parameter.name] as { safeParse(text: string): { error?: Error } }
        if (text !== '') assert.ifError(schema.safeParse(text).error ?? null)
      }
      const body = bodyExample(each)
      if (body !== undefined) assert.ifError(route.body!.schema.safeParse(body).error ?? null)
    }
  })

  it('agree in what they count', () => {
    for (const each of operations) {
      const example = exampleAnswer(each) as Record<string, unknown> | undefined
      const list = ['data', 'competitors']
        .map((name) => example?.[name])
        .find((value) => Array.isArray(value))
      const { meta, links } = (example ?? {}) as {
        meta?: { count?: number; total?: number; has_more?: boolean; since?: string }
        links?: { self: string; next?: string }
      }
      if (meta?.count !== undefined) assert.equal(meta.count, list!.length, each.id)
      if (meta?.total !== undefined) assert.ok(meta.total >= meta.count!, each.id)
      if (links && !Array.isArray(links)) {
        assert.equal(meta?.has_more, links.next !== undefined, each.id)
        assert.equal(links.self, exampleRequest(each))
      }
      for (const [path, own] of objectsIn(example)) {
        const told = `${each.id} ${path}`
        if ('product_count' in own)
          assert.equal(own['product_count'], (own['products'] as []).length, told)
        if ('overlap_count' in own)
          assert.equal(own['overlap_count'], (own['shared_products'] as []).length, told)
        if ('pct_of_known' in own) assertShare(own as never, example as never, told)
        if ('min' in own && 'max' in own) assertFigures(own as never, told)
      }
    }
  })

  it('are of one key, and of one change', () => {
    for (const each of operations)
      for (const own of [bodyExample(each), exampleAnswer(each)])
        for (const [path, object] of objectsIn(own)) {
          const told = `${each.id} ${path}`
          const { kind, key = object['prefix'], origins, farm, fields } = object
          if (kind === 'secret' || kind === 'browser')
            assert.equal(kind === 'browser', (origins ?? null) !== null, told)
          if (typeof key === 'string' && kind !== undefined)
            assert.ok(key.startsWith(kind === 'browser' ? 'svc_pub_' : 'svc_live_'), told)
          if ('merged_into' in object) {
            assert.equal(kind === 'merged', object['merged_into'] !== null, told)
            assert.equal(['added', 'changed'].includes(kind as string), farm !== null, told)
            assert.equal((farm as { id: string }).id, object['farm_id'], told)
            for (const name of fields as string[]) assert.ok(name in (farm as object), told)
          }
        }
    const create = operations.find(({ id }) => id === 'createKey')
    const [asked, made] = [bodyExample(create!), exampleAnswer(create!)] as Record<string, never>[]
    assert.equal(asked!['kind'] ?? 'secret', made!['kind'])
    assert.deepEqual(asked!['origins'] ?? null, made!['origins'])
  })
})

type Share = { count: number; known: number; pct: number; pct_of_known: number; sparse: boolean }
const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10

/** A share of the farms that the answer counts. */
function assertShare(
  share: Share,
  { total_farms, neighbors }: Record<string, number>,
  told: string,
) {
  const all = total_farms ?? neighbors!
  assert.equal(share.pct, percent(share.count, all), told)
  assert.equal(share.pct_of_known, percent(share.count, share.known), told)
  assert.ok(share.known <= all, told)
  assert.equal(share.sparse, share.known < 20 || share.known < all / 10, told)
}

type Figures = Record<'count' | 'min' | 'median' | 'max' | 'avg', number> &
  Partial<Record<'p25' | 'p75', number>>

function assertFigures({ count, min, p25 = min, median, p75, max, avg }: Figures, told: string) {
  const rising = [min, p25, median, p75 ?? max, max]
  assert.deepEqual(
    rising,
    rising.toSorted((a, b) => a - b),
    told,
  )
  assert.ok(count > 0 && min <= avg && avg <= max, told)
}
