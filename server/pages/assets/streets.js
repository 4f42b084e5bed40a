// The streets of the map for maplibre-gl, from tiles in Protomaps' layout: https://docs.protomaps.com/basemaps/layers.

/** The zoom from which the tiles' borders and names take the place of the coarse ones. */
export const near = 9

const green =
  'park national_park nature_reserve protected_area forest wood grass grassland scrub golf_course cemetery'

/** Kinds of roads from below: their colors, and their widths in pixels by zoom. */
const roads = [
  { kind: 'minor_road', color: 'road', widths: [11, 0, 13, 0.8, 15, 3, 18, 14] },
  { kind: 'major_road', color: 'road', widths: [7, 0.4, 12, 1.6, 15, 4.5, 18, 16] },
  { kind: 'highway', color: 'highway', widths: [5, 0.8, 9, 1.6, 12, 2.4, 15, 6, 18, 18] },
]

const byZoom = (stops) => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops]
const isKind = (...kinds) => ['in', ['get', 'kind'], ['literal', kinds]]
const isArea = ['==', ['geometry-type'], 'Polygon']

/** The page asks for the tiles: the library's worker may ask for nothing. */
export function addTiles(library) {
  library.addProtocol('streets', async ({ url }, { signal }) => {
    const answer = await fetch(url.replace('streets://', ''), { signal })
    if (!answer.ok) throw new Error(`the server answers ${answer.status}`)
    return { data: await answer.arrayBuffer() }
  })
}

/** The source of the tiles, and the layers between the land and the farms. */
export function streetsOf({ tiles, maxzoom }, colour) {
  const layer = (id, type, of, rest) => ({
    id: `streets-${id}`,
    type,
    source: 'streets',
    'source-layer': of,
    ...rest,
  })
  const area = (id, of, color, rest) =>
    layer(id, 'fill', of, { filter: isArea, paint: { 'fill-color': color }, ...rest })
  const line = (id, of, filter, color, width, rest) =>
    layer(id, 'line', of, {
      filter,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': width },
      ...rest,
    })
  const name = (id, of, filter, minzoom, size, placement = 'point') =>
    layer(id, 'symbol', of, {
      filter,
      minzoom,
      layout: {
        'text-field': ['coalesce', ['get', 'name:en'], ['get', 'name']],
        'text-font': ['Inter'],
        'text-size': size,
        'symbol-placement': placement,
        'symbol-sort-key': ['coalesce', ['get', 'min_zoom'], 20],
      },
      paint: { 'text-color': colour.town, 'text-halo-color': colour.land, 'text-halo-width': 1.4 },
    })
  return {
    source: { type: 'vector', tiles: [`streets://${tiles}`], maxzoom },
    below: [
      area('earth', 'earth', colour.land),
      area('green', 'landuse', colour.green, {
        filter: ['all', isArea, isKind(...green.split(' '))],
      }),
      area('water', 'water', colour.water),
      line('rivers', 'water', isKind('river', 'stream'), colour.water, byZoom([9, 0.6, 16, 4])),
      area('buildings', 'buildings', colour.building, { minzoom: 14 }),
      line('borders', 'boundaries', isKind('country', 'region', 'county'), colour.border, 0.8, {
        minzoom: near,
      }),
      // A darker line below each road is its edge.
      ...roads.map(({ kind, widths }) => {
        const wider = widths.map((stop, at) => (at % 2 === 0 || stop === 0 ? stop : stop + 1.2))
        return line(`${kind}-edge`, 'roads', isKind(kind), colour.county, byZoom(wider))
      }),
      ...roads.map(({ kind, color, widths }) =>
        line(kind, 'roads', isKind(kind), colour[color], byZoom(widths)),
      ),
    ],
    names: [
      name('road-names', 'roads', isKind('highway', 'major_road'), 12, 11.5, 'line'),
      name('street-names', 'roads', isKind('minor_road'), 14.5, 11, 'line'),
      name('places', 'places', isKind('locality', 'neighbourhood'), near, 12.5),
    ],
  }
}
