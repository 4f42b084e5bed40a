import { states } from '../../../data/geography/states.ts'
import { plainly } from './draft.ts'
import { closedTimes, fullDay } from './times.ts'
import { numerals } from './words.ts'

/** Finds conditions that no request can state, in plain text (`plainly`), and tells why. */
export type Unanswerable = { reason: string; pattern: RegExp }

/** The first that matches at a place counts. */
const anyOf = (...patterns: (RegExp | string)[]): RegExp =>
  new RegExp(patterns.map((each) => (typeof each === 'string' ? each : each.source)).join('|'))

const { raw } = String

const price = raw`(?:\$ ?\d+(?:\.\d\d?)?|\d+(?:\.\d\d?)? ?(?:dollars?|bucks|usd|dolares|pesos))`
const amount =
  '(?:lbs?|pounds?|dozens?|bushels?|pecks?|gallons?|pints?|quarts?|cases|flats?|box|boxes|kilos?|libras?|docenas?|galon(?:es)?)'
const period = '(?:week|month|season|share|semana|mes|temporada)'
const duration = raw`(?:half an hour|half hour|an hour|\d+(?:\.\d+)? ?-?(?:min(?:ute)?s?|h(?:ou)?rs?|minutos|horas?)|media hora|una hora)`
const number = `(?:${numerals.join('|')})`
const count = raw`(?:\d{1,2}|${number})`
const ordinal = '(?:1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last)'

/** `west virginia` and `west new york` are no parts of a state. */
const state = `(?:${states.map(({ name }) => name.toLowerCase()).join('|')})`
/** `upstate ny`, but not `eastern or western`. */
const abbreviated = states
  .map(({ abbr }) => abbr.toLowerCase())
  .filter((abbr) => !/^(?:as|de|hi|id|in|me|ok|or)$/.test(abbr))
  .join('|')
const anyState = raw`(?:${state}|${abbreviated})\b`

const side = '(?:north|south|east|west)'
const direction = `(?:${side}|(?:north|south)(?:east|west))`

const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)'
const partOfYear = '(?:winter|summer|spring|fall|autumn|invierno|verano|primavera|otono)'
const during = '(?:in|during|en) (?:the |el |la )?'

const holiday =
  "(?:labor|memorial|columbus|veterans?|independence|mother[’']?s|father[’']?s) day|black friday|(?:4th|fourth) of july"
const openHoliday =
  "(?:christmas|thanksgiving|new year[’']?s|easter)(?: eve| day| sunday| weekend)?"

const host = raw`[a-z0-9-]+(?:\.[a-z0-9-]+)*`
const ending = '(?:com|org|net|us|farm|farms|coop|edu|gov|info|biz)'

const phone: Unanswerable = {
  reason: 'no filter by telephone number: enter the name of the farm',
  pattern:
    /(?:\b(?:call|(?:phone |telephone )?number|phone|tel(?:ephone)?|telefono)[.:]? )?(?<![\w.+-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}(?![\w-])/,
}

/** A website or an email address; without `www` or `@`, by its ending. */
export const website: Unanswerable = {
  reason: 'no filter by website or email address: enter the name of the farm',
  pattern: new RegExp(
    raw`(?<![\w.+-])(?:(?:[\w.+-]+@|https?://|www\.)${host}|${host}\.${ending})(?![\w-])(?:/[^\s,;]*)?`,
  ),
}

/** Why a text that is a telephone number, website or email address finds no farm; null for other texts. */
export function noContact(text: string): string | null {
  const plain = plainly(text)
  const contact = [phone, website].find(({ pattern }) => pattern.exec(plain)?.[0] === plain)
  return contact?.reason ?? null
}

/** In the order in which they are looked for: a phrase belongs to the first that takes it. */
export const unanswerable: Unanswerable[] = [
  phone,
  website,
  {
    reason: 'no filter finds closed farms: name a day or time when they are open',
    pattern: closedTimes,
  },
  {
    reason: 'no filter by season: name a date, such as open on July 4',
    pattern: anyOf(
      raw`\b${during}${month}\b(?! \d)`,
      // `in Spring, TX` is in a town.
      raw`\b${during}${partOfYear}(?!,? ${anyState})\b(?! \d)`,
      /\b(?:in )?(?<!\b(?:four|4|all|every|each|multi|per|a) )season(?: now)?\b(?! \d)/,
      /\bde temporada\b(?! \d)/,
      /\b(?:open )?(?:all )?year[ -]?round\b/,
      raw`\b(?:open )?all (?:year|${partOfYear})\b`,
      raw`\b(?:(?:from|de) )?${month} (?:to|through|thru|until|till?|a|hasta) ${month}\b(?! \d)`,
      /\btodo el ano\b/,
      raw`(?<=\w )(?<!\b(?:cape|4th of|fourth of) )${month}$`,
    ),
  },
  {
    reason: 'no filter by holiday: name a date, such as open on July 4',
    pattern: anyOf(
      raw`\b(?:open(?:s|ed)? )?(?:on |for )?(?:the )?(?:${holiday})(?: weekend)?\b`,
      raw`\b(?:open(?:s|ed)? (?:on |for )?|on |for )${openHoliday}\b(?! (?:tree|wreath))`,
      `^${openHoliday}$`,
      raw`\b${openHoliday}(?= markets?\b)`,
    ),
  },
  {
    reason: 'no filter by week of the month: name a date, such as open on July 4',
    pattern: anyOf(
      raw`\b(?:the |every |each )*${ordinal}(?:(?:,| and| &| or|,? and) ${ordinal})*(?= (?:${fullDay})\b)`,
      /\b(?:of|in) (?:the|each|every) month\b/,
    ),
  },
  {
    reason: 'no filter by who visits or buys',
    pattern: anyOf(
      /\b(?:(?:with|for|con|para) (?:my |our |the |mis |los )?)?(?:kids?|children|ninos)(?:[ -]friendly)?\b/,
      /\bfor seniors\b(?! (?:check|coupon|farm|market|nutrition|voucher))/,
      /\b(?:for|to|para) (?:(?:my|our|a|the|mi|un) )?restaurant(?:e?s|e)?\b/,
    ),
  },
  {
    reason: 'only places in the United States are listed',
    pattern: anyOf(
      raw`\b(?:in|near|en|cerca de) (?:canada|mexico|ontario|quebec|british columbia|england|europe)\b(?!,? (?:[a-z]{2}|${state})\b)`,
      /^canada$/,
    ),
  },
  {
    reason: 'no filter by road: name a place and a radius',
    pattern: anyOf(
      /\b(?:(?:off|along|near|on|by) (?:of )?)?(?:i-?\d{1,3}|interstate \d{1,3})\b/,
      /\b(?:off|along) (?:of )?(?:us |state )?(?:route|rte|rt|highway|hwy) \d{1,3}\b/,
    ),
  },
  {
    reason: 'no filter by direction: name a place and a radius',
    pattern: anyOf(
      raw`\b(?:(?:just|${direction}) )*${direction} (?:side )?of\b`,
      raw`(?<!\b(?:upper|lower) )\b${side} side\b(?! markets?\b)`,
    ),
  },
  {
    reason: 'no filter finds what is open every day: name a day',
    pattern:
      /\b(?:open(?:s|ed)? )?(?:(?:7|seven) days a week|(?<=open )(?:7|seven) days|every ?day(?: of the week)?|daily|todos los dias)\b/,
  },
  {
    reason: 'no filter by part of a state',
    pattern: anyOf(
      raw`\b(?:(?:north|south)(?:east|west)(?:ern)?|${side}ern|(?:${side} )?central|upstate|downstate)(?= ${anyState})`,
      raw`\b${side}(?= (?!virginia|new york)${state}\b)`,
      raw`\b(?:(?:no|so)\.|[ns][ew])(?= ${state}\b)`,
    ),
  },
  {
    reason: 'no filter finds what never closes: name a time, such as open at 11pm',
    pattern:
      /\b(?:(?:open|abierto) )?(?:24[ -]?h(?:ou)?rs?(?: a day)?|24 ?\/ ?7|(?:las )?24 horas|all night|toda la noche)(?![\w])/,
  },
  {
    reason: 'no filter by daylight: name a time, such as open at 7pm',
    pattern: anyOf(
      /\b(?:open(?:s|ed)? )?(?:from )?(?:sunrise|sun ?up|dawn) (?:to|til|till|until) (?:sunset|sun ?down|dusk|dark)\b/,
      /\b(?:open(?:s|ed)? )?(?:til|till|until) (?:sunset|sun ?down|dusk|dark)\b/,
    ),
  },
  {
    reason: 'no filter finds farms or land for sale: the directory lists what farms sell',
    pattern: /\b(?:farms?|farm ?land|land|ranch(?:es)?|acreage) for sale\b/,
  },
  {
    reason: 'no filter by price',
    pattern: anyOf(
      raw`(?:\b(?:under|less than|below|up to|max|around|for|at|menos de|hasta|por) )*(?<![\w$])${price}(?:(?: (?:an?|per|each|or less|por|la|al)| ?\/)+ ?(?:${amount}|${period})?| ${amount}|(?: (?:week|month)ly))*(?!\w)`,
      /\b(?:cheap(?:er|est)?|affordable|inexpensive|barat[oa]s?)\b/,
    ),
  },
  {
    reason: 'no filter by amount',
    pattern: anyOf(
      raw`\b(?:(?:\d+|${number}|an?|half|by the|per|una?|por) )+${amount}\b`,
      /\b(?:in )?bulk\b/,
      raw`\b${amount}(?= (?:of|de)\b)`,
    ),
  },
  {
    reason: 'no filter by number: a list has all that match',
    pattern: anyOf(
      raw`\btop ${count}\b`,
      raw`(?<!(?:route|rte|hwy|highway) |[-–] ?)\b${count}(?= (?:closest|nearest|best|farms|(?:farmer[’']?s[’']? )?markets|csas|places)\b)`,
    ),
  },
  {
    reason: 'no filter counts from now: name a time, such as open at 3pm',
    pattern: new RegExp(
      raw`\bopen(?:s|ed)? (?:(?:in|within|for|the|another|next|at least) )+${duration}`,
    ),
  },
  {
    reason: 'no filter by travel time: name a radius in miles',
    pattern: anyOf(
      raw`\b(?:(?:within|in|about|less than|a menos de|a) )*${duration}(?:[’']s?)?(?: (?:drive|walk|ride|away|en coche))*(?: (?:of|from|de)\b)?`,
      /\b(?:within )?(?:walking|driving|biking) distance(?: (?:of|from|to)\b)?/,
      /\bnot (?:too |very )?far\b(?: away)?(?: from\b)?/,
    ),
  },
]
