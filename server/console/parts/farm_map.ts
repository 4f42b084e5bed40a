import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { states } from '../../../data/geography/states.ts'
import { frame, stateShapes, type StateShape } from './state_shapes.ts'
import { table } from './table.ts'
import { swatch } from './use_chart.ts'

/** The number of shades for states with farms. */
const shades = 5

const viewBox = [frame.left, frame.top, frame.width, frame.height].join(' ')

/**
 * A map of the states, shaded by farms per 1,000 square miles into fifths of the states that have
 * any, with its figures as a table. `byState` counts farms by abbreviation.
 */
export function farmMap(byState: Readonly<Record<string, number>>): Html {
  const places = stateShapes().map((shape) => {
    const farms = byState[shape.abbr] ?? 0
    return { ...shape, farms, density: (farms / shape.area_mi2) * 1000 }
  })
  const lines = fifths(places.map(({ density }) => density).filter((density) => density > 0))
  return html`<figure class="map">
      <svg viewBox="${viewBox}" role="img" aria-label="${label(places)}">
        ${places.map(
          ({ name, path, farms, density }) =>
            html`<path class="density-${shadeOf(density, lines)}" d="${path}">
              <title>${name}: ${groupDigits(farms)} farms</title>
            </path>`,
        )}
      </svg>
      <figcaption>
        <p class="small">
          Farms per 1,000 square miles of land. Alaska is drawn smaller. Territories are in the
          table only.
        </p>
        <ul class="legend">
          ${places.some(({ farms }) => farms === 0) ? html`<li>${swatch('density-0')} none</li>` : null}
          ${lines.map((line, n) => {
            const next = lines[n + 1]
            const range = next === undefined ? 'or more' : `to ${short(next)}`
            return html`<li>
              ${swatch(`density-${shadeOf(line, lines)}`)} ${short(line)} ${range}
            </li>`
          })}
        </ul>
      </figcaption>
    </figure>
    <details>
      <summary>The figures as a table</summary>
      ${figures(byState, places)}
    </details>`
}

type Place = StateShape & { density: number }

/** The lower limits of the shades: the quantiles of the densities, each once, ascending. */
function fifths(densities: number[]): number[] {
  const sorted = densities.toSorted((a, b) => a - b)
  const lines = Array.from(
    { length: shades },
    (_, n) => sorted[Math.floor((n * sorted.length) / shades)],
  )
  return [...new Set(lines.filter((line) => line !== undefined))]
}

/** 0 = no farms; else 1 to 5. */
const shadeOf = (density: number, lines: readonly number[]): number =>
  density === 0 ? 0 : lines.filter((line) => density >= line).length + shades - lines.length

const short = (value: number): string => String(Number(value.toPrecision(2)))

function label(places: readonly Place[]): string {
  const dense = places.filter(({ density }) => density > 0).sort((a, b) => b.density - a.density)
  const names = dense.slice(0, 3).map(({ name }) => name)
  const densest = names.length > 0 ? `; most farms per square mile: ${names.join(', ')}` : ''
  return `Map of farms by state${densest}. The table has the figures.`
}

function figures(byState: Readonly<Record<string, number>>, places: readonly Place[]): Html {
  const rows = Object.entries(byState)
    .sort(([a], [b]) => nameOf(a).localeCompare(nameOf(b), 'en'))
    .map(([abbr, farms]) => {
      const place = places.find((each) => each.abbr === abbr)
      return [nameOf(abbr), farms, { figure: place ? short(place.density) : '–' }]
    })
  return table('Farms by state', ['State', 'Farms', 'Per 1,000 square miles'], rows)
}

const nameOf = (abbr: string) => states.find((state) => state.abbr === abbr)?.name ?? abbr
