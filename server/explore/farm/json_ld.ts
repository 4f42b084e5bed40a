import { Html } from '../../../data/html.ts'
import type { LocalBusiness, WithContext } from 'schema-dts'
import type { Profile } from './profile.ts'

/**
 * A farm in terms of schema.org: the known fields of the tier. Approximate points are omitted. An offer
 * has only a name: search engines require a price, a rating and a picture of every Product.
 */
export function farmAsLinkedData(farm: Profile, url: string): WithContext<LocalBusiness> {
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
    ...(farm.description != null && { description: farm.description }),
    ...(products !== null && {
      makesOffer: products.map((product) => ({ '@type': 'Offer' as const, name: product })),
    }),
  }
}

/** Data in a page that no browser runs; no value can end the element. */
export const linkedData = (data: object): Html =>
  new Html(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  )
