import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { anybody, key } from '../../../server/routes/callers.ts'
import { apiRoute } from '../../../server/routes/route.ts'

const made = z.strictObject({ id: z.string() })
const described = {
  operation: 'makeIt',
  tag: 'Service',
  summary: 'Makes it',
  details: 'Makes one thing.',
  answers: { 201: { description: 'Made', schema: made } },
} as const
const post = { method: 'post', path: '/it', ...described } as const

describe('apiRoute(route)', () => {
  it('lets a handler answer what is described, and knows what it is handed', () => {
    apiRoute({
      ...post,
      caller: key,
      query: z.strictObject({ many: z.string().transform(Number) }),
      answer: ({ tier, query: { many } }) => ({
        status: 201 as const,
        body: { id: `${tier} ${many.toFixed()}` },
      }),
    })
    apiRoute({
      ...post,
      caller: anybody,
      answer: () => ({ status: 201 as const, body: Buffer.from('{"id":"ready-made"}') }),
    })
  })

  it('takes no other body, status or caller: the types say so', () => {
    const route = { ...post, caller: anybody }
    const status = 201 as const
    const body = { id: '' }
    // @ts-expect-error the body does not fit the schema
    apiRoute({ ...route, answer: () => ({ status, body: { no: 1 } }) })
    // @ts-expect-error no such status is described
    apiRoute({ ...route, answer: () => ({ status: 202 as const, body }) })
    // @ts-expect-error nothing is known of anybody
    apiRoute({ ...route, answer: ({ tier }) => ({ status, body: { id: tier as string } }) })
    apiRoute({ ...route, answer: () => ({ status, body }) })
  })

  it('counts, is closed to other origins and takes no parameter, unless it says otherwise', () => {
    const answer = () => ({ status: 201 as const, body: { id: '' } })
    const { counted, open, query } = apiRoute({ ...post, caller: anybody, answer })
    assert.deepEqual([counted, open], [true, false])
    assert.equal(query?.safeParse({ any: '1' }).success, false)
    assert.equal(apiRoute({ ...post, caller: anybody, counted: false, answer }).counted, false)
  })
})
