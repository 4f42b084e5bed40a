import { utcDay } from '../../data/calendar.ts'
import type { z } from 'zod'
import { counted } from '../../data/counted.ts'
import type { farmProfile } from '../routes/farms/farm_response.ts'
import type { ListMeta } from '../routes/lists/envelope.ts'
import { hoursText } from './hours_text.ts'
import { names, quoted } from './text.ts'

/** A farm as answers have it; what the tier hides is absent. */
export type ShownFarm = Partial<z.output<typeof farmProfile>> & { distance_mi?: number | undefined }

/** A page of farms. */
export type FarmList = { data: ShownFarm[]; meta: ListMeta }

/** One farm in a line. */
export function farmLine(farm: ShownFarm): string {
  const { distance_mi, hours_json, hours_confirmed_at: said, updated_at } = farm
  const isSynthetic = farm.synthetic ? [', SYNTHETIC'] : []
  return [
    `${quoted(farm.name ?? 'name unknown', 100)} (${farm.place_type ?? 'kind unknown'}${isSynthetic.join('')})`,
    `, ${placeOf(farm)}`,
    distance_mi === undefined ? '' : `, ${distance_mi} mi`,
    `; sells: ${names(farm.products, 10)}${farm.said_at?.products ? ` (stated ${farm.said_at.products})` : ''}`,
    hours_json === undefined ? '' : `; hours: ${hoursText(hours_json, said, 120)}`,
    `; last confirmed ${updated_at ? utcDay(updated_at) : 'unknown'}`,
    `; id ${farm.id}`,
  ].join('')
}

/** `Danville, VT`, as far as it is known. */
export const placeOf = ({ city, state }: ShownFarm): string =>
  [city, state].filter((each) => each != null).join(', ') || 'place unknown'

/** How a text was read, and how else it may be. */
export function readLines(meta: ListMeta): string[] {
  const { understood, unread = [], ambiguous = [], corrected = [], left_out = [] } = meta
  if (understood === undefined) return []
  const conditions = Object.entries(understood).map(([name, value]) => `${name}=${value}`)
  const told = (values: { parameter: string; value: string }[]) =>
    names(
      values.map(({ parameter, value }) => `${parameter}=${value}`),
      6,
    )
  return [
    `Read as: ${conditions.join('; ') || 'all farms'}.`,
    ...corrected.map(({ text, value }) => `"${text}" was read as "${value}".`),
    ...ambiguous.map(({ text, others }) => `"${text}" may also mean ${told(others)}.`),
    ...left_out.map(({ text, reason }) => `"${text}" was left out: ${reason}.`),
    ...(unread.length > 0 ? [`Searched for in names: ${names(unread, 6)}.`] : []),
  ]
}

/** What looks wrong with a request that finds little. */
export function hintLines({ did_you_mean, broader = [], hints = [] }: ListMeta): string[] {
  const said = hints.some((hint) => did_you_mean != null && hint.includes(did_you_mean))
  return [
    ...hints.map((hint) => `Hint: ${hint}`),
    ...(did_you_mean != null && !said ? [`Did you mean "${did_you_mean}"?`] : []),
    ...(broader.length === 0
      ? []
      : [
          `Broader: ${broader.map(({ product, farms }) => `${product} (${farms} farms)`).join(', ')}`,
        ]),
  ]
}

/** Which snapshot, and for how many of the farms found a thing is known. */
export function coverageLine({ data, meta }: FarmList): string {
  const { snapshot, coverage, coverage_recent: recent, total } = meta
  const known =
    coverage && recent
      ? `of ${counted(total, 'farm')} found, products are known for ${coverage.products}, opening hours for ${coverage.hours}, prices for ${coverage.prices}; stated within three years: ${recent.products}, ${recent.hours} and ${recent.prices}`
      : `of ${counted(data.length, 'farm')} shown, products are known for ${data.filter(({ products }) => products != null).length}`
  return `Snapshot ${snapshot}. Coverage: ${known}. Unknown is not "no": farms whose products are unknown are in no list by product.`
}

/** Note on fields that a free key does not get. */
export const hiddenNote = (farms: readonly ShownFarm[]): string[] =>
  farms.some((farm) => 'id' in farm && !('hours_json' in farm))
    ? ['Addresses, contacts, hours and prices are shown to paid keys only.']
    : []
