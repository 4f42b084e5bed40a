import { epochDay } from '../../../data/calendar.ts'
import { noDay } from '../../../data/schema/serving/columns.ts'
import { lastListedDay } from '../../snapshot/figures.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import { Bitmap } from '../../snapshot/sets/bitmap.ts'
import type { Condition } from '../../snapshot/sets/row_sets.ts'
import type { FilterRequest } from './filter.ts'

/** A moment, included; or a snapshot's id, excluded. */
type Since = Date | string

/** The farms that changed in a snapshot built at or after a moment, or after another snapshot. */
export function changedSince(since: Since, { snapshot }: FilterRequest): Condition[] {
  const isLater = typeof since === 'string'
  const from = isLater ? builtAt(since) : since
  // Moments have whole milliseconds, so "at or after" is "later than the previous millisecond".
  const after_ms = isLater ? from.getTime() : from.getTime() - 1
  return [{ key: `changed_at>${after_ms}`, rows: () => snapshot.changeDates.rowsAfter(after_ms) }]
}

/** An id begins with the second in which the snapshot was built. */
const builtAt = (id: string) =>
  new Date(id.slice(0, 16).replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))

/** The farms that a source updated at or after a moment. */
export function updatedSince(since: Date, { snapshot }: FilterRequest): Condition[] {
  const { farms, farmColumns } = snapshot
  const from = since.getTime()
  const rows = () => Bitmap.where(farms, (row) => farmColumns.updatedAt[row]! >= from)
  return [{ key: `updated_at>=${from}`, rows }]
}

/** The farms first or last listed on or after a moment's day, or after a snapshot's editions. */
export const listedSince =
  (which: 'first' | 'last') =>
  (since: Since, { snapshot, editions }: FilterRequest): Condition[] => {
    const after = typeof since === 'string' ? dayOf(editions?.get(since) ?? null) : dayOf(since) - 1
    const dayOfRow =
      which === 'first'
        ? firstListed(snapshot)
        : lastListedDay(snapshot.farmColumns, snapshot.manifest)
    const rows = () => Bitmap.where(snapshot.farms, (row) => dayOfRow(row) > after)
    return [{ key: `${which}_listed>${after}`, rows }]
  }

const firstListed =
  ({ farmColumns }: Snapshot) =>
  (row: number): number =>
    farmColumns.firstListed[row]!

const dayOf = (date: string | Date | null): number =>
  date === null ? noDay : epochDay(new Date(date))
