import { epochDay, isRecurring, utcDay } from '../../../data/calendar.ts'
import { Html } from '../../../data/html.ts'
import { days } from '../../../data/schema/hours.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import type { LocalBusiness, WithContext } from 'schema-dts'
import type { Profile } from './profile.ts'

/**
 * A farm in terms of schema.org: the known fields of the tier. Approximate points are omitted, and hours
 * that were said over three years before. An offer
 * has only a name: search engines require a price, a rating and a picture of every Product.
 */
export function farmAsLinkedData(
  farm: Profile,
  url: string,
  now: Date,
): WithContext<LocalBusiness> {
  const { name, city, state, lat, lng, location_precision, products, contact } = farm
  const isExact = location_precision === 'exact' && lat !== null && lng !== null
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': url,
    url: contact?.website ?? url,
    name,
    address: {
      '@type': 'PostalAddress',
      ...(farm.address != null && { streetAddress: farm.address }),
      ...(city !== null && { addressLocality: city }),
      ...(state !== null && { addressRegion: state }),
      ...(farm.zip != null && { postalCode: farm.zip }),
      addressCountry: 'US',
    },
    ...(isExact && { geo: { '@type': 'GeoCoordinates' as const, latitude: lat, longitude: lng } }),
    ...(contact?.phone != null && { telephone: contact.phone }),
    ...openings(farm, now),
    ...(farm.description != null && { description: farm.description }),
    ...(products !== null && {
      makesOffer: products.map((product) => ({ '@type': 'Offer' as const, name: product })),
    }),
  }
}

/** Hours with a date within three years, of seasons that recur or end later. */
function openings({ said_at, hours_json }: Profile, now: Date) {
  const said = said_at.hours ?? null
  if (said === null || epochDay(new Date(said)) < firstDayOf('3y', now)) return {}
  const seasons = (hours_json?.seasons ?? []).filter(
    ({ to }) => to === null || isRecurring(to) || to >= utcDay(now),
  )
  const found = seasons.flatMap(({ from, to, weekly }) =>
    days.flatMap((name) =>
      (weekly?.[name] ?? []).map(([opens, closes]) => ({
        '@type': 'OpeningHoursSpecification' as const,
        dayOfWeek: schemaDays[name],
        opens,
        closes: closes === '24:00' ? '23:59' : closes,
        ...validity(from, to, now.getUTCFullYear()),
      })),
    ),
  )
  return found.length > 0 ? { openingHoursSpecification: found } : {}
}

/** A season's days; one that recurs begins this year. */
function validity(from: string | null, to: string | null, year: number) {
  const isOverNewYear = from !== null && to !== null && to < from
  const dayOf = (day: string, ofYear: number) => (isRecurring(day) ? `${ofYear}-${day}` : day)
  return {
    ...(from !== null && { validFrom: dayOf(from, year) }),
    ...(to !== null && { validThrough: dayOf(to, isOverNewYear ? year + 1 : year) }),
  }
}

const schemaDays = {
  mon: 'https://schema.org/Monday',
  tue: 'https://schema.org/Tuesday',
  wed: 'https://schema.org/Wednesday',
  thu: 'https://schema.org/Thursday',
  fri: 'https://schema.org/Friday',
  sat: 'https://schema.org/Saturday',
  sun: 'https://schema.org/Sunday',
} as const

/** Data in a page that no browser runs; no value can end the element. */
export const linkedData = (data: object): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  )
