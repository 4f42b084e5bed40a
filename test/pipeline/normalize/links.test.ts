import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { normalizeSocialLinks, normalizeUrl } from '../../../pipeline/normalize/links.ts'

describe('normalizeUrl(text)', () => {
  for (const [text, url] of [
    ['https://farm.example.org/a?b=c#d', 'https://farm.example.org/a?b=c#d'],
    [' http://Farm.Example.ORG ', 'http://farm.example.org/'],
    ['farm.example.org', 'http://farm.example.org/'],
    ['www.example.museum', 'http://www.example.museum/'],
    ['//www.facebook.com/example', 'https://www.facebook.com/example'],
    ['facebook.com/example', 'https://facebook.com/example'],
    ['http://http://example.org', 'http://example.org/'],
    ['http://https://example.org', 'https://example.org/'],
    ['http://http//example.org', 'http://example.org/'],
    ['http:/example.org', 'http://example.org/'],
    ['http:// www. example.org', 'http://www.example.org/'],
    ['http://Www example.org', 'http://www.example.org/'],
    ['http://www.facebook/stonecreek', 'http://www.facebook.com/stonecreek'],
    ['facebook/stonecreek', 'https://www.facebook.com/stonecreek'],
    ['http://example.org/farmers market/', 'http://example.org/farmers%20market/'],
    ['http://www.example.org (under construction)', 'http://www.example.org/'],
    ['www.example.org or www.example.com', 'http://www.example.org/'],
    ['www.example.org;www.example.com', 'http://www.example.org/'],
    ['http://www.example.org, P. O. Box 1', 'http://www.example.org/'],
    ['http://www.example.org.', 'http://www.example.org/'],
    ['http://example.org/@stone', 'http://example.org/@stone'],
    ['http://example.org:8080/x', 'http://example.org:8080/x'],
    ['http://example.org/?a={b|c}%', 'http://example.org/?a=%7Bb%7Cc%7D%25'],
  ] as const)
    it(`reads ${text}`, () => assert.deepEqual(normalizeUrl(text), { url, reason: null }))

  for (const text of [
    'Stone Creek Farm',
    'http://Stone Creek.org',
    'stonecreek',
    'St.Albans Farm',
    'http://localhost/',
    'http://www.stonecreek/visit',
    'facebook',
    'javascript:alert(1)',
    'ftp://example.org/',
    'www.facebook.comstonecreek/',
    'www.facebook.com-stone.creek',
    "http://farmers'market.example.org",
  ])
    it(`refuses ${text}`, () =>
      assert.deepEqual(normalizeUrl(text), { url: null, reason: 'not a web address' }))

  for (const text of [
    'facebook.com',
    'https://www.facebook.com/pages/',
    'https://www.facebook.com/home.php',
    'https://www.instagram.com/?hl=en',
  ])
    it(`takes ${text} for nobody's page`, () =>
      assert.deepEqual(normalizeUrl(text), { url: null, reason: 'the front page of a network' }))

  for (const text of [
    'https://www.facebook.com/#!/stonecreek',
    'https://www.facebook.com/profile.php?id=1',
    'https://www.facebook.com/pages/Stone-Creek/1',
  ])
    it(`leaves ${text}`, () => assert.deepEqual(normalizeUrl(text), { url: text, reason: null }))

  for (const text of ['http://ann@example.org', 'ann@example.org'])
    it(`tells ${text} for an e-mail address`, () =>
      assert.deepEqual(normalizeUrl(text), { url: null, reason: 'an e-mail address' }))

  for (const text of [null, '', ' ', 'N/A', 'no'])
    it(`finds nothing in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(normalizeUrl(text), { url: null, reason: null }))

  it('gives http and https addresses only, which it leaves as they are', () => {
    const texts = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const { url } = normalizeUrl(text)
        if (url === null) return
        assert.match(url, /^https?:\/\/[a-z\d-]+\./)
        assert.equal(new URL(url).username, '')
        assert.equal(normalizeUrl(url).url, url)
      }),
    )
  })
})

describe('normalizeSocialLinks(texts)', () => {
  for (const [text, links] of [
    ['www.facebook.com/example', ['https://www.facebook.com/example']],
    ['Facebook: facebook.com/example', ['https://facebook.com/example']],
    ['Twitter: @stonecreek', ['https://twitter.com/stonecreek']],
    ['Instagram @stone.creek', ['https://www.instagram.com/stone.creek']],
    ['instagram: @stonecreek ', ['https://www.instagram.com/stonecreek']],
    ['IG @stonecreek', ['https://www.instagram.com/stonecreek']],
    ['@stonecreek - Instagram', ['https://www.instagram.com/stonecreek']],
    ['@stonecreek (Instagram)', ['https://www.instagram.com/stonecreek']],
    ['@stonecreek instagram', ['https://www.instagram.com/stonecreek']],
    ['Twitter.com/ stonecreek', ['https://twitter.com/stonecreek']],
    [
      'http://instagram.com/stone; http://www.pinterest.com/creek/',
      ['http://instagram.com/stone', 'http://www.pinterest.com/creek/'],
    ],
    ['Youtube: n/a', null],
    ['Twitter: no', null],
    ['none', null],
  ] as const)
    it(`reads ${text}`, () => assert.deepEqual(normalizeSocialLinks([text]), { links, rest: [] }))

  for (const text of [
    'Facebook: Stone Creek Farm',
    '@stonecreek',
    '@stonecreek market',
    'https://www.twitter.com/stone creek',
    'javascript:alert(1)',
    'Facebook: javascript:alert(document.cookie)',
    'data:text/html,<b',
  ])
    it(`keeps ${text} as text`, () =>
      assert.deepEqual(normalizeSocialLinks([text, text]), { links: null, rest: [text] }))

  it('drops repeats and the lack of any', () => {
    const twice = ['facebook.com/example', 'https://facebook.com/example']
    assert.deepEqual(normalizeSocialLinks(twice).links, ['https://facebook.com/example'])
    assert.equal(normalizeSocialLinks(null).links, null)
    assert.equal(normalizeSocialLinks([]).links, null)
  })
})
