import type { Source } from '../../data/schema/tables/source.ts'
import type { Database } from '../database/database.ts'
import type { Intake } from '../intake/read_sources.ts'

type Counts = { used: number; merged: number; refused: number }

/** The sources table: what became of each file's rows. Call after `resolve`. */
export async function sourcesTable(database: Database, intakes: Intake[]): Promise<Source[]> {
  const counts = await database.rows<{ input: number } & Counts>('from merge.counts')
  return intakes.map((intake, input) => {
    const none: Counts = { used: 0, merged: 0, refused: 0 }
    const { used, merged, refused } = counts.find((each) => each.input === input) ?? none
    const { adapter, file, sha256, read, rejections } = intake
    const { name, publisher, licence, attribution, retrieved_at } = intake
    return {
      source: name,
      kind: adapter.kind,
      file,
      publisher,
      licence,
      attribution,
      retrieved_at,
      sha256,
      read,
      used,
      merged,
      rejected: rejections.total + refused,
    }
  })
}
