import assert from 'node:assert/strict'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { Random } from '../../../../data/sample/random.ts'
import { JsonBody } from '../../../../server/http/json_body.ts'
import { schemaVersion } from '../../../../data/schema/versions.ts'
import { openCards, type Cards } from '../../../../server/snapshot/columns/cards.ts'
import type { HeldColumns } from '../../../../server/snapshot/columns/held_columns.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const before = 'what comes before them in the file'
const fields = Array.from(
  { length: 500 },
  (_, row) => `"row":${row},"é":"${'x'.repeat(row % 90)}","phone":null,"zip":null`,
)

/** With phrases: the third one is a long one, which follows a literal; the first is empty. */
const texts = ['', ',"row":', ',"phone":null,"zip":null']
const phrased = {
  lines: fields.map((each) => {
    const [row, rest] = [each.slice('"row":'.length), texts[2]!]
    const literal = Buffer.from(row.slice(0, -rest.length))
    const [cut, empty] = [Math.min(3, literal.length), [0, 0]]
    const [first, second] = [literal.subarray(0, cut), literal.subarray(cut)]
    return Buffer.from([0, 1, 0, cut, ...first, ...empty, second.length, ...second, 2, 0])
  }),
  phrases: Buffer.from(texts.join('')),
  phraseStarts: Uint32Array.of(0, 0, texts[1]!.length, texts.join('').length),
}

/** The lines as cards that are on disk, and where they are. */
async function onDisk(
  t: TestContext,
  version = schemaVersion,
): Promise<{ path: string; cards: Cards }> {
  const { lines, phrases, phraseStarts } = phrased
  const path = join(await temporaryFolder(t), 'columns.bin')
  writeFileSync(path, Buffer.concat([Buffer.from(before), ...lines]))
  const starts = new Float64Array(lines.length + 1)
  for (const [row, line] of lines.entries()) starts[row + 1] = starts[row]! + line.length
  const cards = {
    offset: before.length,
    starts,
    phrases: Uint8Array.from(phrases),
    phraseStarts,
  }
  const none = { lines: new Uint8Array(), starts: new Float64Array(1) }
  const columns = {
    freeCards: none,
    paidCards: cards,
    profileCards: cards,
  } as unknown as HeldColumns
  const opened = new DisposableStack()
  t.after(() => opened.dispose())
  return { path, cards: openCards(columns, version, path, () => {}, opened).paid }
}

function fieldsOf(cards: Cards, rows: number[]): string[] {
  const append = cards.of(rows)
  return rows.map((row) => {
    const body = new JsonBody()
    append(body, row)
    return body.toBuffer().toString()
  })
}

describe('cards on disk', () => {
  it('are those of the rows, near each other or not, in any order, also twice', async (t) => {
    const { cards } = await onDisk(t)
    const random = new Random(1)
    for (let time = 0; time < 200; time++) {
      const from = random.integer(0, 480)
      const rows = Array.from({ length: random.integer(0, 30) }, () =>
        time % 2 ? random.integer(0, fields.length - 1) : from + random.integer(0, 19),
      )
      assert.deepEqual(
        fieldsOf(cards, rows),
        rows.map((row) => `,${fields[row]!}`),
      )
    }
  })

  it('have null for the fields of their tier that their schema version lacks', async (t) => {
    const { cards } = await onDisk(t, 3)
    assert.deepEqual(fieldsOf(cards, [7]), [`,${fields[7]!},"hours_confirmed_at":null`])
  })

  it('are unavailable where the file ends early', async (t) => {
    const { path, cards } = await onDisk(t)
    truncateSync(path, 5000)
    assert.deepEqual(fieldsOf(cards, [0, 1]), [`,${fields[0]!}`, `,${fields[1]!}`])
    assert.throws(() => cards.of([0, 499]), { name: 'Problem', message: /can't be read/ })
  })
})
