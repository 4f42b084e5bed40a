import { html, type Html } from '../../../data/html.ts'
import { search } from '../../routes/farms/search.ts'
import { assetUrls } from '../../pages/assets.ts'
import { dataScript } from '../../pages/parts.ts'
import type { Services } from '../../services.ts'
import { streetsShown } from '../map/tiles.ts'
import { placeTypeMarks } from '../parts/card.ts'
import type { Found } from './found.ts'
import { pathOf, type View } from './view.ts'

/** The place for the map, and the map's data; visible only with scripts. */
export function mapPanel(
  view: View,
  { farms, unconfirmed, meta }: Found,
  streets: Services['streets'],
): Html {
  const { address, query, route } = view
  const shown = [...farms, ...(unconfirmed?.farms ?? [])]
  const told = {
    points: `/explore/points${pathOf({ ...address, page: undefined }).slice(1)}`,
    farms: shown.flatMap(({ id, name, lat, lng, place_type }) => {
      const [picture, kind] = placeTypeMarks[place_type]
      return lat === null || lng === null ? [] : [{ id, name, lat, lng, picture, kind }]
    }),
    center:
      route === search && meta.location
        ? { ...meta.location, radius_mi: Number(query.radius) }
        : null,
    bbox: address.bbox?.split(',').map(Number) ?? null,
    here: pathOf({ ...address, bbox: 'BOX', page: undefined }),
    ...(streets && { streets: streetsShown(streets) }),
    files: {
      drawing: assetUrls.drawing,
      maplibre: assetUrls.maplibre,
      worker: assetUrls.worker,
      base: assetUrls.base,
      counties: assetUrls.counties,
      towns: assetUrls.towns,
      sprite: assetUrls.sprite,
    },
  }
  return html`<section class="map-panel" aria-label="Map">
    ${dataScript('type="application/json" class="told"', told)}
  </section>`
}
