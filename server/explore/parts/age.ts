import type { Manifest } from '../../../data/schema/manifest.ts'
import { dateOfDay } from '../../../data/calendar.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import type { Ages } from '../../snapshot/figures.ts'
import { longDate } from './words.ts'

type Said = {
  updated_at: string | null
  said_at: Readonly<Record<string, string | null | undefined>>
}

/** A farm's latest source update, or else its newest dated statement; null = neither is dated. */
export const newestSaid = ({ updated_at, said_at }: Said): string | null =>
  updated_at ??
  Object.values(said_at)
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1) ??
  null

type Dated = Pick<Manifest, 'edition'>

/** Returns true if the newest edition read is more than a year old. */
export const isOld = ({ edition }: Dated, now: Date): boolean =>
  edition !== null && edition < dateOfDay(firstDayOf('1y', now))

export const ageText = ({ edition }: Dated, { median }: Ages): string =>
  [
    ...(edition === null ? [] : [`The newest source list is of ${longDate(edition)}.`]),
    median === null
      ? 'Half of these listings or more have no date.'
      : `Half of these listings were last confirmed by ${longDate(median)}.`,
  ].join(' ')
