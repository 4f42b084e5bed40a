import { html, type Html } from '../../../data/html.ts'
import { assetUrls } from '../../pages/assets.ts'
import { linkPreview } from '../../pages/link_preview.ts'
import { monthOf, listed, placeTypeWords, townOf } from '../parts/words.ts'
import { farmAsLinkedData, linkedData } from './json_ld.ts'
import type { Profile, Shown } from './profile.ts'

/**
 * The elements that search engines and link previews read. Generated farms are hidden from search engines.
 */
export function headOf({ farm, publicUrl, now }: Shown): Html {
  const url = `${publicUrl}/farms/${farm.id}`
  return html`<link rel="stylesheet" href="${assetUrls.exploreStyle}" />
    <link rel="stylesheet" href="${assetUrls.farmStyle}" />
    <link rel="canonical" href="${url}" />
    ${linkPreview({ title: farm.name, description: descriptionOf(farm), url, publicUrl })}
    ${
      farm.synthetic
        ? html`<meta name="robots" content="noindex" />`
        : linkedData(farmAsLinkedData(farm, url, now))
    }`
}

/** Maximum number of products in a description. */
const mostNamed = 6

function descriptionOf({ place_type, products, updated_at, synthetic, ...farm }: Profile): string {
  const town = townOf(farm)
  const kind = placeTypeWords[place_type][0]
  const named = products?.slice(0, mostNamed) ?? []
  const more = (products?.length ?? 0) - named.length
  return [
    synthetic ? 'Synthetic: generated for testing.' : null,
    `${kind}${town === '' ? '' : ` in ${town}`}.`,
    named.length > 0
      ? `Offers ${more > 0 ? `${named.join(', ')} and ${more} more` : listed(named)}.`
      : 'Its products are not known.',
    updated_at === null ? null : `Last confirmed in ${monthOf(updated_at)}.`,
  ]
    .filter((each) => each !== null)
    .join(' ')
}
