import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withApostrophes } from '../../../../pipeline/resolve/letters/steps.ts'

describe('withApostrophes(text)', () => {
  it('restores one between a letter and a final s', () => {
    for (const [damaged, text] of [
      ['Farmer\ufffds Market', 'Farmer’s Market'],
      ['FARMER\ufffdS MARKET', 'FARMER’S MARKET'],
      ['Graf\ufffd\ufffd\ufffds', 'Graf’s'],
      ['Pe\ufffda\ufffds', 'Pe\ufffda’s'],
      ['René\ufffds and Graf\ufffds', 'René’s and Graf’s'],
    ])
      assert.equal(withApostrophes(damaged!), text)
  })

  it('leaves every other lost letter', () => {
    for (const text of [
      'the 1800\ufffds',
      'a \ufffdshare\ufffd',
      'Farmers\ufffd Market',
      'you\ufffdll',
      'Kaua\ufffdi',
      'ma\ufffdstro',
      'a\ufffdsé',
      'two\ufffd\ufffds',
      'Caf\ufffds',
      'ros\ufffds',
    ])
      assert.equal(withApostrophes(text), text)
  })
})
