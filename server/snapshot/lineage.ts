import type { SnapshotDatabase } from './database.ts'

/** What became of a farm id that is no farm of the snapshot. */
export type Fate =
  | { event: 'merged'; into: string }
  | { event: 'removed' }
  /** No source lists it any more. `lastListed`: the date of the last edition that did. */
  | { event: 'left'; name: string | null; lastListed: string | null }

type Row = [
  id: string,
  event: string,
  successor: string | null,
  name: string | null,
  lastListed: string | null,
]

/** The farm ids that once were: the view `lineage`, without splits, whose farms both go on. */
export class Lineage {
  readonly #fates: Map<string, Fate>

  constructor(fates: Map<string, Fate>) {
    this.#fates = fates
  }

  static async read(database: SnapshotDatabase): Promise<Lineage> {
    const rows = await database.rows(
      `select farm_id, event, successor_id, name, last_listed::varchar from lineage
       where event <> 'split'`,
    )
    return new Lineage(new Map((rows as Row[]).map(([id, ...row]) => [id, fate(...row)])))
  }

  /** What became of an id in the end: a farm that it was merged into may have been merged too. */
  fateOf(id: string): Fate | undefined {
    const seen = new Set<string>()
    let found = this.#fates.get(id)
    while (found?.event === 'merged' && !seen.has(found.into) && this.#fates.has(found.into)) {
      seen.add(found.into)
      found = this.#fates.get(found.into)
    }
    return found
  }
}

function fate(
  event: string,
  successor: string | null,
  name: string | null,
  lastListed: string | null,
): Fate {
  if (event === 'merged' && successor !== null) return { event, into: successor }
  if (event === 'removed') return { event }
  if (event === 'left') return { event, name, lastListed }
  throw new Error(`lineage has the event ${event} with the successor ${successor}`)
}
