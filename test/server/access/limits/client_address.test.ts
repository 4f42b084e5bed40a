import fc from 'fast-check'
import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import { describe, it } from 'node:test'
import { addressBlock, clientAddress } from '../../../../server/access/limits/client_address.ts'

describe('clientAddress(remoteAddress, forwardedFor, trustedProxies)', () => {
  it('does not read the header unless a proxy is trusted', () => {
    assert.equal(clientAddress('192.0.2.1', '198.51.100.7', 0), '192.0.2.1')
  })

  it('reads as many entries from the right as there are proxies', () => {
    const header = '203.0.113.66, 198.51.100.7 ,192.0.2.2'
    assert.equal(clientAddress('192.0.2.1', header, 1), '192.0.2.2')
    assert.equal(clientAddress('192.0.2.1', header, 2), '198.51.100.7')
    assert.equal(clientAddress('192.0.2.1', undefined, 1), '192.0.2.1')
    assert.equal(clientAddress('192.0.2.1', '', 2), '192.0.2.1')
  })

  it("is not moved by what a client writes to the header's left", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (claim, client) => {
        assert.equal(clientAddress('192.0.2.1', `${claim}, ${client}`, 1), client)
      }),
    )
  })

  it('stops at an entry that is no address', () => {
    assert.equal(clientAddress('192.0.2.1', '198.51.100.7, unknown', 2), '192.0.2.1')
    assert.equal(clientAddress('192.0.2.1', 'unknown, 198.51.100.7', 2), '198.51.100.7')
  })

  it('strips ports, brackets, zones and the IPv6 form of IPv4', () => {
    assert.equal(clientAddress('::ffff:192.0.2.1', undefined, 0), '192.0.2.1')
    assert.equal(clientAddress('fe80::1%eth0', undefined, 0), 'fe80::1')
    assert.equal(clientAddress('192.0.2.1', '198.51.100.7:4711', 1), '198.51.100.7')
    assert.equal(clientAddress('192.0.2.1', '[2001:DB8::1]:4711', 1), '2001:db8::1')
    assert.equal(clientAddress('192.0.2.1', '[2001:db8::1]', 1), '2001:db8::1')
  })

  it('takes a connection already closed for a client of its own', () => {
    assert.equal(clientAddress(undefined, undefined, 0), '')
  })
})

describe('addressBlock(address)', () => {
  it('keeps IPv4 addresses and what is no address', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => addressBlock(address) === address))
    assert.equal(addressBlock(''), '')
  })

  it('gives the first 64 bits of an IPv6 address in one spelling', () => {
    assert.equal(addressBlock('2001:0DB8::1'), '2001:db8:0:0::/64')
    assert.equal(addressBlock('2001:db8:0:0:1:2:3:4'), '2001:db8:0:0::/64')
    assert.equal(addressBlock('::'), '0:0:0:0::/64')
    assert.equal(addressBlock('64:ff9b:1:2:3::192.0.2.1'), '64:ff9b:1:2::/64')
  })

  it("puts together exactly what Node's BlockList puts into one /64", () => {
    const group = fc.constantFrom('0', '1', '01', 'ab')
    const close = fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'))
    const address = fc.oneof(fc.ipV6(), close)
    fc.assert(
      fc.property(address, address, (a, b) => {
        const network = new BlockList()
        network.addSubnet(a, 64, 'ipv6')
        assert.equal(addressBlock(a) === addressBlock(b), network.check(b, 'ipv6'))
      }),
      { numRuns: 1000 },
    )
  })
})
