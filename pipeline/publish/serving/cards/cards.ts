import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { blocks } from '../../../../data/file_digest.ts'
import type { Card } from '../../../../data/schema/serving/columns.ts'
import { farm, freeFields, paidFields } from '../../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../../data/schema/tables/table.ts'
import { literal } from '../../../../data/sql_literal.ts'
import { sqlFile, type Database, jsonSelectList } from '../../../database/database.ts'
import { confirmedAt } from '../schedules.ts'
import { Phrases } from './phrases.ts'
import type { Written } from '../serving_file.ts'

const columns = columnsOf(farm)
const fieldsQuery = (fields: string[]) =>
  `select ${jsonSelectList(columns.filter(({ name }) => fields.includes(name)))} from (${dated})`

/** Dates that the file leaves open are those of the newest edition (listed.sql, farms.sql). */
const dated = `
  select * replace (
    case when first_listed is not null
      then coalesce(last_listed, (select edition from merge.as_of))
    end as last_listed,
    ${confirmedAt} as hours_confirmed_at
  )
  from published.farms`

const queries: Record<Card, string> = {
  free: fieldsQuery(freeFields.filter((field) => !['changed_at', 'said_at'].includes(field))),
  paid: fieldsQuery(paidFields),
  profile: sqlFile(import.meta.url, 'cards.sql'),
}

/** The ready-made JSON of every farm, in row order; `starts` fills as the lines are taken. */
export async function freeCards(
  database: Database,
  folder: string,
  farms: number,
): Promise<Written<'freeCards'>> {
  const path = await cardFile(database, 'free', folder)
  const starts = new Float64Array(farms + 1)
  return { lines: stored(path, starts, (bytes) => bytes), starts }
}

/** The same of the cards that stay on disk, in phrases. */
export async function phrasedCards(
  database: Database,
  card: Exclude<Card, 'free'>,
  folder: string,
  farms: number,
): Promise<Written<'paidCards'>> {
  const path = await cardFile(database, card, folder)
  const phrases = new Phrases(await someLines(path, Math.ceil(farms / mostLearned)))
  const starts = new Float64Array(farms + 1)
  const lines = stored(path, starts, (bytes, ends) => phrased(bytes, ends, phrases))
  return { lines, starts, phrases: phrases.texts, phraseStarts: phrases.starts }
}

/** Phrases of more lines are hardly better. */
const mostLearned = 16_000

/** Lets DuckDB write the lines of a card to a file in `folder`. */
async function cardFile(database: Database, card: Card, folder: string): Promise<string> {
  const path = join(folder, `${card}.ndjson`)
  await database.run(`copy (${queries[card]}) to ${literal(path)} (format json)`)
  return path
}

/** Every `step`th line. */
async function someLines(path: string, step: number): Promise<Buffer[]> {
  const lines: Buffer[] = []
  let row = 0
  for await (const bytes of wholeLines(path)) {
    let start = 0
    for (const end of lineEnds(bytes)) {
      if (row++ % step === 0) lines.push(Buffer.from(fieldsOf(bytes, start, end)))
      start = end
    }
  }
  return lines
}

/** The fields of a line's object, with a comma before each: the first replaces the brace. */
function fieldsOf(bytes: Buffer, start: number, end: number): Buffer {
  bytes.write(',', start)
  return bytes.subarray(start, end - '}\n'.length)
}

/** Replaces the ends of lines by those of their phrases. */
function phrased(bytes: Buffer, ends: number[], phrases: Phrases): Buffer {
  const out = Buffer.allocUnsafe(bytes.length + Math.ceil(bytes.length / 60) + 8 * ends.length)
  let [start, at] = [0, 0]
  for (const [index, end] of ends.entries()) {
    at = phrases.write(fieldsOf(bytes, start, end), out, at)
    ends[index] = at
    start = end
  }
  return out.subarray(0, at)
}

/** What `change` makes of the lines of a file, which is then removed; fills in their starts. */
async function* stored(
  path: string,
  starts: Float64Array,
  change: (bytes: Buffer, ends: number[]) => Buffer,
): AsyncIterable<Buffer> {
  let [line, position] = [0, 0]
  for await (const bytes of wholeLines(path)) {
    const ends = [...lineEnds(bytes)]
    const changed = change(bytes, ends)
    for (const end of ends) starts[++line] = position + end
    position += changed.length
    yield changed
  }
  if (line !== starts.length - 1)
    throw new Error(`a card file has ${line} lines for ${starts.length - 1} farms`)
  await rm(path)
}

async function* wholeLines(path: string): AsyncIterable<Buffer> {
  await using file = await open(path)
  let rest = Buffer.alloc(0)
  for await (const block of blocks(file)) {
    const bytes = Buffer.concat([rest, block])
    const end = bytes.lastIndexOf(lineFeed) + 1
    yield bytes.subarray(0, end)
    rest = bytes.subarray(end)
  }
}

const lineFeed = 10

function* lineEnds(bytes: Buffer): Iterable<number> {
  for (let at = 0; (at = bytes.indexOf(lineFeed, at) + 1) > 0;) yield at
}
