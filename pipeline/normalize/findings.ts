import { Tally, type Counts } from '../tally.ts'

/** Findings as plain data, which other threads can hand over. */
export type Found = {
  unknownTerms: [vocabulary: string, terms: Counts][]
  unreadable: Counts
  schedulesRead: number
  schedulesUnread: number
}

export const foundAny = ({ unknownTerms, unreadable, ...schedules }: Found): boolean =>
  unknownTerms.length + unreadable.length + schedules.schedulesRead + schedules.schedulesUnread > 0

/** Values that normalizing could not read, over all sources. */
export class Findings {
  /** Vocabulary → unknown terms, which are kept verbatim. */
  readonly unknownTerms = new Map<string, Tally>()
  /** Unreadable addresses, which are left out, by field and reason. */
  readonly unreadable = new Tally()
  schedulesRead = 0
  schedulesUnread = 0

  addUnknown(vocabulary: string, terms: readonly string[]): void {
    if (terms.length === 0) return
    const tally = this.#unknownOf(vocabulary)
    for (const term of terms) tally.add(term)
  }

  get found(): Found {
    const { unknownTerms, unreadable, schedulesRead, schedulesUnread } = this
    return {
      unknownTerms: Array.from(unknownTerms, ([vocabulary, { entries }]) => [vocabulary, entries]),
      unreadable: unreadable.entries,
      schedulesRead,
      schedulesUnread,
    }
  }

  /** Adds other findings, such as those of another thread. */
  include({ unknownTerms, unreadable, schedulesRead, schedulesUnread }: Found): void {
    for (const [vocabulary, terms] of unknownTerms) this.#unknownOf(vocabulary).include(terms)
    this.unreadable.include(unreadable)
    this.schedulesRead += schedulesRead
    this.schedulesUnread += schedulesUnread
  }

  /** The findings of several sources together. */
  static sum(all: Iterable<Findings>): Findings {
    const sum = new Findings()
    for (const { found } of all) sum.include(found)
    return sum
  }

  #unknownOf(vocabulary: string): Tally {
    const tally = this.unknownTerms.get(vocabulary) ?? new Tally()
    this.unknownTerms.set(vocabulary, tally)
    return tally
  }

  /** Vocabulary → number of unknown terms, repeats included. */
  unknownTotals(): Record<string, number> {
    return Object.fromEntries(
      [...this.unknownTerms].map(([vocabulary, tally]) => [vocabulary, tally.total]),
    )
  }
}

/** Remarks on one row in its provenance, besides its values. */
export class Remarks {
  /** Names of the rules that changed something. */
  readonly corrections: string[] = []
  readonly #kept: Record<string, string[]> = {}

  /** Records a correction, once. */
  correct(rule: string): void {
    if (!this.corrections.includes(rule)) this.corrections.push(rule)
  }

  /** Keeps a text that its field cannot hold. */
  keep(field: string, text: string): void {
    this.#kept[field] = [...(this.#kept[field] ?? []), text]
  }

  /** The kept texts by field; null if there are none. */
  get keptTexts(): Record<string, string[]> | null {
    return Object.keys(this.#kept).length > 0 ? this.#kept : null
  }
}
