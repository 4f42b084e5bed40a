import type { Manifest } from '../../../data/schema/manifest.ts'
import { yearsBefore, type Ages } from '../../snapshot/farm_ages.ts'
import { dayOf } from './words.ts'

type Dated = Pick<Manifest, 'edition'>

/** Returns true if the newest edition read is more than a year old. */
export const isOld = ({ edition }: Dated, now: Date): boolean =>
  edition !== null && edition < yearsBefore(now, 1)

/** The age of the listings, in sentences. */
export const ageText = ({ edition }: Dated, { median }: Ages): string =>
  [
    ...(edition === null ? [] : [`The newest source list is of ${dayOf(edition)}.`]),
    median === null
      ? 'Half of these listings or more have no date.'
      : `Half of these listings were last updated by ${dayOf(median)}.`,
  ].join(' ')
