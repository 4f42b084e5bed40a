import { z } from 'zod'
import list from '../../../data/successions.json' with { type: 'json' }

/**
 * The part of one file that belongs to one series: `edition` is its date (`YYYY-MM-DD`). A series that
 * continues another belongs to the same succession and has a later turn.
 */
export type Edition = {
  input: number
  series: string
  succession: string
  turn: number
  edition: string
  /** True if an earlier build read it. */
  known: boolean
}

/** The edition of a succession that the last snapshot was made from; null = older than any dated edition. */
export type Current = Pick<Edition, 'succession' | 'turn'> & { edition: string | null }

/**
 * The sets of editions to replay, oldest first: one set per date of an unread edition, and last the current
 * editions. Files of one series and date are parts of one edition.
 *
 * A new succession begins with its first edition. A succession of the last snapshot keeps its current edition
 * while others catch up. A late edition, older than the one in that snapshot, is read beside the current
 * edition, so that no live listing disappears.
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
  return epochs.filter((listed, at) => listed === now || !areEqual(listed, epochs[at + 1]))
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

const compare = (one: Current, other: Current): number =>
  one.turn - other.turn || byText(one.edition ?? '', other.edition ?? '')

const areEqual = (some: Edition[], others: Edition[] = []) =>
  some.length === others.length && some.every((each, at) => each === others[at])

const byText = (one: string, other: string) => (one < other ? -1 : Number(one > other))

const text = z.string().min(1)

/**
 * A series that continues another: from its first edition on, it decides what is listed. `ground`: the
 * measurement that shows it.
 */
const succession = z.strictObject({ series: text, succeeds: text, ground: text })
const successions = z.array(succession).parse(list)

/** The predecessors of a series, oldest first. */
function predecessorsOf(series: string): string[] {
  const succeeds = successions.find((each) => each.series === series)?.succeeds
  return succeeds === undefined ? [] : [...predecessorsOf(succeeds), succeeds]
}

type Turn = Pick<Edition, 'succession' | 'turn'>

/** The successions in `data/successions.json`. */
export const turns = new Map<string, Turn>(
  successions.map(({ series }) => {
    const before = predecessorsOf(series)
    return [series, { succession: before[0]!, turn: before.length }]
  }),
)

/** The place of a series; one without a successor or a predecessor is alone. */
export const turnOf = (series: string): Turn => turns.get(series) ?? { succession: series, turn: 0 }
