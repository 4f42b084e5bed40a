import nicknames from '../../../../data/geography/gazetteer/nicknames.json' with { type: 'json' }
import type { Point } from '../../../../data/geography/distance.ts'
import { stateOf } from '../../../../data/geography/states.ts'

/** A reading of a place's name. */
export type PlaceText = {
  /** The name of a city or county; empty if there is none. */
  name: string
  county: string | null
  /** Postal abbreviation. */
  state: string | null
  zip: string | null
}

const country = /(?:, ?| )(?:usa|u\.s\.a\.?|united states(?: of america)?)$/i
const zipAtEnd = /(?:^|, ?| )(\d{5})(?:-\d{4})?$/

/**
 * Lists the readings of a text, the likeliest first: `Albany, NY`, `St. Albans VT`, `Albany, New York
 * 12207`, `Troy, Bradford County, PA`. The text after the last comma is a state if it names one. Without a
 * comma, the last words may be a state.
 */
export function readPlaceText(text: string): PlaceText[] {
  const whole = text.trim().replaceAll(/\s+/g, ' ').replace(country, '')
  const zip = zipAtEnd.exec(whole)?.[1] ?? null
  const rest = zip === null ? whole : whole.replace(zipAtEnd, '')
  const parts = rest.split(',').map((part) => part.trim())
  const last = parts.length > 1 ? stateOf(parts.at(-1)!) : null
  if (last !== null) {
    const [name, ...others] = parts.slice(0, -1)
    return [{ name: name!, county: others.join(' ') || null, state: last, zip }]
  }
  const plain = { name: rest, county: null, state: null, zip }
  if (parts.length > 1) return [plain]
  // `Boulder CO` is the town before it is the county.
  const inState = withStateAtEnd(rest, zip)
  return / co$/i.test(rest) ? [...inState, plain] : [plain, ...inState]
}

/** The same text with up to three last words read as a state. */
function withStateAtEnd(text: string, zip: string | null): PlaceText[] {
  const words = text.split(' ')
  return [1, 2, 3]
    .filter((count) => count < words.length || zip !== null)
    .flatMap((count) => {
      const state = stateOf(words.slice(-count).join(' '))
      const name = words.slice(0, -count).join(' ')
      return state === null ? [] : [{ name, county: null, state, zip }]
    })
}

const officialNames = new Map(
  Object.entries(nicknames).flatMap(([name, all]) => all.map((each) => [each, name] as const)),
)

/** Nicknames are written in any case, with or without apostrophes. */
const folded = (nickname: string): string => nickname.toLowerCase().replaceAll(/['’`]/g, '')

const officialName = (nickname: string): string | undefined => officialNames.get(folded(nickname))

/** The city of a nickname before its state: `NYC, NY`. */
const officialInState = (text: string): string[] =>
  readPlaceText(text).flatMap(({ name, state, zip }) => {
    const official = zip === null && state !== null && officialName(name)
    return official && official.endsWith(state) ? [official] : []
  })

/** Returns true if a text is a nickname of a city. */
export const isNickname = (text: string): boolean => officialName(text) !== undefined

/** The cities of the nicknames that begin with a text. */
export const citiesNicknamed = (beginning: string): string[] =>
  [...officialNames].flatMap(([nickname, name]) =>
    nickname.startsWith(folded(beginning)) ? [name] : [],
  )

const before =
  /^(?:(?:near|around|close to|next to|in|at|by|outside(?: of)?|downtown|greater|the|cerca de|en) )+/i
const after = / (?:(?:metro(?:politan)? )?(?:area|region)|metro)$/i
const street =
  'st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|hwy|highway|way|pl|place|pkwy|parkway|cir|circle|ter|terrace|trl|trail|pike|route|rte|sq|square|row|alley'
const streets = new Set(street.split('|'))
/** Returns true for a word after the name of a street, such as `ave`. */
export const isStreet = (word: string): boolean => streets.has(word)

/** A street and a number, with or without a comma before the town. */
const address = new RegExp(
  `^\\d+[a-z]?(?:-\\d+)? (?:[^,]+, ?|(?:(?:\\S+ )+?(?:${street})\\.?|(?:route|rte|hwy|highway) \\d+) )(?:(?:n|s|e|w|ne|nw|se|sw)\\.?,? )?(?:(?:apt|suite|ste|unit|floor|#)\\.? ?\\w+,? )?(.+)$`,
  'i',
)

/** The texts that name the same place, the likeliest first: `Boston` of `the Boston area`, the town of an address. */
export function placeTextsOf(text: string): string[] {
  const whole = text.trim().replaceAll(/\s+/g, ' ')
  const noun = whole.replace(before, '')
  const bare = noun.replace(after, '')
  const named = [whole, noun, bare].flatMap((each) => officialName(each) ?? [])
  const [, town] = address.exec(bare) ?? []
  const towns =
    town === undefined
      ? []
      : [
          town,
          ...town
            .split(',')
            .slice(1)
            .map((_, at, all) => all.slice(at).join(',').trim()),
        ]
  return [...new Set([...named, whole, bare, ...officialInState(bare), ...towns])].filter(
    (each) => each !== '',
  )
}

const pair =
  /^(?:lat(?:itude)?[:=]? ?)?([-+]?\d{1,2}(?:\.\d+)?)°? ?([ns])?(?:, ?|; ?| )(?:l(?:ng|on(?:gitude)?)[:=]? ?)?([-+]?\d{1,3}(?:\.\d+)?)°? ?([ew])?$/i

/** Reads coordinates, latitude first: `42.65,-73.75`, `42.65° N, 73.75° W`; null for other texts. */
export function readPoint(text: string): Point | null {
  const [, lat, north, lng, east] = pair.exec(text.trim()) ?? []
  if (lat === undefined || lng === undefined) return null
  if (!/[.]/.test(lat + lng) && !north) return null
  const signed = (value: string, side: string | undefined, negative: string) =>
    side?.toLowerCase() === negative ? -Math.abs(Number(value)) : Number(value)
  const point = { lat: signed(lat, north, 's'), lng: signed(lng, east, 'w') }
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null
}
