/**
 * What one file holds of one series: `edition` is its date (`YYYY-MM-DD`). A series that continues
 * another is of the same succession and has a later turn.
 */
export type Edition = {
  input: number
  series: string
  succession: string
  turn: number
  edition: string
  /** It was read in an earlier build. */
  known: boolean
}

/** Of a succession, the edition that the last snapshot was made from; null = older than any that has a date. */
export type Current = Pick<Edition, 'succession' | 'turn'> & { edition: string | null }

/**
 * What is listed from one moment to the next, oldest first: the editions that decide at each date of
 * one that no build has read, and last those that decide now. Files of one series and date are parts
 * of one edition.
 *
 * A succession of which nothing was known begins with its first edition. One that the last snapshot
 * had stays as it is now while others are caught up on; an edition of it that is older than that
 * snapshot's is looked at beside what is listed now, since nothing live may fade for it.
 */
export function epochsOf(read: Edition[], before: Current[]): Edition[][] {
  const successions = [...Map.groupBy(read, ({ succession }) => succession).values()]
  const known = new Map(before.map((current) => [current.succession, current]))
  const now = successions.flatMap(newestOf)
  const unread = read.flatMap((each) => (each.known ? [] : each.edition))
  const past = [...new Set(unread)]
    .toSorted()
    .map((date) =>
      successions.flatMap((editions) =>
        listedAt(date, editions, known.get(editions[0]!.succession)),
      ),
    )
  const epochs = [...past, now]
  return epochs.filter(
    (listed, at) => listed === now || (listed.length > 0 && !areEqual(listed, epochs[at + 1])),
  )
}

function listedAt(date: string, editions: Edition[], last: Current | undefined): Edition[] {
  const until = editions.filter(({ edition }) => edition <= date)
  if (!last) return newestOf(until)
  const since = newestOf(until.filter((each) => compare(each, last) > 0))
  if (since.length > 0) return since
  const now = newestOf(editions)
  const isLate = ({ edition, known }: Edition) => edition === date && !known
  return editions.filter((each) => now.includes(each) || isLate(each))
}

function newestOf(editions: Edition[]): Edition[] {
  const newest = editions.toSorted(compare).at(-1)
  return newest ? editions.filter((each) => compare(each, newest) === 0) : []
}

/** By turn, then by date. */
const compare = (one: Current, other: Current): number =>
  one.turn - other.turn || byText(one.edition ?? '', other.edition ?? '')

const areEqual = (some: Edition[], others: Edition[] = []) =>
  some.length === others.length && some.every((each, at) => each === others[at])

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other))
