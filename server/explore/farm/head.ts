import { html, type Html } from '../../../data/html.ts'
import { assetUrls } from '../../pages/assets.ts'
import { dataScript } from '../../pages/parts.ts'
import { linkPreview } from '../../pages/page.ts'
import { dayName, monthOf, listedTo, placeTypeWords, townOf } from '../parts/words.ts'
import type { Profile, Shown } from './profile.ts'
import { epochDay, isRecurring, utcDay } from '../../../data/calendar.ts'
import { days } from '../../../data/schema/hours.ts'
import { firstDayOf } from '../../http/parameters/instants.ts'
import type { DayOfWeek, LocalBusiness, WithContext } from 'schema-dts'

/** What search engines and link previews read. Generated farms are hidden from search engines. */
export function headOf({ farm, publicUrl, now }: Shown): Html {
  const url = `${publicUrl}/farms/${farm.id}`
  return html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
    <link rel="stylesheet" href="${assetUrls.farmStyle}" />
    <link rel="canonical" href="${url}" />
    ${linkPreview({ title: farm.name, description: descriptionOf(farm), url, publicUrl })}
    ${
      farm.synthetic
        ? html`<meta name="robots" content="noindex" />`
        : dataScript('type="application/ld+json"', farmAsLinkedData(farm, url, now))
    }`
}

const mostNamed = 6

function descriptionOf({ place_type, products, updated_at, synthetic, ...farm }: Profile): string {
  const town = townOf(farm)
  const kind = placeTypeWords[place_type][0]
  return [
    synthetic ? 'Synthetic: generated for testing.' : null,
    `${kind}${town === '' ? '' : ` in ${town}`}.`,
    products && products.length > 0
      ? `Offers ${listedTo(mostNamed, products)}.`
      : 'Its products are not known.',
    updated_at === null ? null : `Last confirmed in ${monthOf(updated_at)}.`,
  ]
    .filter((each) => each !== null)
    .join(' ')
}

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
        dayOfWeek: `https://schema.org/${dayName(name)}` as DayOfWeek,
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
