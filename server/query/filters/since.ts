import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { FilterRequest } from './filter.ts'

/** A moment; or the id of a snapshot, and what is later than that is wanted. */
type Since = Date | string

/** The farms that changed in a snapshot built at a moment or later, or later than another. */
export function changedSince(since: Since, { snapshot }: FilterRequest): Condition[] {
  const isLater = typeof since === 'string'
  const from = isLater ? builtAt(since) : since
  // Moments have whole milliseconds: later than the one before is then or later.
  const after_ms = isLater ? from.getTime() : from.getTime() - 1
  return [{ key: `changed_at>${after_ms}`, rows: () => snapshot.changeDates.rowsAfter(after_ms) }]
}

/** An id begins with the second in which the snapshot was built. */
const builtAt = (id: string) =>
  new Date(id.slice(0, 16).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))

/** The farms whose date in a column is of a moment's day or later, or later than a snapshot's editions. */
export const listedSince =
  (column: 'first_listed' | 'last_listed') =>
  (since: Since, { snapshot, editions }: FilterRequest): Condition[] => {
    const isLater = typeof since === 'string'
    const from = isLater ? (editions?.get(since) ?? null) : dateOf(since)
    return [
      {
        key: `${column} ${isLater ? '>' : '>='} ${from}`,
        sql: `${dates[column]} ${isLater ? '>' : '>='} coalesce($since::date, '-infinity'::date)`,
        params: {
          since: from,
          ...(column === 'last_listed' && { edition: snapshot.manifest.edition }),
        },
      },
    ]
  }

/** What an answer shows: in the file the newest edition is left out (farms.sql). */
const dates = {
  first_listed: 'first_listed',
  last_listed: 'case when first_listed is not null then coalesce(last_listed, $edition::date) end',
}

/** Editions have days alone: `YYYY-MM-DD`. */
const dateOf = (moment: Date) => moment.toISOString().replace(/T.*/, '')
