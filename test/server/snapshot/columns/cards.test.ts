import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Random } from '../../../../data/sample/random.ts'
import { openCards, type Lines } from '../../../../server/snapshot/columns/cards.ts'
import type { HeldColumns } from '../../../../server/snapshot/columns/held_columns.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const before = 'what comes before them in the file'
const lines = Array.from(
  { length: 500 },
  (_, row) => `{"row":${row},"é":"${'x'.repeat(row % 90)}"}\n`,
)

/** The lines as cards that are on disk, and where they are. */
async function onDisk(t: TestContext): Promise<{ path: string; cards: Lines }> {
  const path = join(await temporaryFolder(t), 'columns.bin')
  writeFileSync(path, before + lines.join(''))
  const starts = new Float64Array(lines.length + 1)
  for (const [row, line] of lines.entries())
    starts[row + 1] = starts[row]! + Buffer.byteLength(line)
  const cards = { offset: before.length, starts }
  const none = { lines: new Uint8Array(), starts: new Float64Array(1) }
  const columns = {
    freeCards: none,
    paidCards: cards,
    profileCards: cards,
  } as unknown as HeldColumns
  const opened = new DisposableStack()
  t.after(() => opened.dispose())
  return { path, cards: openCards(columns, path, () => {}, opened).paid }
}

function linesOf(cards: Lines, rows: number[]): string[] {
  const found: string[] = []
  const line = cards.of(rows)
  for (const row of rows)
    line(row, (source, start, end) => found.push(source.toString('utf8', start, end)))
  return found
}

describe('cards on disk', () => {
  it('are those of the rows, near each other or not, in any order, also twice', async (t) => {
    const { cards } = await onDisk(t)
    const random = new Random(1)
    for (let time = 0; time < 200; time++) {
      const from = random.integer(0, 480)
      const rows = Array.from({ length: random.integer(0, 30) }, () =>
        time % 2 ? random.integer(0, lines.length - 1) : from + random.integer(0, 19),
      )
      assert.deepEqual(
        linesOf(cards, rows),
        rows.map((row) => lines[row]!.trimEnd()),
      )
    }
  })

  it('are unavailable where the file ends early', async (t) => {
    const { path, cards } = await onDisk(t)
    truncateSync(path, 5000)
    assert.deepEqual(
      linesOf(cards, [0, 1]),
      lines.slice(0, 2).map((line) => line.trimEnd()),
    )
    assert.throws(() => cards.of([0, 499]), { name: 'Problem', message: /can't be read/ })
  })
})
