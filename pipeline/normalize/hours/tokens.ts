import { days as week, type Day } from '../../../data/schema/hours.ts'
import type { Clock } from './clock.ts'
import { plainWording } from './wording.ts'

/** A word of a schedule. */
export type Token =
  | { kind: 'days'; days: Day[] }
  | { kind: 'clock'; clock: Clock }
  | { kind: 'to' | 'and' | 'break' | 'closed' | 'all day' }

/** Splits the text of a schedule into its tokens; null if a word is unknown. */
export function tokenize(text: string): Token[] | null {
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

type Groups = Partial<Record<string, string>>
type Word = { pattern: RegExp; tokens: (groups: Groups) => Token[] }

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
  word(String.raw`(?:[ :.]|(?:open|only|hours|from|every|each|on|at)(?![a-z]))`, () => []),
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
