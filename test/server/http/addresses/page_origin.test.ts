import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  isMeantBy,
  pageOrigin,
  readOriginPattern,
  writtenPattern,
} from '../../../../server/http/addresses/page_origin.ts'

const written = (text: string) => {
  const pattern = readOriginPattern(text)
  return typeof pattern === 'string' ? null : writtenPattern(pattern)
}

const complaint = (text: string) => {
  const pattern = readOriginPattern(text)
  return typeof pattern === 'string' ? pattern : ''
}

describe('readOriginPattern(text)', () => {
  const good: Record<string, string> = {
    'https://farms.example': 'https://farms.example',
    'HTTPS://Farms.EXAMPLE/': 'https://farms.example',
    'https://farms.example:443': 'https://farms.example',
    'https://farms.example:8443': 'https://farms.example:8443',
    'https://bücher.example': 'https://xn--bcher-kva.example',
    'https://*.farms.example': 'https://*.farms.example',
    'https://*.farms.example:8443': 'https://*.farms.example:8443',
    'https://192.0.2.1': 'https://192.0.2.1',
    'http://localhost': 'http://localhost',
    'http://localhost:3000': 'http://localhost:3000',
    'http://localhost:*': 'http://localhost:*',
    'https://localhost:*': 'https://localhost:*',
    'http://127.0.0.1:*': 'http://127.0.0.1:*',
    'http://[::1]:*': 'http://[::1]:*',
  }
  for (const [text, expected] of Object.entries(good))
    it(`takes ${text}`, () => assert.equal(written(text), expected))

  const bad = [
    ['', 'null', '*', 'https://', 'https://*', '//farms.example', 'ftp://farms.example'],
    ['http://farms.example', 'http://localhost.farms.example', 'http://127.0.0.1.farms.example'],
    ['https://farms.example/map', 'https://farms.example?x', 'https://farms.example#x'],
    ['https://me@farms.example', 'https://farms.example@evil.example', 'https://farms.example\\x'],
    ['https://*.example', 'https://*.localhost', 'https://*.192.0.2.1', 'https://*.*.example'],
    [
      'https://a.*.example',
      'https://*farms.example',
      'https://farms.*',
      'https://*.farms.example.',
    ],
    ['https://farms.example:*', 'https://*.farms.example:*', 'https://farms.example:70000'],
    [
      'https://farms.example:',
      'https://farms.example.',
      'https://fa rms.example',
      'https://%66.org',
    ],
    ['https://a.example https://b.example', 'https://a.example,https://b.example', 'javascript:1'],
  ].flat()
  for (const text of bad)
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(written(text), null))

  it('says what is wrong, and what was meant', () => {
    assert.match(complaint('http://farms.example'), /must begin with https/)
    assert.match(complaint('https://farms.example/map'), /did you mean https:\/\/farms\.example\?/)
    assert.match(complaint('farms.example'), /mean https:\/\/farms\.example\?/)
    assert.match(complaint('https://farms.example:*'), /on localhost only/)
    assert.doesNotMatch(complaint('farms'), /did you mean/)
  })

  it('reads what it wrote as the same', () => {
    const property = (text: string) => {
      const once = written(text)
      if (once !== null) assert.equal(written(once), once)
    }
    fc.assert(fc.property(fc.webUrl(), property))
    fc.assert(fc.property(fc.string({ unit: 'binary' }), property))
    for (const text of Object.keys(good)) property(text)
  })
})

describe('isMeantBy(origin, pattern)', () => {
  const cases: [pattern: string, meant: string[], others: string[]][] = [
    [
      'https://farms.example',
      ['https://farms.example', 'HTTPS://FARMS.EXAMPLE', 'https://farms.example:443'],
      [
        'http://farms.example',
        'https://www.farms.example',
        'https://farms.example:8443',
        'https://evil-farms.example',
        'https://farms.example.evil.example',
        'https://farms.example.',
        'https://farms-example',
        'https://xfarms.example',
      ],
    ],
    [
      'https://*.farms.example',
      ['https://www.farms.example', 'https://a.b.farms.example', 'https://A.Farms.example'],
      [
        'https://.farms.example',
        'https://farms.example',
        'https://evil-farms.example',
        'https://wwwfarms.example',
        'https://www.farms.example.evil.example',
        'https://www.farms.example:8443',
        'http://www.farms.example',
      ],
    ],
    [
      'http://localhost:*',
      ['http://localhost', 'http://localhost:1', 'http://localhost:65535', 'http://LOCALHOST:3000'],
      ['https://localhost', 'http://127.0.0.1', 'http://localhost.evil.example:80'],
    ],
    [
      'http://localhost:3000',
      ['http://localhost:3000'],
      ['http://localhost', 'http://localhost:300'],
    ],
    ['https://farms.example:8443', ['https://farms.example:8443'], ['https://farms.example']],
  ]
  for (const [text, meant, others] of cases)
    it(`takes ${text} for what it says`, () => {
      const pattern = readOriginPattern(text)
      assert.ok(typeof pattern !== 'string')
      const isMeant = (origin: string) => isMeantBy(pageOrigin({ origin })!, pattern)
      for (const origin of meant) assert.equal(isMeant(origin), true, origin)
      for (const origin of others) assert.equal(isMeant(origin), false, origin)
    })

  it('takes no other host for one below it', () => {
    const pattern = readOriginPattern('https://*.farms.example')
    assert.ok(typeof pattern !== 'string')
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (text) => {
        const origin = pageOrigin({ origin: new URL(text).origin })!
        const labels = origin.hostname.split('.')
        const isBelow = labels.length > 2 && labels.slice(-2).join('.') === 'farms.example'
        assert.equal(isMeantBy(origin, pattern), isBelow && origin.port === '')
      }),
    )
  })
})

describe('pageOrigin({origin, referer})', () => {
  it('is that of Origin, and without one that of Referer', () => {
    const referer = 'https://farms.example/map?q=1#x'
    assert.equal(pageOrigin({ origin: 'https://a.example', referer })?.origin, 'https://a.example')
    assert.equal(pageOrigin({ referer })?.origin, 'https://farms.example')
    assert.equal(pageOrigin({}), undefined)
  })

  it('is null where a page hides it, or it is none', () => {
    const referer = 'https://farms.example/'
    for (const origin of [
      [
        'null',
        'NULL',
        '*',
        'https://farms.example/',
        'https://farms.example, https://evil.example',
      ],
      ['https://evil.example@farms.example', 'https://farms.example#', 'chrome-extension://abc'],
      ['https://farms.example https://evil.example', 'farms.example', 'https://[', 'https://'],
    ].flat())
      assert.equal(pageOrigin({ origin, referer }), null, origin)
    assert.equal(pageOrigin({ referer: 'about:blank' }), null)
    assert.equal(
      pageOrigin({ referer: 'https://evil.example@farms.example/' })?.host,
      'farms.example',
    )
  })
})
