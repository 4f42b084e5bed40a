import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOfOwnPage, refuseForeignOrigin } from '../../../../server/http/addresses/same_origin.ts'

type Headers = Record<string, string>
type Call = Parameters<typeof refuseForeignOrigin>[0]

const own = 'https://farms.example.org'
const foreign = 'https://evil.example.net'
const site = (value: string) => ({ 'sec-fetch-site': value })

describe('refuseForeignOrigin(call, publicUrl, { unknown })', () => {
  const passes = (headers: Headers, unknown: 'passes' | 'is refused' = 'is refused') => {
    try {
      refuseForeignOrigin({ req: { headers } } as unknown as Call, own, { unknown })
      return true
    } catch {
      return false
    }
  }

  it('lets pages of this service pass, by Sec-Fetch-Site, else by Origin', () => {
    assert.ok(passes(site('same-origin')))
    assert.ok(passes({ origin: own }))
  })

  it('refuses every other page, whatever else it says', () => {
    for (const value of ['cross-site', 'same-site', 'none'])
      for (const headers of [site(value), { ...site(value), origin: own }])
        assert.ok(!passes(headers, 'passes'), JSON.stringify(headers))
    for (const origin of [foreign, 'null', `${own}:8443`, own.replace('https', 'http')])
      assert.ok(!passes({ origin }, 'passes'), origin)
  })

  it('lets a request with neither field pass only if that is allowed', () => {
    assert.ok(passes({}, 'passes'))
    assert.ok(!passes({}))
  })
})

describe('isOfOwnPage(request, publicUrl)', () => {
  const isOwn = (headers: Headers) =>
    isOfOwnPage({ headers: { host: 'Localhost:8080', ...headers } }, own)

  it('is true of pages of this service under each of its names', () => {
    for (const headers of [
      site('same-origin'),
      { origin: own },
      { referer: `${own}/explore?near=Albany` },
      { origin: 'http://localhost:8080' },
      { referer: 'http://localhost:8080/explore' },
    ] as Headers[])
      assert.ok(isOwn(headers), JSON.stringify(headers))
  })

  it('is false of others, of which Sec-Fetch-Site says so first', () => {
    for (const headers of [
      {},
      { ...site('cross-site'), origin: own },
      { origin: foreign },
      { origin: foreign, referer: `${own}/explore` },
      { referer: `${foreign}/?${own}` },
      { origin: 'null', referer: `${own}/explore` },
    ] as Headers[])
      assert.ok(!isOwn(headers), JSON.stringify(headers))
  })
})
