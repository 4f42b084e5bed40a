import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ReadableBucket } from '../../../data/bucket/bucket.ts'
import { readPointer } from '../../../data/bucket/pointer.ts'

const bucketWith = (text: string): ReadableBucket => ({
  address: 'https://example.org/farms',
  read: () => Promise.resolve({ text, version: '1' }),
  stream: () => Promise.reject(new Error('nothing is downloaded')),
})

describe('readPointer(bucket)', () => {
  for (const [what, text, fault] of [
    ['a sign-in page', '\n<!doctype html><title>Sign in</title>', 'is a web page'],
    ['half a file', '{"format": 1, ', 'is not JSON'],
  ] as const)
    it(`refuses ${what}, and says what to check`, () =>
      assert.rejects(readPointer(bucketWith(text)), {
        name: 'BucketError',
        message: `https://example.org/farms/current.json ${fault}: check the address of the bucket, and whether a proxy answers in its place`,
      }))
})
