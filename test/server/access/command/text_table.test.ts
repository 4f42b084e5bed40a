import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textTable } from '../../../../server/access/command/command.ts'

describe('textTable(headings, rows)', () => {
  it('aligns columns by characters', () => {
    const table = textTable(
      ['ID', 'NAME', 'N'],
      [
        ['1', 'Zoë', '5'],
        ['22', '🌽', '6'],
      ],
    )
    assert.deepEqual(table.split('\n'), ['ID  NAME  N', '1   Zoë   5', '22  🌽     6'])
  })

  it('shows what would steer a terminal', () => {
    const table = textTable(['NAME'], [['a\u001b[31m\nb\u202ec']])
    assert.equal(table, 'NAME\na\uFFFD[31m\uFFFDb\uFFFDc')
  })
})
