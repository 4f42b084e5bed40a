import type { SnapshotDatabase } from './database.ts'

/** The fate of a farm id that the snapshot does not have. */
export type Fate =
  | { event: 'merged'; into: string }
  | { event: 'removed'; lastSnapshot: string | null }
  /** No source lists it any more. `lastListed`: the date of the last edition that did. */
  | { event: 'left'; lastSnapshot: string | null; name: string | null; lastListed: string | null }

/** Reads former farm ids: the view `lineage`, without splits, since both farms of a split remain. */
export async function readLineage(database: SnapshotDatabase) {
  const rows = await database.rows(
    `select farm_id, event, successor_id, last_snapshot, name, last_listed::varchar
     from lineage
     where event <> 'split'`,
  )
  const fates = new Map(rows.map((row) => [row[0] as string, readFate(...(row as Row))]))
  return {
    /** Returns an id's final fate: a farm that it was merged into may have been merged too. */
    fateOf(id: string): Fate | undefined {
      const seen = new Set<string>()
      let found = fates.get(id)
      while (found?.event === 'merged' && !seen.has(found.into) && fates.has(found.into)) {
        seen.add(found.into)
        found = fates.get(found.into)
      }
      return found
    },
  }
}

type Text = string | null
type Row = [id: string, event: string, into: Text, last: Text, name: Text, lastListed: Text]

function readFate(...[, event, into, lastSnapshot, name, lastListed]: Row): Fate {
  if (event === 'merged' && into !== null) return { event, into }
  if (event === 'removed') return { event, lastSnapshot }
  if (event === 'left') return { event, lastSnapshot, name, lastListed }
  throw new Error(`lineage has the event ${event} with the successor ${into}`)
}
