import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { percentOf } from '../../pages/shown.ts'
import { capital } from './words.ts'

/** The minimum share of farms with a known value for a chart or a table of the values. */
const leastShown = 0.2

/** Returns true if enough farms have a known value to show more than a sentence. */
export const isChartable = (known: number, farms: number): boolean => known >= leastShown * farms

/** How many farms have known values of a plural noun: `Prices are known for 3 of 86 farms (3.5 %)`. */
export const knownFor = (what: string, known: number, farms: number): string =>
  known === 0
    ? `${capital(what)} are not known for any farm`
    : `${capital(what)} are known for ${groupDigits(known)} of ${counted(farms, 'farm')} (${percentOf(known, farms)})`
