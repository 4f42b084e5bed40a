import { appendFile } from 'node:fs/promises'
import type { Reject } from '../../data/schema/reject.ts'
import type { Database } from '../database/database.ts'
import type { Input } from '../intake/read_sources.ts'

const reason = 'its farm was removed (tombstones.json)'

/** Counts the rows of removed farms as rejected, and lists them there without what they say. */
export async function refuseRemoved(database: Database, input: Input): Promise<void> {
  const rows = await database.rows<{ input: number } & Pick<Reject, 'source' | 'file' | 'line'>>(`
    select listings.input, listings.source, observations.file, observations.line
    from listings join observations using (seq)
    where removed
    order by seq`)
  const rejects = rows.map(({ input: number, ...row }) => {
    input.intakes[number]!.rejections.add(reason)
    return JSON.stringify({ ...row, reason, raw: '(withheld)' }) + '\n'
  })
  if (rejects.length > 0) await appendFile(input.rejects, rejects.join(''))
}
