import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressHere, publicAddress } from '../../../../server/http/addresses/public_address.ts'

describe('addressHere(host, port)', () => {
  for (const [host, address] of [
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://localhost:8080'],
    ['::', 'http://localhost:8080'],
    ['::1', 'http://[::1]:8080'],
  ] as const)
    it(`is one that a browser opens for ${host}`, () =>
      assert.equal(addressHere(host, 8080), address))
})

describe('publicAddress(configured, host, port)', () => {
  it('is the configured one, else the one of this machine', () => {
    const configured = 'https://farms.example.org'
    assert.equal(publicAddress(configured, '0.0.0.0', 8080), configured)
    assert.equal(publicAddress(undefined, '0.0.0.0', 8080), 'http://localhost:8080')
  })
})
