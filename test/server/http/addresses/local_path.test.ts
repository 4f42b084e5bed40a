import fc from 'fast-check'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localPath } from '../../../../server/http/addresses/local_path.ts'

describe('localPath(text, fallback)', () => {
  it('gives a path that a browser finds on the same host, whatever the text', () => {
    const here = 'https://farms.example.org'
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '\t',
      '@',
      ':',
      'a',
      'https:',
      '?',
      '#',
    )
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(piece).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const path = localPath(given, '/console')
        assert.equal(new URL(path, here).origin, here)
        assert.equal(new URL(path, `${here}/console/sign-in`).origin, here)
        assert.doesNotMatch(path, /[\r\n\t\\]|^\/\//)
      }),
      { numRuns: 5000 },
    )
  })

  it('leaves no path that becomes another host', () => {
    for (const path of [
      '//farms.example.net',
      '/.//farms.example.net',
      '/a/..//farms.example.net',
      '/%2e//farms.example.net',
      '/\\farms.example.net',
      'https://farms.example.net/',
    ])
      assert.equal(localPath(path, '/console'), '/console', path)
  })

  it('leaves paths as they are', () => {
    for (const path of ['/console', '/docs?a=1&b=%20#c', '/'])
      assert.equal(localPath(path, '/console'), path)
    assert.equal(localPath(undefined, '/console'), '/console')
  })
})
