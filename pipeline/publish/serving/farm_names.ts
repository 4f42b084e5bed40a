import type { Columns } from '../../../data/schema/serving/columns.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Database } from '../../database/database.ts'

/** The names of `published.farms`, folded and sorted. */
export async function farmNameColumns(database: Database): Promise<Columns['farmNames']> {
  const keys: Buffer[] = []
  for await (const chunk of database.chunks('select name from published.farms'))
    for (const [name] of chunk as [string | null][])
      keys.push(Buffer.from(wordsOf(name ?? '').join(' ')))
  const rows = Uint32Array.from(keys.keys()).sort((a, b) => keys[a]!.compare(keys[b]!) || a - b)
  const starts = new Uint32Array(rows.length + 1)
  for (const [place, row] of rows.entries()) starts[place + 1] = starts[place]! + keys[row]!.length
  return { rows, keys: Buffer.concat(Array.from(rows, (row) => keys[row]!)), starts }
}
