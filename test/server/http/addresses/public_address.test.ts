import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  addressHere,
  cameByOtherName,
  needsSecureCookies,
  publicAddress,
} from '../../../../server/http/addresses/public_address.ts'

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

describe('needsSecureCookies(publicUrl)', () => {
  for (const [address, secure] of [
    ['https://farms.example.org', true],
    ['https://localhost', true],
    ['http://farms.example.org', true],
    ['http://10.0.0.5:8080', true],
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080', false],
    ['http://[::1]:8080', false],
  ] as const)
    it(`is ${secure} at ${address}`, () => assert.equal(needsSecureCookies(address), secure))
})

describe('cameByOtherName(host, publicUrl)', () => {
  for (const [host, address, other] of [
    ['localhost:8080', 'http://127.0.0.1:8080', true],
    ['127.0.0.1:8080', 'http://localhost:8080', true],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080', false],
    ['localhost:9090', 'http://127.0.0.1:8080', false],
    ['farms.example.org:8080', 'http://127.0.0.1:8080', false],
    ['localhost:8080', 'http://farms.example.org:8080', false],
    [undefined, 'http://127.0.0.1:8080', false],
  ] as const)
    it(`is ${other} of ${host} at ${address}`, () =>
      assert.equal(cameByOtherName(host, address), other))
})
