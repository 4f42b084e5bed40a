import { geoAlbersUsa } from 'd3-geo'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { mapFrame, stateShapes } from '../../pages/state_shapes.ts'
import type { FarmCell } from '../../query/farm_cells.ts'

/** The projection of the states' shapes, in their units. */
const project = geoAlbersUsa().scale(2600).translate([975, 610])

/** Classes of dots by their minimum number of farms; a dot's area grows with its class. */
const classes = [1, 2, 5, 10, 20, 50] as const

const viewBox = [mapFrame.left, mapFrame.top, mapFrame.width, mapFrame.height].join(' ')

/** A map with a dot for each H3 cell, larger where it has more farms. */
export function dotMap(cells: readonly FarmCell[]): Html {
  const dots = cells.flatMap(({ lat, lng, farms }) => {
    const place = project([lng, lat])
    const kind = classes.findLastIndex((least) => farms >= least)
    return place ? [{ x: Math.round(place[0]), y: Math.round(place[1]), kind, farms }] : []
  })
  const farms = dots.reduce((sum, dot) => sum + dot.farms, 0)
  return html`<figure class="map dots">
    <svg viewBox="${viewBox}" role="img" aria-label="${labelOf(dots.length, farms)}">
      <path
        class="land"
        d="${stateShapes()
          .map(({ path }) => path)
          .join('')}"
      />
      ${classes
        .map((_, kind) => {
          const places = dots.filter((dot) => dot.kind === kind)
          const path = places.map(({ x, y }) => `M${x} ${y}h0`).join('')
          return path === '' ? null : html`<path class="dot dot-${kind}" d="${path}" />`
        })
        .filter((path) => path !== null)}
    </svg>
    <figcaption>
      <ul class="legend">
        ${classes.map(
          (least, kind) =>
            html`<li>
              <svg viewBox="-30 -30 60 60" aria-hidden="true">
                <path class="dot dot-${kind}" d="M0 0h0" />
              </svg>
              ${rangeOf(least, classes[kind + 1])}
            </li>`,
        )}
      </ul>
      <p class="small">
        A dot is an area of about 680 square miles, larger for more farms. Alaska is drawn smaller,
        territories are not drawn.
      </p>
    </figcaption>
  </figure>`
}

const labelOf = (dots: number, farms: number) =>
  `Map of the United States with ${groupDigits(dots)} dots for ${groupDigits(farms)} farms, larger dots for more farms; the table of coverage by state has the figures`

function rangeOf(least: number, next: number | undefined): string {
  if (next === undefined) return `${least} or more`
  return next - least === 1 ? String(least) : `${least}–${next - 1}`
}
