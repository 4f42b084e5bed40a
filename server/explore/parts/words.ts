import { states } from '../../../data/geography/states.ts'
import { shortDay, asWords, percentOf, sentence } from '../../pages/shown.ts'
import { days, type Day } from '../../../data/schema/hours.ts'
import type { PlaceType } from '../../../data/schema/tables/farm.ts'
import { counted, groupDigits } from '../../../data/digit_grouping.ts'

/** The name of each place type, singular and plural. */
export const placeTypeWords: Readonly<Record<PlaceType, readonly [one: string, several: string]>> =
  {
    farm: ['Farm', 'farms'],
    farmers_market: ['Farmers market', 'farmers markets'],
    csa: ['CSA', 'CSAs'],
    ranch: ['Ranch', 'ranches'],
    on_farm_market: ['On-farm market', 'on-farm markets'],
    food_hub: ['Food hub', 'food hubs'],
    agritourism: ['Agritourism', 'agritourism places'],
    market: ['Market', 'markets'],
  }

/** The name of a place type: `csa` as `CSA`. */
export const kindOfPlace = (type: string): string =>
  placeTypeWords[type as PlaceType]?.[0] ?? asWords(type)

const stateNames = new Map(states.map(({ abbr, name }) => [abbr, name]))

export const stateName = (abbr: string): string => stateNames.get(abbr) ?? abbr

/** `Danville, VT`; empty if both are unknown. */
export const townOf = ({ city, state }: { city: string | null; state: string | null }): string =>
  [city, state].filter((each) => each !== null).join(', ')

/** The same as a place to search around; undefined if one is unknown. */
export const searchedTown = (farm: Parameters<typeof townOf>[0]): string | undefined =>
  farm.city !== null && farm.state !== null ? townOf(farm) : undefined

const programs = new Map([
  ['SNAP', 'food stamps'],
  ['WIC', 'women, infants and children'],
  ['WIC cash', 'fruit and vegetables'],
  ['SFMNP', 'vouchers for seniors'],
])

/** A payment method, with what it is if it has the name of a program: `SNAP` as `SNAP (food stamps)`. */
export const paymentWords = (name: string): string =>
  programs.has(name) ? `${name} (${programs.get(name)})` : name

/** A telephone number, `+18025550123`, as `(802) 555-0123`. */
export const phoneWords = (phone: string): string =>
  phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** `a`, `a and b`, `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2
    ? names.join('')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`

/** The first names, at most `most`: `a, b and 3 more`. */
export const listedTo = (most: number, names: readonly string[]): string =>
  listed(names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names)

const months =
  'January February March April May June July August September October November December'.split(' ')

/** A date or instant, `2020-08-03…`, as `August 2020`. */
export const monthOf = (iso: string): string =>
  `${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`

/** A date or instant, `2020-08-03…`, as `3 August 2020`. */
export const longDate = (iso: string): string => `${Number(iso.slice(8, 10))} ${monthOf(iso)}`

/** A date or instant, `2020-08-03…`, as `3 Aug 2020`. */
export const shortDate = (iso: string): string => `${shortDay(iso)} ${iso.slice(0, 4)}`

const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** A day of the week, `sat`, as `Saturday`; a date as `5 Dec`; what is neither as it is. */
export const dayName = (day: string): string =>
  weekdays[days.indexOf(day as Day)] ?? (Number.isNaN(Date.parse(day)) ? day : shortDay(day))

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The title of a source: `usda-local-food-portal` as `USDA Local Food Portal`. */
export const sourceTitle = (source: string): string =>
  source
    .split('-')
    .map((word) => (/^(usda|csa)$/.test(word) ? word.toUpperCase() : capital(word)))
    .join(' ')

/** Why a place was not found, from the message of `near`, and what to enter instead. */
export const placeFault = (message: string): string =>
  `${sentence(message.replace(/[;:][^;:]*$/, ''))} Enter a town and its state, such as “Danville, VT”, or a ZIP code.`

/** Choices of how old a statement may be, by the value of `said_since`; undefined = any. */
export const statementAges = { any: undefined, '1 year': '1y', '3 years': '3y' }

/** The minimum share of farms with a known value for a chart or a table of the values. */
const leastShown = 0.2

/** Returns true if enough farms have a known value to show more than a sentence. */
export const isChartable = (known: number, farms: number): boolean => known >= leastShown * farms

/** How many farms have known values of a plural noun: `Prices are known for 3 of 86 farms (3.5 %)`. */
export const knownFor = (what: string, known: number, farms: number): string =>
  known === 0
    ? `${capital(what)} are not known for any farm`
    : `${capital(what)} are known for ${groupDigits(known)} of ${counted(farms, 'farm')} (${percentOf(known, farms)})`
