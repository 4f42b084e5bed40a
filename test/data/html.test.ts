import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { html } from '../../data/html.ts'

describe('html`…`', () => {
  it('makes text of any value, in content and in attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>&"\'=/ abscript;#39') }), (text) => {
        const { document } = parseHTML(html`<p title="${text}">${text}</p>`.text)
        const [paragraph, ...others] = document.children
        assert.equal(others.length, 0)
        assert.equal(paragraph?.children.length, 0)
        assert.equal(paragraph?.textContent, text)
        assert.equal(paragraph?.getAttribute('title'), text)
      }),
    )
  })

  it('keeps markup, joins lists, and leaves nothing for null and undefined', () => {
    const item = (n: number) => html`<li>${n}</li>`
    const items = [1, 2].map(item)
    assert.equal(html`${items}${null}${undefined}`.text, '<li>1</li><li>2</li>')
    assert.equal(html`<p>${items}</p>`.text, '<p><li>1</li><li>2</li></p>')
  })
})
