import type { Source } from '../../data/schema/tables/source.ts'
import type { Database } from '../database/database.ts'
import { editionOf } from '../intake/edition.ts'
import type { Intake } from '../intake/intake.ts'

type Counts = { input: number } & Record<'used' | 'merged' | 'refused' | 'history', number | null>

/**
 * The sources table: counts of each file's rows by outcome. A row leads a farm (`used`), is part of one,
 * belongs to an older edition (`history`), or is rejected. Call after `resolve`.
 */
export async function sourcesTable(database: Database, intakes: Intake[]): Promise<Source[]> {
  const counts = await database.rows<Counts>(`
    with listed as (
      select
        input,
        count(*) filter (used)::integer as used,
        count(*) filter (not used and not removed)::integer as merged,
        count(*) filter (removed)::integer as refused
      from merge.listings
      group by input
    ),
    past as (
      select input, sum(rows)::integer as history
      from intake.editions
      anti join editions.current using (input, series)
      group by input
    )
    from listed full join past using (input)`)
  return intakes.map((intake, input) => {
    const { name: source, adapter, file, publisher, licence, attribution } = intake
    const { retrieved_at, sha256, read, rejections } = intake
    const found = counts.find((each) => each.input === input)
    return {
      source,
      kind: adapter.kind,
      file,
      publisher,
      licence,
      attribution,
      retrieved_at,
      sha256,
      edition: editionOf(intake),
      read,
      used: found?.used ?? 0,
      merged: found?.merged ?? 0,
      history: found?.history ?? 0,
      rejected: rejections.total + (found?.refused ?? 0),
    }
  })
}
