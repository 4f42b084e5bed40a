import { instantText } from '../../http/parameters/canonical.ts'
import { Bitmap } from '../sets/bitmap.ts'
import { memoize } from '../../../data/memoize.ts'

/**
 * The farms' dates of last change. `seconds`: per row, since 1970; 0 = the snapshot itself, which was built at
 * `builtAt`.
 */
export function changeDatesOf(seconds: Uint32Array, builtAt: string) {
  const built = new Date(builtAt)
  /** The number of distinct dates is the number of snapshots in which these farms last changed. */
  const fieldOf = memoize((changed: number) => {
    const date = instantText(changed === 0 ? built : new Date(changed * 1000))
    return Buffer.from(`,"changed_at":"${date}"`)
  })
  return {
    /** The farms that changed after `since`, milliseconds since 1970. */
    rowsAfter(since: number): Bitmap {
      const isNewer = built.getTime() > since
      return Bitmap.where(seconds.length, (row) =>
        seconds[row] === 0 ? isNewer : seconds[row]! * 1000 > since,
      )
    },

    /** The date of a row as a field of a JSON object, `,"changed_at":"…"`: RFC 3339, UTC. */
    fieldOf: (row: number): Buffer => fieldOf(seconds[row]!),
  }
}
