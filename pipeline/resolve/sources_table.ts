import type { Source } from '../../data/schema/tables/source.ts'
import type { Database } from '../database/database.ts'
import type { Intake } from '../intake/read_sources.ts'

/**
 * The sources table: what became of each file's rows. They lead a farm (`used`), are part of one, or
 * are rejected, also since their farm was removed. Call after `resolve`.
 */
export async function sourcesTable(database: Database, intakes: Intake[]): Promise<Source[]> {
  const counts = await database.rows<Record<'input' | 'used' | 'merged' | 'refused', number>>(`
    select
      input,
      count(*) filter (used)::integer as used,
      count(*) filter (not used and not removed)::integer as merged,
      count(*) filter (removed)::integer as refused
    from merge.listings
    group by input`)
  return intakes.map((intake, input) => {
    const { name: source, adapter, file, publisher, licence, attribution } = intake
    const { retrieved_at, sha256, read, rejections } = intake
    const { used = 0, merged = 0, refused = 0 } = counts.find((each) => each.input === input) ?? {}
    return {
      source,
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
