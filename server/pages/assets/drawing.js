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
  const thousands = ['number-format', ['/', count, 1000], { 'max-fraction-digits': 1 }]
  const byCount = ['step', count, point, 2, few, 20, some, 100, many]
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: base.land },
      borders: { type: 'geojson', data: base.borders },
      states: { type: 'geojson', data: statesOf(base.labels) },
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
        // The larger a town, the earlier its name.
        filter: ['<', ['get', 'rank'], ['step', ['zoom'], 40, 5, 150, 6, 600, 7, 2500, 8, 10_000]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['Inter'],
          'text-size': ['interpolate', ['linear'], ['get', 'rank'], 0, 15, 300, 13, 3000, 11.5],
          'text-padding': 6,
          'text-variable-anchor': ['bottom', 'top'],
          'text-radial-offset': 0.7,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: {
          'text-color': colour.town,
          'text-halo-color': colour.land,
          'text-halo-width': 1.4,
        },
      },
      ...(drawn?.names ?? []),
      // The library places texts from the last layer to the first, and leaves out overlapping ones.
      {
        id: 'states',
        type: 'symbol',
        source: 'states',
        // From afar, the names of small states have no room.
        filter: ['step', ['zoom'], ['!', ['get', 'small']], 5, true],
        layout: {
          'text-field': ['get', 'text'],
          'text-font': ['Inter'],
          'text-size': 12,
          'text-letter-spacing': 0.04,
          'text-padding': 0,
        },
        paint: { 'text-color': colour.state },
      },
      {
        id: 'numbers',
        type: 'symbol',
        source: 'farms',
        filter: ['all', ['has', 'point_count'], ['>=', count, 10]],
        layout: {
          'text-field': [
            'case',
            ['<', count, 1000],
            ['to-string', count],
            ['concat', thousands, 'k'],
          ],
          'text-font': ['Inter'],
          'text-size': 12,
          'text-padding': 6,
          'text-allow-overlap': true,
        },
        paint: { 'text-color': colour.number },
      },
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
    'water land border county point edge few some many number circle state town green road highway building'
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

/** The names of states as GeoJSON. */
function statesOf(labels) {
  const features = labels.map(({ text, small, lng, lat }) => ({
    type: 'Feature',
    properties: { text, small },
    geometry: { type: 'Point', coordinates: [lng, lat] },
  }))
  return { type: 'FeatureCollection', features }
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
