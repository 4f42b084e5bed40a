import fc from 'fast-check'
import type { HoursJson } from '../../../../data/schema/hours.ts'
import { ScheduleCompiler } from '../../../../pipeline/publish/serving/schedules.ts'
import type { Schedules } from '../../../../data/schema/serving/schedules.ts'
import { hoursJson } from '../../../pipeline/normalize/hours/arbitraries.ts'

/**
 * The schedules of places with these hours, a row for each. `said`: when they were last said, RFC 3339, null =
 * unknown; by default a moment that is not three years before any instant of these tests.
 */
export function compiled(
  all: (HoursJson | null)[],
  said: (string | null)[] = all.map(() => '2090-01-01T00:00:00Z'),
): Schedules {
  const compiler = new ScheduleCompiler()
  const ofRow = Uint32Array.from(all, (hours) => compiler.add(hours))
  const saidAt = Uint32Array.from(said, (each) => (each === null ? 0 : Date.parse(each) / 1000))
  return { ofRow, saidAt, ...compiler.columns() }
}

/** When hours were said: some are over three years before an instant of `instant`, some are not. */
export const anySaid = fc.option(
  fc
    .date({
      min: new Date('2011-01-01T00:00:00Z'),
      max: new Date('2021-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((at) => `${at.toISOString().slice(0, 19)}Z`),
  { freq: 10, nil: null },
)

/** Any minute around the years that the seasons of `hoursJson` touch. */
export const instant = fc.date({
  min: new Date('2015-01-01T00:00:00Z'),
  max: new Date('2021-01-01T00:00:00Z'),
  noInvalidDate: true,
})
/** Minutes around midnights, the turn of the year, holidays, and changes of the clock in the US. */
export const aroundTurns = fc
  .tuple(
    fc.constantFrom(
      '2016-03-13',
      '2016-11-06',
      '2017-03-12',
      '2018-11-04',
      '2018-01-01',
      '2016-02-29',
      '2016-07-04',
      '2016-12-26',
      '2017-11-24',
    ),
    fc.integer({ min: -36 * 60, max: 36 * 60 }),
  )
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000))
/** Seasons whose ends say nothing certain, hours without a zone, and none at all. */
const odd = fc.constantFrom<HoursJson | null>(
  null,
  { timezone: null, seasons: [], note: null },
  { timezone: 'America/Chicago', seasons: [], note: null },
  { timezone: 'America/Chicago', seasons: [{ from: null, to: '06-14', weekly: {} }], note: null },
  {
    timezone: 'America/Denver',
    seasons: [{ from: '2016-02-01', to: '06-14', weekly: { mon: [['00:00', '24:00']] } }],
    note: 'one end of a year, one of every year',
  },
  {
    timezone: 'America/Denver',
    seasons: [{ from: '02-29', to: '02-29', weekly: { mon: [['24:00', '24:00']] } }],
    note: null,
  },
)
export const anyHours = fc.oneof({ weight: 8, arbitrary: hoursJson }, { weight: 1, arbitrary: odd })
