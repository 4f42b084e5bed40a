import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { cleanText } from '../../../../pipeline/normalize/text/text.ts'

/** What becomes of UTF-8 text that a program reads as windows-1252. */
const misread = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

describe('cleanText(text)', () => {
  for (const [what, text, clean] of [
    ['blanks around and inside', '  Stone   Creek ', 'Stone Creek'],
    ['line breaks and tabs', 'Stone\r\n\tCreek', 'Stone Creek'],
    ['a no-break space', 'Stone\u00a0Creek\u00a0', 'Stone Creek'],
    ['zero-width characters and marks', '\ufeffSto\u200bne\u00ad\u200e', 'Stone'],
    ['control characters', 'Sto\u0007ne\0', 'Stone'],
    ['a spreadsheet’s carriage return', 'June_x000D_\nJuly_x000d_', 'June July'],
    [
      'a backslash before a quote',
      'Danbury Farmers\\\' \\"Market\\"',
      'Danbury Farmers\' "Market"',
    ],
    ['a break', 'Eggs<br>Honey<BR/>Kale<br />', 'Eggs Honey Kale'],
    ['other tags', '<p class="x">Our <b>farm</b>’s store</p>', 'Our farm’s store'],
    [
      'what a page does not show',
      'Stone <script>track("x")</script><STYLE>p{}</STYLE><!-- old -->Creek',
      'Stone Creek',
    ],
    [
      'frames and the tags of word processors',
      '<iframe src="https://example.org/"></iframe><o:p></o:p>Open < 6 days > 5 hours',
      'Open < 6 days > 5 hours',
    ],
    ['escaped scripts', '&lt;script&gt;alert(1)&lt;/script&gt;Farm', 'Farm'],
    [
      'entities by name',
      'Meadow &amp; Orchard&rsquo;s&nbsp;Caf&eacute;',
      'Meadow & Orchard’s Café',
    ],
    ['entities by number', '&#39;&#x27;&#233;&#146;', "''é’"],
    ['a control character by number', 'eggs&#0;, milk', 'eggs, milk'],
    ['a script without an end', 'eggs <script> and milk', 'eggs and milk'],
    ['entities of entities', 'A &amp;amp; B &amp;lt;br&amp;gt; C', 'A & B C'],
    ['letters in two parts', 'Cafe\u0301', 'Café'],
    ['UTF-8 read as windows-1252', 'farmâ€™s CafÃ© â€“ MÄ\u0081lama', 'farm’s Café – Mālama'],
    ['windows-1252 read as Latin-1', 'farm\u0092s \u0096 store', 'farm’s – store'],
    ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
  ] as const)
    it(`cleans ${what}`, () => assert.equal(cleanText(text), clean))

  for (const text of [
    '5 < 6 & 7 > 3',
    'I <3 eggs',
    'AT&T; R&D',
    'C:\\farm',
    'snake_x_case',
    'CAFÉ «CAFÉ»',
    'São Tomé',
    'Kaua\ufffdi',
    'farm\ufffds',
    '👩‍🌾 and 👩🏽‍🌾',
    'None Such Farm',
    'eggs <!-- and milk',
  ])
    it(`leaves ${text} as it is`, () => assert.equal(cleanText(text), text))

  for (const text of [
    null,
    '',
    ' ',
    'nan',
    'NaN',
    'TBD',
    'tba',
    'T.B.D.',
    'Unknown',
    'N/A',
    'n/a',
    'None',
    'null',
    '-',
    '--',
    '–',
    '...',
    '?',
    '&nbsp;',
    '<br>',
    '\ufffd',
    '-'.repeat(40),
    '_ '.repeat(20),
  ])
    it(`finds nothing in ${JSON.stringify(text)}`, () => assert.equal(cleanText(text), null))

  const awkward = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
          '&',
          'amp;',
          'lt;',
          '#39;',
          '<br>',
          '<',
          'b>',
          '_x000D_',
          '_x',
          "\\'",
          'â',
          '€',
          '™',
          'Ã',
          '©',
          '\ud83c',
          '\u0301',
          '\u200d',
          'e',
        ),
      ),
    )
    .map((parts) => parts.join(''))

  it('has nothing left to clean in what it cleaned', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const clean = cleanText(text)
        assert.equal(cleanText(clean), clean)
        assert.ok(clean === null || (clean === clean.trim() && clean.isWellFormed()))
      }),
      { numRuns: 2000 },
    )
  })

  it('repairs what reading as windows-1252 did to the letters of Europe and Hawaii, twice over too', () => {
    const word = fc
      .array(fc.constantFrom(...'aeéèñçöüßāēīōūʻ’“”–—…™½°'), { minLength: 1 })
      .map((letters) => `x${letters.join('')}x`)
    fc.assert(
      fc.property(word, (text) => {
        assert.equal(cleanText(misread(text)), text)
        assert.equal(cleanText(misread(misread(text))), text)
      }),
    )
  })
})
