import { LRUCache } from 'lru-cache'
import { noHours } from '../../../data/schema/serving/silent_schedules.ts'
import { Listings } from '../columns/listings.ts'
import { textSince } from '../columns/text_index.ts'
import { FarmPrices } from '../columns/code_lists.ts'
import { newSets, type Snapshot } from '../open.ts'
import { SaidAges } from './said_figures.ts'
import { SaidSince } from './said_since.ts'
import { FieldCodes } from '../sets/field_codes.ts'
import { memoizeWeakly } from '../../../data/memoize.ts'

/** The latest days asked for, and their share of the memory for sets, each. */
const [mostDays, ofDay] = [4, 0.1]

const viewsOf = memoizeWeakly<Snapshot['columns'], LRUCache<number, Snapshot, Snapshot>>(
  () =>
    new LRUCache({
      max: mostDays,
      memoMethod: (day, _stale, { context: snapshot }) => viewSince(snapshot, day),
    }),
)

const wholes = new WeakMap<Snapshot, Snapshot>()

/** The snapshot with all its statements, of a view or of itself. */
export const wholeOf = (snapshot: Snapshot): Snapshot => wholes.get(snapshot) ?? snapshot

/**
 * Returns a snapshot in which groups of fields that were last said before a day (since 1970) are unknown, to
 * filters, counts and figures alike. The farms' cards still show them.
 */
export const snapshotSince = (snapshot: Snapshot, day: number): Snapshot =>
  viewsOf(snapshot.columns).memo(day, { context: snapshot })

function viewSince(snapshot: Snapshot, day: number): Snapshot {
  const { columns, farms, saidDays, text, setsMemory_bytes } = snapshot
  const since = new SaidSince(saidDays, day)
  const fieldCodes = new FieldCodes(columns, farms, since)
  const ofRow = columns.schedules.ofRow.map((schedule, row) =>
    since.isUnknown(row, 'hours') ? noHours : schedule,
  )
  const view = {
    ...snapshot,
    ...newSets(setsMemory_bytes * ofDay),
    saidSince: since,
    saidAges: new SaidAges(columns.farms.saidAt, day),
    fieldCodes,
    listings: new Listings(columns.listings, since.rows('listings')),
    prices: new FarmPrices(columns.prices, (row) => since.isUnknown(row, 'listings')),
    schedules: { ...columns.schedules, ofRow },
    text: textSince(text, since),
  }
  wholes.set(view, snapshot)
  return view
}
