import { html, type Html } from '../../../data/html.ts'
import { countiesIn, type County } from '../../../data/geography/counties.ts'
import { kmPerDegree, kmPerMile, type Point } from '../../../data/geography/distance.ts'

/** The size of the drawing in its units, and half of its width in miles. */
const [width, height, reach_mi] = [480, 300, 32]

const bar_mi = 10

const unitsPerMile = width / 2 / reach_mi
const unitsPerDegree = (kmPerDegree / kmPerMile) * unitsPerMile

type Projection = (lng: number, lat: number) => readonly [x: number, y: number]

/**
 * Draws the counties around a farm, the farm in the middle, and nearby farms as dots. The projection is
 * cylindrical, with true scale along the farm's parallel.
 */
export function localMap(name: string, at: Point, neighbours: readonly Point[]): Html {
  const along = unitsPerDegree * Math.cos((at.lat * Math.PI) / 180)
  const project: Projection = (lng, lat) => [
    width / 2 + (lng - at.lng) * along,
    height / 2 - (lat - at.lat) * unitsPerDegree,
  ]
  const counties = countiesIn({
    west: at.lng - width / 2 / along,
    east: at.lng + width / 2 / along,
    south: at.lat - height / 2 / unitsPerDegree,
    north: at.lat + height / 2 / unitsPerDegree,
  })
  return html`<svg
    class="local-map"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="Map of the counties around ${name}"
  >
    <rect class="water" width="${width}" height="${height}" />
    ${counties.map((county) => html`<path class="land" d="${pathOf(county, project)}" />`)}
    ${labels(counties, project)}
    ${neighbours.map((each) => {
      const [x, y] = project(each.lng, each.lat).map((at) => at.toFixed(1))
      return html`<circle class="neighbour" cx="${x}" cy="${y}" r="4" />`
    })}
    <path class="pin" d="M${width / 2} ${height / 2}l-9 -15a10.5 10.5 0 1 1 18 0z" />
    ${scaleBar}
  </svg>`
}

/** Rings as closed paths of whole units; rings far outside the picture are omitted. */
function pathOf({ outlines }: County, project: Projection): string {
  return outlines
    .flatMap(({ rings }) => rings)
    .map((ring) => {
      const points: string[] = []
      for (let at = 0; at < ring.length; at += 2) {
        const [x, y] = project(ring[at]!, ring[at + 1]!)
        const point = `${clamp(x, width)} ${clamp(y, height)}`
        if (point !== points.at(-1)) points.push(point)
      }
      return points.length < 3 ? '' : `M${points.join('L')}z`
    })
    .join('')
}

/** Moves a corner far outside the picture to the edge of its surroundings. */
const clamp = (value: number, size: number) =>
  Math.round(Math.min(2 * size, Math.max(-size, value)))

type Label = { name: string; x: number; y: number }

/** The names of counties; a name is left out if it would cover another one. */
function labels(counties: readonly County[], project: Projection): Html[] {
  const placed: Label[] = []
  for (const county of counties) {
    const next = labelOf(county, project)
    if (next !== null && !placed.some((each) => areClose(each, next))) placed.push(next)
  }
  return placed.map(({ name, x, y }) => html`<text class="county" x="${x}" y="${y}">${name}</text>`)
}

/** A letter is about seven units wide, and a line sixteen high. */
const areClose = (one: Label, other: Label) =>
  Math.abs(one.x - other.x) < 3.5 * (one.name.length + other.name.length) &&
  Math.abs(one.y - other.y) < 16

/** A county's name, in the middle of its visible part. */
function labelOf({ name, outlines }: County, project: Projection): Label | null {
  const seen: (readonly [number, number])[] = []
  for (const { rings } of outlines)
    for (let at = 0; at < rings[0]!.length; at += 2) {
      const [x, y] = project(rings[0]![at]!, rings[0]![at + 1]!)
      seen.push([Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))])
    }
  const middle = (axis: 0 | 1) => {
    const values = seen.map((point) => point[axis])
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  const [x, y] = [middle(0), middle(1)]
  const isInside = x > 40 && x < width - 40 && y > 16 && y < height - 30
  const isAtPin = Math.abs(x - width / 2) < 45 && Math.abs(y - height / 2 + 10) < 26
  if (!isInside || isAtPin) return null
  return { name, x: Math.round(x), y: Math.round(y) }
}

const scaleBar = html`<g class="scale">
  <path d="M12 ${height - 12}v-5m0 5h${bar_mi * unitsPerMile}v-5" />
  <text x="${16 + bar_mi * unitsPerMile}" y="${height - 12}">${bar_mi} miles</text>
</g>`
