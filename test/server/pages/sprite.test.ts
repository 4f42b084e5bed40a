import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { spriteText } from '../../../server/pages/sprite.ts'

describe('the sprite of icons', () => {
  const committed = readFileSync(
    new URL('../../../server/pages/assets/sprite.svg', import.meta.url),
    'utf8',
  )

  it('is up to date: npm run documents writes it', () => {
    assert.equal(committed, spriteText())
  })

  it('has each icon once, without a style of its own', () => {
    const ids = [...committed.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.doesNotMatch(committed, /style=|<script/)
  })
})
