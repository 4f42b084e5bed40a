import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { parseQueryString, readQuery } from '../../../../server/http/parameters/query_string.ts'
import * as parameter from '../../../../server/http/parameters/parameters.ts'
import { Problem } from '../../../../server/http/problem.ts'

const complaintsOf = (read: () => unknown) => {
  try {
    return assert.fail(JSON.stringify(read()))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.errors
  }
}

describe('parseQueryString(text)', () => {
  it('reads each pair as forms write it', () => {
    assert.deepEqual(
      [...parseQueryString('city=St.+Johnsbury&&city=a%2Bb%26c&b&c=&d=x=y')],
      [
        ['city', ['St. Johnsbury', 'a+b&c']],
        ['b', ['']],
        ['c', ['']],
        ['d', ['x=y']],
      ],
    )
  })

  it('names the parameter with an escape that is not UTF-8', () => {
    const message = 'has a percent escape that is not UTF-8'
    for (const [query, name] of [
      ['city=%ff', 'city'],
      ['a=1&%ff=1', '%ff'],
      ['a=%', 'a'],
    ] as const)
      assert.deepEqual(
        complaintsOf(() => parseQueryString(query)),
        [{ parameter: name, message }],
      )
  })
})

describe('readQuery(schema, query)', () => {
  const schema = z.strictObject({
    near: parameter.near,
    product: parameter.product.optional().meta({ aliases: ['products'] }),
    page: parameter.page,
  })
  const read = (text: string) => readQuery(schema, parseQueryString(text))

  it('reads parameters, by other names too, and fills in what is missing', () => {
    const expected = { near: 'Albany, NY', product: 'eggs', page: 1 }
    assert.deepEqual(read('near=Albany,+NY&product=eggs'), expected)
    assert.deepEqual(read('key=svc_live_1&products=eggs&near=Albany,+NY&page=1'), expected)
  })

  it('names every fault, under the name that was given', () => {
    assert.deepEqual(
      complaintsOf(() => read('products=&pgae=2&page=0')),
      [
        {
          parameter: 'pgae',
          message:
            'unknown parameter `pgae`; did you mean `page`? (allowed are near, product, page)',
          suggestion: 'page',
        },
        { parameter: 'near', message: 'is required' },
        { parameter: 'products', message: 'must not be empty' },
        { parameter: 'page', message: 'must be from 1 to 1000000' },
      ],
    )
  })

  it('names the first 20 of many unknown parameters', () => {
    const names = Array.from({ length: 500 }, (_, n) => `unknown${n}`)
    assert.deepEqual(
      complaintsOf(() => read(names.join('&'))).map(({ parameter }) => parameter),
      names.slice(0, 20),
    )
  })

  it('refuses an unknown parameter beside right ones', () => {
    for (const query of ['near=a&pgae=2', 'key=svc_live_1&near=a&pgae=2'])
      assert.deepEqual(
        complaintsOf(() => read(query)).map(({ parameter }) => parameter),
        ['pgae'],
      )
  })

  it('takes each parameter once, and under one name', () => {
    const twice = 'is given more than once: give it once, the values of a list with commas'
    const named = 'is given under two names: give product alone'
    assert.deepEqual(
      complaintsOf(() => read('near=a&near=a')),
      [{ parameter: 'near', message: twice }],
    )
    assert.deepEqual(
      complaintsOf(() => read('near=a&product=eggs&products=eggs')),
      [
        { parameter: 'product', message: named },
        { parameter: 'products', message: named },
      ],
    )
  })
})
