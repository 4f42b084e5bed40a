// The map's style for maplibre-gl, with its colors, and its shapes as GeoJSON.

export const noFarms = { type: 'FeatureCollection', features: [] }

/** The style of the map: the land, its borders, the circle of the search, the farms. */
export function styleOf({ base, counties, circle, points, towns, streets, told }) {
  const colour = colours()
  const drawn = streets?.streetsOf(told.streets, colour)
  // Near by, tiles have better borders and names.
  const far = drawn ? { maxzoom: streets.near } : {}
  const count = ['coalesce', ['get', 'farms'], ['get', 'n'], 1]
  const { point, few, some, many } = colour
  const byCount = ['step', count, point, 2, few, 20, some, 100, many]
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: base.land },
      borders: { type: 'geojson', data: base.borders },
      ...(drawn && { streets: drawn.source }),
      counties: { type: 'geojson', data: counties ?? noFarms },
      circle: { type: 'geojson', data: circle ?? noFarms },
      towns: { type: 'geojson', data: towns ?? noFarms },
      farms: {
        type: 'geojson',
        data: points ?? noFarms,
        cluster: true,
        clusterRadius: 38,
        clusterMaxZoom: 11,
        clusterProperties: { farms: ['+', ['coalesce', ['get', 'n'], 1]] },
      },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colour.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour.land } },
      ...(drawn?.below ?? []),
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5.5,
        ...far,
        paint: { 'line-color': colour.county, 'line-width': 0.7 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'borders',
        ...far,
        paint: { 'line-color': colour.border, 'line-width': 1 },
      },
      {
        id: 'circle',
        type: 'line',
        source: 'circle',
        paint: { 'line-color': colour.circle, 'line-width': 1.5, 'line-dasharray': [3, 2] },
      },
      {
        id: 'farms',
        type: 'circle',
        source: 'farms',
        paint: {
          'circle-color': byCount,
          'circle-radius': ['interpolate', ['linear'], ['ln', count], 0, 4, 3, 10, 6, 20, 9, 30],
          'circle-opacity': ['case', ['has', 'point_count'], 0.82, 0.95],
          'circle-stroke-color': colour.edge,
          'circle-stroke-width': 1,
        },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        minzoom: 3.5,
        ...far,
        // The larger a town, the earlier its name; the library leaves out names that would overlap.
        filter: ['<', ['get', 'rank'], ['step', ['zoom'], 40, 5, 150, 6, 600, 7, 2500, 8, 10_000]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Inter'],
          'text-size': ['interpolate', ['linear'], ['get', 'rank'], 0, 15, 300, 13, 3000, 11.5],
          'text-padding': 6,
          'text-anchor': 'bottom',
          'text-offset': [0, -0.6],
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: {
          'text-color': colour.town,
          'text-halo-color': colour.land,
          'text-halo-width': 1.4,
        },
      },
      ...(drawn?.names ?? []),
    ],
  }
}

/** The page's colors, which differ by day and night, in the map's notation. */
function colours() {
  const probe = document.createElement('i')
  document.body.append(probe)
  const read = (name) => {
    probe.style.color = `var(--map-${name})`
    return getComputedStyle(probe).color
  }
  const names =
    'water land border county point edge few some many circle town green road highway building'
  const found = Object.fromEntries(names.split(' ').map((name) => [name, read(name)]))
  probe.remove()
  return found
}

/** The points of an answer as GeoJSON; each is stored as the difference from the previous one. */
export function featuresOf({ step, points, counts }) {
  const features = []
  let [x, y] = [0, 0]
  for (let at = 0; at < points.length; at += 2) {
    x += points[at]
    y += points[at + 1]
    const properties = counts ? { n: counts[at / 2] } : {}
    const geometry = { type: 'Point', coordinates: [x * step, y * step] }
    features.push({ type: 'Feature', properties, geometry })
  }
  return { type: 'FeatureCollection', features, step }
}

/** The towns of an answer as GeoJSON, each with its rank by size. */
export function townsOf({ names, points }) {
  const features = names.split('\n').map((name, rank) => ({
    type: 'Feature',
    properties: { name, rank },
    geometry: { type: 'Point', coordinates: points.slice(2 * rank, 2 * rank + 2) },
  }))
  return { type: 'FeatureCollection', features }
}

export function ring({ lat, lng, radius_mi }) {
  const corners = 90
  const tall = radius_mi / 69.09
  const wide = tall / Math.cos((lat * Math.PI) / 180)
  const coordinates = Array.from({ length: corners + 1 }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners
    return [lng + wide * Math.cos(angle), lat + tall * Math.sin(angle)]
  })
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }
}
