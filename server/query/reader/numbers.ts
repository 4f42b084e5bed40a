import { states } from '../../../data/geography/states.ts'
import { type Part, plainly, type Unanswered, without, type Span } from './draft.ts'
import { readPoint } from './place_text.ts'
import { closedTimes, fullDay, readTimes } from './times.ts'
import { numerals } from './words.ts'

const radius =
  /\b(?:(?:(?:within|inside|under|less than|up to)(?: an?)?|a menos de|en un radio de|a) )?(\d{1,3}(?:\.\d+)?) ?-?(mi|miles?|millas?|kms?|kilomet(?:er|re)s?|kilometros?)\b(?: radius)?(?: (?:of|from|around|away from|de|alrededor de)\b)?/
const ofPlace = /(?:of|from|around|de)$/

const price =
  '(?:\\$ ?\\d+(?:\\.\\d\\d?)?|\\d+(?:\\.\\d\\d?)? ?(?:dollars?|bucks|usd|dolares|pesos))'
const amount =
  '(?:lbs?|pounds?|dozens?|bushels?|pecks?|gallons?|pints?|quarts?|cases|flats?|box|boxes|kilos?|libras?|docenas?|galon(?:es)?)'
const period = '(?:week|month|season|share|semana|mes|temporada)'
const duration =
  '(?:half an hour|half hour|an hour|\\d+(?:\\.\\d+)? ?-?(?:min(?:ute)?s?|h(?:ou)?rs?|minutos|horas?)|media hora|una hora)'

/** `west virginia` and `west new york` are no parts of a state. */
const ofState = `(?:${states.map(({ name }) => name.toLowerCase()).join('|')})`
/** `upstate ny`, but not `eastern or western`. */
const abbreviated = states
  .map(({ abbr }) => abbr.toLowerCase())
  .filter((abbr) => !/^(?:as|de|hi|id|in|me|ok|or)$/.test(abbr))
  .join('|')

const phone =
  /(?:\b(?:call|(?:phone |telephone )?number|phone|tel(?:ephone)?|telefono)[.:]? )?(?<![\w.+-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}(?![\w-])/
const host = '[a-z0-9-]+(?:\\.[a-z0-9-]+)*'
/** A website or an email address; without `www` or `@`, by its ending. */
const website = new RegExp(
  `(?<![\\w.+-])(?:(?:[\\w.+-]+@|https?://|www\\.)${host}|${host}\\.(?:com|org|net|us|farm|farms|coop|edu|gov|info|biz))(?![\\w-])(?:/[^\\s,;]*)?`,
)

const month =
  'january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'

const partOfYear = 'winter|summer|spring|fall|autumn|invierno|verano|primavera|otono'
const holiday =
  "(?:labor|memorial|columbus|veterans?|independence|mother[’']?s|father[’']?s) day|black friday|(?:4th|fourth) of july"
const openHoliday =
  "(?:christmas|thanksgiving|new year[’']?s|easter)(?: eve| day| sunday| weekend)?"
const weekOfMonth = 'no filter by week of the month: name a date, such as open on July 4'
const ordinal = '(?:1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)'

const count = `(?:\\d{1,2}|${numerals.join('|')})`

type Unanswerable = [pattern: RegExp, reason: string]

const contacts: Unanswerable[] = [
  [phone, 'no filter by telephone number: enter the name of the farm'],
  [website, 'no filter by website or email address: enter the name of the farm'],
]

/** Why a text that is a telephone number, website or email address finds no farm; null for other texts. */
export function noContact(text: string): string | null {
  const plain = plainly(text)
  return contacts.find(([pattern]) => pattern.exec(plain)?.[0] === plain)?.[1] ?? null
}

/** Conditions that no request can state, and why. */
const unanswerable: Unanswerable[] = [
  ...contacts,
  [closedTimes, 'no filter finds closed farms: name a day or time when they are open'],
  [
    new RegExp(
      `\\b(?:(?:in|during|en) (?:the |el |la )?(?:${month}|(?:${partOfYear})(?!,? (?:${ofState}|${abbreviated})\\b))|(?:in )?(?<!\\b(?:four|4|all|every|each|multi|per|a) )season(?: now)?|de temporada)\\b(?! \\d)|\\b(?:open )?(?:all )?year[ -]?round\\b|\\b(?:open )?all (?:year|${partOfYear})\\b|\\b(?:(?:from|de) )?(?:${month}) (?:to|through|thru|until|till?|a|hasta) (?:${month})\\b(?! \\d)|\\btodo el ano\\b|(?<=\\w )(?<!\\b(?:cape|4th of|fourth of) )(?:${month})$`,
    ),
    'no filter by season: name a date, such as open on July 4',
  ],
  [
    new RegExp(
      `\\b(?:open(?:s|ed)? )?(?:on |for )?(?:the )?(?:${holiday})(?: weekend)?\\b|\\b(?:open(?:s|ed)? (?:on |for )?|on |for )${openHoliday}\\b(?! (?:tree|wreath))|^${openHoliday}$|\\b${openHoliday}(?= markets?\\b)`,
    ),
    'no filter by holiday: name a date, such as open on July 4',
  ],
  [
    new RegExp(
      `\\b(?:the |every |each )*${ordinal}(?:(?:,| and| &| or|,? and) ${ordinal})*(?= (?:${fullDay})\\b)`,
    ),
    weekOfMonth,
  ],
  [/\b(?:of|in) (?:the|each|every) month\b/, weekOfMonth],
  [
    /\b(?:(?:with|for|con|para) (?:my |our |the |mis |los )?)?(?:kids?|children|ninos)(?:[ -]friendly)?\b|\bfor seniors\b(?! (?:check|coupon|farm|market|nutrition|voucher))|\b(?:for|to|para) (?:(?:my|our|a|the|mi|un) )?restaurant(?:e?s|e)?\b/,
    'no filter by who visits or buys',
  ],
  [
    new RegExp(
      `\\b(?:in|near|en|cerca de) (?:canada|mexico|ontario|quebec|british columbia|england|europe)\\b(?!,? (?:[a-z]{2}|${ofState})\\b)`,
    ),
    'only places in the United States are listed',
  ],
  [
    /\b(?:(?:off|along|near|on|by) (?:of )?)?(?:i-?\d{1,3}|interstate \d{1,3})\b|\b(?:off|along) (?:of )?(?:us |state )?(?:route|rte|rt|highway|hwy) \d{1,3}\b/,
    'no filter by road: name a place and a radius',
  ],
  [
    /\b(?:(?:just|north|south|east|west|northeast|northwest|southeast|southwest) )*(?:north|south|east|west|northeast|northwest|southeast|southwest) (?:side )?of\b|(?<!\b(?:upper|lower) )\b(?:north|south|east|west) side\b(?! markets?\b)/,
    'no filter by direction: name a place and a radius',
  ],
  [
    /\b(?:open(?:s|ed)? )?(?:(?:7|seven) days a week|(?<=open )(?:7|seven) days|every ?day(?: of the week)?|daily|todos los dias)\b/,
    'no filter finds what is open every day: name a day',
  ],
  [
    new RegExp(
      `\\b(?:(?:(?:north|south)(?:east|west)(?:ern)?|(?:north|south|east|west)ern|(?:(?:north|south|east|west) )?central|upstate|downstate)(?= (?:${ofState}|${abbreviated})\\b)|(?:north|south|east|west)(?= (?!virginia|new york)${ofState}\\b)|(?:no|so)\\.(?= ${ofState}\\b))`,
    ),
    'no filter by part of a state',
  ],
  [
    /\b(?:(?:open|abierto) )?(?:24[ -]?h(?:ou)?rs?(?: a day)?|24 ?\/ ?7|(?:las )?24 horas|all night|toda la noche)(?![\w])/,
    'no filter finds what never closes: name a time, such as open at 11pm',
  ],
  [
    new RegExp(
      `(?:\\b(?:under|less than|below|up to|max|around|for|at|menos de|hasta|por) )*(?<![\\w$])${price}(?:(?: (?:an?|per|each|or less|por|la|al)| ?\\/)+ ?(?:${amount}|${period})?| ${amount}|(?: (?:week|month)ly))*(?!\\w)`,
    ),
    'no filter by price',
  ],
  [/\b(?:cheap(?:er|est)?|affordable|inexpensive|barat[oa]s?)\b/, 'no filter by price'],
  [
    new RegExp(
      `\\b(?:(?:\\d+|${numerals.join('|')}|an?|half|by the|per|una?|por) )+${amount}\\b|\\b(?:in )?bulk\\b|\\b${amount}(?= (?:of|de)\\b)`,
    ),
    'no filter by amount',
  ],
  [
    new RegExp(
      `\\btop ${count}\\b|(?<!(?:route|rte|hwy|highway) |[-–] ?)\\b${count}(?= (?:closest|nearest|best|farms|(?:farmer[’']?s[’']? )?markets|csas|places)\\b)`,
    ),
    'no filter by number: a list has all that match',
  ],
  [
    new RegExp(`\\bopen(?:s|ed)? (?:(?:in|within|for|the|another|next|at least) )+${duration}`),
    'no filter counts from now: name a time, such as open at 3pm',
  ],
  [
    new RegExp(
      `\\b(?:(?:within|in|about|less than|a menos de|a) )*${duration}(?:[’']s?)?(?: (?:drive|walk|ride|away|en coche))*(?: (?:of|from|de)\\b)?|\\b(?:within )?(?:walking|driving|biking) distance(?: (?:of|from|to)\\b)?|\\bnot (?:too |very )?far\\b(?: away)?(?: from\\b)?`,
    ),
    'no filter by travel time: name a radius in miles',
  ],
]
const coordinates = /[-+]?\d{1,2}\.\d+°?(?: ?[ns]\b)?,? ?[-+]?\d{1,3}\.\d+°?(?: ?[ew]\b)?(?![\d.])/
const kmPerMile = 1.609344
const mostMiles = 100

/**
 * Reads radius, coordinates, day and time, and finds `unanswered` conditions. `left`: the text with gaps in
 * their place; a distance before a place leaves `near`. `today`: the date at the place, YYYY-MM-DD. `isName`
 * returns true for words of a farm's name: some are called as their website.
 */
export function takeNumbers(text: string, today: string, isName: (words: string) => boolean) {
  const parts: Part[] = []
  const unanswered: Unanswered[] = []
  let left = text
  const mark = (span: Span, parameter: string, value: string, corrected = false) =>
    void parts.push({ ...span, parameter, value, others: [], corrected })
  const take = (span: Span) => (left = without(left, span))
  const takeBefore = (match: RegExpExecArray): Span => {
    const span = { start: match.index, end: match.index + match[0].length }
    take(span)
    if (ofPlace.test(match[0])) left = left.slice(0, span.end - 5) + 'near ' + left.slice(span.end)
    return span
  }
  for (const [pattern, reason] of unanswerable)
    for (;;) {
      const match = pattern.exec(plainly(left))
      if (!match || (pattern === website && isName(match[0]))) break
      const { start, end } = takeBefore(match)
      unanswered.push({ text: text.slice(start, end).trim(), reason })
    }
  const circle = radius.exec(plainly(left))
  if (circle) {
    const span = takeBefore(circle)
    const miles = milesOf(circle[1]!, circle[2]!)
    const allowed = Math.min(mostMiles, Math.max(1, miles))
    mark(span, 'radius', String(allowed), allowed !== miles)
  }
  const pair = coordinates.exec(plainly(left))
  const point = pair && readPoint(pair[0])
  if (point) {
    const span = { start: pair.index, end: pair.index + pair[0].length }
    mark(span, 'near', `${point.lat},${point.lng}`)
    take(span)
  }
  const { spans, otherDays = [], ...times } = readTimes(left, today)
  for (const span of spans) take(span)
  for (const [parameter, value] of Object.entries(times)) mark(spans[0]!, parameter, value)
  const day = parts.find(({ parameter }) => parameter === 'open_on')
  day?.others.push(...otherDays.map((value) => ({ parameter: 'open_on', value })))
  return { parts, left, unanswered }
}

/** Rounds kilometers up, so that the circle contains all of them. */
const milesOf = (number: string, unit: string): number =>
  unit.startsWith('k')
    ? Math.ceil((Number(number) / kmPerMile) * 10) / 10
    : Math.round(Number(number) * 10) / 10
