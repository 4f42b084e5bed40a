import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { readFields } from '../../../server/http/body.ts'

const schema = z.strictObject({
  name: z.string('must be text'),
  tier: z.enum(['free', 'paid']).optional(),
})

describe('readFields(schema, body)', () => {
  const complaints = (body: unknown) => {
    try {
      return readFields(schema, body)
    } catch (error) {
      return (error as { errors: unknown[] }).errors
    }
  }

  it('reads an object strictly', () => {
    assert.deepEqual(complaints({ name: 'me' }), { name: 'me' })
    assert.deepEqual(complaints({ name: 5, colour: 1, size: 2 }), [
      { parameter: 'name', message: 'must be text' },
      { parameter: 'colour', message: 'unknown field; allowed are name, tier' },
      { parameter: 'size', message: 'unknown field; allowed are name, tier' },
    ])
  })

  it('names the fields to whoever sends a list', () => {
    assert.deepEqual(complaints([]), [
      { parameter: 'body', message: 'must be an object; its fields are name, tier' },
    ])
  })
})
