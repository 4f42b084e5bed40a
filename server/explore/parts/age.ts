import type { Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { dateOfDay } from '../../../data/calendar.ts'
import { newestSaid } from '../../../data/schema/said_at.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import { freshness } from '../../pages/parts.ts'
import type { Ages } from '../../snapshot/figures.ts'
import { longDate } from './words.ts'

type Said = {
  updated_at: string | null
  last_listed: string | null
  said_at: Readonly<Record<string, string | null | undefined>>
}

/** How old a listing is, in words: by its latest update, or else its newest statement or edition. */
export const ageOf = (farm: Said, now: Date, verb?: string): Html => {
  const said = newestSaid(farm)
  return said === null ? freshness(farm.last_listed, now, 'Listed') : freshness(said, now, verb)
}

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
