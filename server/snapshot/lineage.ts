import type { SnapshotDatabase } from './database.ts'

/** The fate of a farm id that the snapshot does not have. */
export type Fate =
  | { event: 'merged'; into: string }
  | { event: 'removed'; lastSnapshot: string | null }
  /** No source lists it any more. `lastListed`: the date of the last edition that did. */
  | { event: 'left'; lastSnapshot: string | null; name: string | null; lastListed: string | null }

type Row = {
  event: string
  successor: string | null
  lastSnapshot: string | null
  name: string | null
  lastListed: string | null
}

/** Former farm ids: the view `lineage`, without splits, since both farms of a split remain. */
export class FarmFates {
  readonly #fates: Map<string, Fate>

  constructor(fates: Map<string, Fate>) {
    this.#fates = fates
  }

  static async read(database: SnapshotDatabase): Promise<FarmFates> {
    const rows = await database.rows(
      `select farm_id, event, successor_id, last_snapshot, name, last_listed::varchar
       from lineage
       where event <> 'split'`,
    )
    const fates = rows.map((row): [string, Fate] => {
      const [id, event, successor, lastSnapshot, name, lastListed] = row as string[]
      return [id!, fateOf({ event, successor, lastSnapshot, name, lastListed } as Row)]
    })
    return new FarmFates(new Map(fates))
  }

  /** Returns an id's final fate: a farm that it was merged into may have been merged too. */
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

function fateOf({ event, successor, lastSnapshot, name, lastListed }: Row): Fate {
  if (event === 'merged' && successor !== null) return { event, into: successor }
  if (event === 'removed') return { event, lastSnapshot }
  if (event === 'left') return { event, lastSnapshot, name, lastListed }
  throw new Error(`lineage has the event ${event} with the successor ${successor}`)
}
