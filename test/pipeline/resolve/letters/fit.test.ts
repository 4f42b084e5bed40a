import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fitOf } from '../../../../pipeline/resolve/letters/steps.ts'

/** The same said as a regular expression, which takes its time where there are many gaps. */
function oracle(damaged: string, text: string): ReturnType<typeof fitOf> {
  const fits = (filling: string) => {
    const parts = damaged.split(/\ufffd+/).map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
    return parts.length > 1 && new RegExp(`^${parts.join(`${filling}{1,3}`)}$`).test(text)
  }
  if (fits('[^\\0-\\x7f\\ufffd]')) return 'whole'
  return fits('(?:[^\\0-\\x7f\\ufffd]|[\'"-])') ? 'plain' : null
}

describe('fitOf(damaged, text)', () => {
  it('knows a text by what is left of it', () => {
    assert.equal(fitOf('Kaua\ufffdi Farm', 'Kauaʻi Farm'), 'whole')
    assert.equal(fitOf('Shelley\ufffds Stand', 'Shelley’s Stand'), 'whole')
    assert.equal(fitOf('Shelley\ufffd\ufffd\ufffds Stand', 'Shelley’s Stand'), 'whole')
    assert.equal(fitOf('Shelley\ufffds Stand', "Shelley's Stand"), 'plain')
    assert.equal(fitOf('\ufffdNo\ufffdl\ufffd', '“Noël”'), 'whole')
    assert.equal(fitOf('Farm \ufffd Store', 'Farm - Store'), 'plain')
  })

  it('takes no other text for it: letters of ASCII and digits are never lost', () => {
    for (const text of [
      'Caf',
      'Café Rosa',
      'Cafe',
      'Cafes',
      'Caf\ufffd',
      'café',
      'Cafééééé',
      'Caf 1',
    ])
      assert.equal(fitOf('Caf\ufffd', text), null, text)
    assert.equal(fitOf('Café', 'Café'), null, 'nothing is lost')
  })

  it('says of any texts what a regular expression says', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', "'", 'é', '’', '\ufffd'),
      maxLength: 12,
    })
    const seen = new Map<string | null, number>()
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(12)), (one, other, places) => {
        const lost = [...one]
          .map((letter, at) => (places.includes(at) ? '\ufffd' : letter))
          .join('')
        for (const pair of [[lost, one] as const, [one, other] as const, [lost, other] as const]) {
          const fit = fitOf(...pair)
          assert.equal(fit, oracle(...pair), JSON.stringify(pair))
          seen.set(fit, (seen.get(fit) ?? 0) + 1)
        }
      }),
      { numRuns: 3000 },
    )
    for (const fit of ['whole', 'plain', null]) assert.ok(seen.get(fit)! > 100, `${fit}`)
  })

  it('takes no longer for gaps that could be filled in many ways', () => {
    const [gaps, letters] = [100, 'é'.repeat(300)]
    assert.equal(fitOf('\ufffdé'.repeat(gaps), letters), 'whole')
    assert.equal(fitOf('\ufffdé'.repeat(gaps), `${letters}!`), null)
    assert.equal(fitOf('\ufffdé'.repeat(gaps + 1), letters), null, 'too many to look at')
  })
})
