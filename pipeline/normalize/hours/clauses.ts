import { type Day, days as week } from '../../../data/schema/hours.ts'
import { daysBetween } from './calendar.ts'
import { isClock24, readOpening, type Opening, type Clock } from './clock.ts'
import { readAll, plainWording } from './wording.ts'

/** One statement of a schedule: the openings of these days. Without openings, the days are closed. */
export type Clause = { days: Day[]; openings: Opening[] }

type Of<K extends Token['kind']> = Extract<Token, { kind: K }>

/**
 * Reads the statements of a schedule, each with its days first (`Sat 9am-1pm`), or each with its times first
 * (`9am-1pm Sat`). Returns null if any part is not understood.
 */
export function readClauses(text: string): Clause[] | null {
  const tokens = tokenize(text)
  if (tokens === null || tokens.length === 0) return null
  const reader = new Reader(tokens)
  const daysFirst = tokens[0]!.kind === 'days' || tokens[0]!.kind === 'closed'
  const clauses: Clause[] = []
  do {
    const clause = daysFirst ? readDaysFirst(reader) : readTimesFirst(reader)
    if (clause === null) return null
    clauses.push(clause)
    reader.skip('and', 'break')
  } while (!reader.done)
  return clauses
}

/** Reads times without days, `9am-noon & 1pm-5pm`; null if the text contains anything else. */
export function readTimes(text: string): Opening[] | null {
  const tokens = tokenize(text)
  if (tokens === null || tokens.length === 0) return null
  const reader = new Reader(tokens)
  const openings = readOpenings(reader)
  return reader.done ? openings : null
}

/** A cursor over the tokens. */
class Reader {
  readonly #tokens: Token[]
  readonly clock24: boolean
  #at = 0
  constructor(tokens: Token[]) {
    this.#tokens = tokens
    this.clock24 = isClock24(
      tokens.flatMap((token) => (token.kind === 'clock' ? [token.clock] : [])),
    )
  }
  get done() {
    return this.#at === this.#tokens.length
  }
  /** Takes the next token if it is of this kind. */
  take<K extends Token['kind']>(kind: K): Of<K> | null {
    return this.takeAll(kind)?.[0] ?? null
  }
  /** Takes the next tokens if they are of these kinds, in this order; otherwise none of them. */
  takeAll<K extends Token['kind'][]>(...kinds: K): { [I in keyof K]: Of<K[I]> } | null {
    const next = this.#tokens.slice(this.#at, this.#at + kinds.length)
    if (next.length < kinds.length || next.some((token, i) => token.kind !== kinds[i])) return null
    this.#at += kinds.length
    return next as { [I in keyof K]: Of<K[I]> }
  }
  /** Moves to the next token if it is of this kind, skipping one `and`. */
  continues(kind: Token['kind']): boolean {
    const ahead = this.#tokens[this.#at]?.kind === 'and' ? 1 : 0
    const found = this.#tokens[this.#at + ahead]?.kind === kind
    if (found) this.#at += ahead
    return found
  }
  skip(...kinds: Token['kind'][]) {
    while (!this.done && kinds.includes(this.#tokens[this.#at]!.kind)) this.#at++
  }
}

function readDaysFirst(reader: Reader): Clause | null {
  if (reader.take('closed')) return clause(readDays(reader), [])
  const days = readDays(reader)
  reader.skip('and')
  return clause(days, reader.take('closed') ? [] : readOpenings(reader))
}

function readTimesFirst(reader: Reader): Clause | null {
  const openings = readOpenings(reader)
  reader.skip('and')
  return clause(readDays(reader), openings)
}

function clause(days: Day[] | null, openings: Opening[] | null): Clause | null {
  return days && openings && { days, openings }
}

/** `Mon`, `Mon-Fri`, `Sat/Sun`, `Mon, Tu, Th`, `Tues Thurs`. */
function readDays(reader: Reader): Day[] | null {
  const days = new Set<Day>()
  do {
    const range = reader.takeAll('days', 'to', 'days')
    const named = range ? daysOfRange(range[0].days, range[2].days) : reader.take('days')?.days
    if (!named) return null
    for (const day of named) days.add(day)
  } while (reader.continues('days'))
  return [...days]
}

/** Each end of a range is one day: not `weekdays-Sun`. */
function daysOfRange([from, ...more]: Day[], [to, ...evenMore]: Day[]): Day[] | null {
  if (!from || !to || from === to || more.length > 0 || evenMore.length > 0) return null
  return daysBetween(from, to)
}

/** `9am-1pm`, `9am-noon & 1pm-5pm`, `24 hours`. */
function readOpenings(reader: Reader): Opening[] | null {
  if (reader.take('all day')) return [{ opens: 0, closes: 24 * 60, halves: false }]
  const pairs: Of<'clock'>[][] = []
  do {
    const pair = reader.takeAll('clock', 'to', 'clock')
    if (!pair) return null
    pairs.push([pair[0], pair[2]])
  } while (reader.continues('clock'))
  return readAll(pairs, ([from, to]) => readOpening(from!.clock, to!.clock, reader.clock24))
}

/** A word of a schedule. */
type Token =
  | { kind: 'days'; days: Day[] }
  | { kind: 'clock'; clock: Clock }
  | { kind: 'to' | 'and' | 'break' | 'closed' | 'all day' }

/** Splits the text of a schedule into its tokens; null if a word is unknown. */
function tokenize(text: string): Token[] | null {
  const plain = plainWording(text)
  const tokens: Token[] = []
  let at = 0
  while (at < plain.length) {
    const found = nextWord(plain, at)
    if (found === null) return null
    tokens.push(...found.tokens)
    at = found.end
  }
  return tokens
}
type Word = { pattern: RegExp; tokens: (groups: Partial<Record<string, string>>) => Token[] }

function nextWord(plain: string, at: number): { tokens: Token[]; end: number } | null {
  for (const { pattern, tokens } of words) {
    pattern.lastIndex = at
    const match = pattern.exec(plain)
    if (match) return { tokens: tokens(match.groups ?? {}), end: pattern.lastIndex }
  }
  return null
}

const word = (pattern: string, tokens: Word['tokens']): Word => ({
  pattern: new RegExp(pattern, 'y'),
  tokens,
})
const dayWord = (pattern: string, ...days: Day[]) =>
  word(String.raw`(?:${pattern})(?![a-z])\.?`, () => [{ kind: 'days', days }])

/** In order of precedence. */
const words: Word[] = [
  word(String.raw`24 ?\/ ?7(?!\d)`, () => [{ kind: 'days', days: [...week] }, { kind: 'all day' }]),
  word(String.raw`(?:all day|24 ?-?(?:hours|hrs?)(?: a day)?)(?![a-z])`, () => [
    { kind: 'all day' },
  ]),
  dayWord('(?:7|seven) days(?: a| per)?(?: week)?|daily|every ?day', ...week),
  dayWord('weekdays?', ...week.slice(0, 5)),
  dayWord('weekends?', 'sat', 'sun'),
  dayWord('mo?|mon(?:days?)?', 'mon'),
  dayWord('tu?|tues?(?:days?)?', 'tue'),
  dayWord('we?|wed(?:s|nesdays?)?', 'wed'),
  dayWord('th|thu(?:rs?|rsdays?)?', 'thu'),
  dayWord('fr?|fri(?:days?)?', 'fri'),
  dayWord('sa|sat(?:urdays?)?', 'sat'),
  dayWord('su|sun(?:days?)?', 'sun'),
  word('(?:noon|midday)(?![a-z])', () => [{ kind: 'clock', clock: { word: 'noon' } }]),
  word('midnight(?![a-z])', () => [{ kind: 'clock', clock: { word: 'midnight' } }]),
  word(
    String.raw`(?<hour>\d{1,2})(?:[:.](?<minute>\d\d))?(?!\d)(?:\s?(?<half>[ap])(?:\.?\s?m(?![a-z])\.?|(?![a-z])\.?))?`,
    ({ hour = '', minute = '0', half }) => [{ kind: 'clock', clock: numeric(hour, minute, half) }],
  ),
  word('(?:-|(?:to|thru|through|until|till?)(?![a-z]))', () => [{ kind: 'to' }]),
  word(String.raw`(?:[,/&+]|and(?![a-z]))`, () => [{ kind: 'and' }]),
  word('[;|]', () => [{ kind: 'break' }]),
  word('closed(?![a-z])', () => [{ kind: 'closed' }]),
  word(
    String.raw`(?:[ :.]|(?:open|only|hours|from|every|each|on|at|rain or shine)(?![a-z]))`,
    () => [],
  ),
]

function numeric(hour: string, minute: string, half: string | undefined): Clock {
  return {
    word: null,
    hour: Number(hour),
    minute: Number(minute),
    half: half === 'a' ? 'am' : half === 'p' ? 'pm' : null,
    leadingZero: /^0\d/.test(hour),
  }
}
