import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { assertBadParameters } from '../../../support/problem_document.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const farms = await publishedFarms(folder)

type Term = {
  field: 'products' | 'categories' | 'practices' | 'payment_methods'
  name: string
  aliases: string[]
  broader: string[]
  measure: string | null
  farms?: number
}
const ask = async (query: string, key: 'free' | 'paid' = 'paid') =>
  (await server.ask<{ data: Term[] }>(`/v1/vocabulary?${query}`, { key })).body.data
const terms = await ask('')

/** The names of a term and of all its kinds, by what each says that it is a kind of. */
function kindsOf({ field, name }: Term): string[] {
  const narrower = terms.filter((each) => each.field === field && each.broader.includes(name))
  return [name, ...narrower.flatMap(kindsOf)]
}

describe('GET /v1/vocabulary', () => {
  it('counts the farms that have a term or a kind of it, as the published file has them', () => {
    const counted = terms.filter((each) => each.farms! > 0)
    assert.ok(counted.length > 20)
    for (const term of terms) {
      const kinds = kindsOf(term)
      const having = farms.filter((farm) => farm[term.field]?.some((each) => kinds.includes(each)))
      assert.equal(term.farms, having.length, `${term.field} ${term.name}`)
    }
  })

  it('has every term that a farm has', () => {
    for (const field of ['products', 'categories', 'practices', 'payment_methods'] as const)
      for (const name of farms.flatMap((farm) => farm[field] ?? []))
        assert.ok(
          terms.some((each) => each.field === field && each.name === name),
          name,
        )
  })

  it('says what else a term is called, what it is a kind of, and how it is sold', () => {
    const of = (name: string) => terms.find((term) => term.name === name)!
    assert.deepEqual(of('bread').broader, ['baked goods'])
    assert.equal(of('eggs').measure, 'dozen')
    assert.equal(of('milk').measure, 'quart')
    assert.ok(terms.filter(({ aliases }) => aliases.length > 0).length > 100)
  })

  it('gives free keys the same without how many farms have what is for paid keys', async () => {
    const free = await ask('', 'free')
    const isFree = ({ field }: Term) => field === 'products' || field === 'categories'
    assert.deepEqual(free.filter(isFree), terms.filter(isFree))
    for (const term of free.filter((each) => !isFree(each))) assert.ok(!('farms' in term))
    assert.equal(free.length, terms.length)
  })

  it('keeps to the fields asked for', async () => {
    const some = await ask('field=practices,payment_methods')
    assert.deepEqual(new Set(some.map(({ field }) => field)), new Set(['practices', 'payment_methods'])) // prettier-ignore
    assertBadParameters(await server.ask('/v1/vocabulary?field=product'), ['field'])
  })
})
