import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addLine, headLines, varyBy, type Head } from '../../../server/http/head.ts'

describe('a head', () => {
  it('names each field that the answer depends on once', () => {
    const head: Head = {}
    varyBy(head, 'Accept-Encoding')
    varyBy(head, 'Origin')
    varyBy(head, 'accept-encoding')
    assert.deepEqual(head, { Vary: 'Accept-Encoding, Origin' })
  })

  it('has a line for each entry of a list', () => {
    const head: Head = { Vary: 'Origin' }
    for (const line of ['</a>', '</b>', '</c>']) addLine(head, 'Link', line)
    assert.deepEqual(headLines(head), [
      'Vary',
      'Origin',
      'Link',
      '</a>',
      'Link',
      '</b>',
      'Link',
      '</c>',
    ])
  })
})
