import { createRequire } from 'node:module'
import * as Plot from '@observablehq/plot'
import { cellToLatLng } from 'h3-js'
import { parseHTML } from 'linkedom'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { groupDigits } from '../../data/digit_grouping.ts'
import type { Report } from '../../data/schema/report.ts'
import { Html } from '../../data/html.ts'

type SourceFile = Report['sources'][number]
type Outcome = 'used' | 'merged' | 'history' | 'rejected'

const width = 900
const rowHeight = 22

/** A bar for each file: its rows by outcome. */
export function rowsChart(sources: Report['sources'][number][]): Html {
  const outcomes: Outcome[] = ['used', 'merged', 'history', 'rejected']
  const named = sources.map((source) => ({ ...source, name: fileName(source, sources) }))
  const bars = named.flatMap((source) =>
    outcomes.map((outcome) => ({ file: source.name, outcome, rows: source[outcome] })),
  )
  const names = named.map(({ name }) => name)
  return chart('Use of the rows of each file', {
    ...rowsOf(names),
    y: { label: null, domain: names },
    x: { label: 'rows', grid: true },
    color: {
      domain: outcomes,
      range: ['var(--green)', '#8fbf9f', '#c9ccd1', 'var(--danger)'],
      legend: true,
    },
    marks: [
      Plot.barX(bars, Plot.stackX({ x: 'rows', y: 'file', fill: 'outcome', order: outcomes })),
      Plot.ruleX([0]),
    ],
  })
}

/** A file's name; with its source, and edition, if another file has the same name. */
function fileName({ source, file, edition }: SourceFile, all: SourceFile[]): string {
  const others = all.filter((each) => each.file === file)
  if (others.length === 1) return file
  const isOne = others.filter((each) => each.source === source).length === 1
  return `${source}: ${file}${isOne ? '' : ` of ${edition}`}`
}

/** One bar per name; null if there are none. */
export function barChart(counts: Record<string, number>, label: string): Html | null {
  if (Object.keys(counts).length === 0) return null
  const bars = Object.entries(counts).map(([name, count]) => ({ name, count }))
  return chart(`A bar for each of the names: ${label}`, {
    ...rowsOf(Object.keys(counts)),
    x: { label, grid: true },
    marks: [
      Plot.barX(bars, { x: 'count', y: 'name', fill: 'var(--green)', sort: { y: '-x' } }),
      Plot.text(bars, {
        x: 'count',
        y: 'name',
        text: ({ count }: { count: number }) => groupDigits(count),
        textAnchor: 'start',
        dx: 4,
      }),
      Plot.ruleX([0]),
    ],
  })
}

const steps = ['none', 'under 25 %', '25 to 50 %', '50 to 75 %', 'over 75 %', 'all']
const shades = [0, 15, 35, 55, 75, 100].map(
  (green) => `color-mix(in srgb, var(--green) ${green}%, var(--line))`,
)

/** The step of a share from 0 to 1. */
const stepOf = (share: number): string =>
  share === 0 || share > 0.999 ? steps.at(share === 0 ? 0 : -1)! : steps[1 + Math.floor(4 * share)]!

/** A square per source and field: the share of listings with the field. */
export function coverageChart(coverage: Report['coverage']): Html {
  const squares = Object.entries(coverage).flatMap(([source, fields]) =>
    Object.entries(fields).map(([field, share]) => ({ source, field, share: stepOf(share) })),
  )
  const sources = Object.keys(coverage)
  return chart("Share of each source's listings in which each field is known", {
    width,
    height: 170 + sources.length * rowHeight,
    marginLeft: leftMargin(sources),
    marginBottom: 150,
    x: { label: null, tickRotate: -60, domain: Object.keys(coverage[sources[0]!] ?? {}) },
    y: { label: null },
    color: { type: 'ordinal', domain: steps, range: shades, legend: true },
    marks: [Plot.cell(squares, { x: 'field', y: 'source', fill: 'share', inset: 0.5 })],
  })
}

/** A dot per H3 cell: all farms, added farms and lost farms. */
export function farmMap(cells: Report['cells']): Html {
  const dots = cells.map(({ cell, ...counts }) => {
    const [lat, lng] = cellToLatLng(cell)
    return { lat, lng, ...counts }
  })
  const dot = (count: 'farms' | 'added' | 'removed', color: string) =>
    Plot.dot(
      dots.filter((each) => each[count] > 0),
      { x: 'lng', y: 'lat', r: count, stroke: color, fill: color, fillOpacity: 0.35 },
    )
  return chart('Map of the farms, those added and those gone', {
    width,
    height: 560,
    projection: 'albers-usa',
    r: { range: [0, 9] },
    marks: [
      Plot.geo(stateBorders, { strokeOpacity: 0.4, render: once }),
      dot('farms', 'var(--green)'),
      dot('added', '#2563c9'),
      dot('removed', 'var(--danger)'),
    ],
  })
}

const require = createRequire(import.meta.url)
const atlas: Topology<{ states: GeometryCollection }> = require('us-atlas/states-10m.json')
const stateBorders = mesh(atlas, atlas.objects.states)
const { document } = parseHTML('<html></html>')

let borders: ReturnType<Plot.RenderFunction> = null

/** Draws the borders, which are the same on every map, once in a process. */
const once: Plot.RenderFunction = (...drawing) => {
  borders ??= drawing[5]!(...drawing)
  return borders && borders.cloneNode(true)
}

/** The frame of a chart with a row per name. */
const rowsOf = (names: string[]): Plot.PlotOptions => ({
  width,
  height: 60 + names.length * rowHeight,
  marginLeft: leftMargin(names),
  marginRight: 60,
  y: { label: null },
})

const leftMargin = (names: string[]) => 16 + 6.5 * Math.max(0, ...names.map(({ length }) => length))

/** Marks a chart as one image for screen readers: Plot names its parts, which have no role. */
function chart(label: string, options: Plot.PlotOptions): Html {
  const drawn = document.createElement('div')
  drawn.append(Plot.plot({ ...options, document, ariaLabel: label }))
  for (const part of drawn.querySelectorAll('svg [aria-label]')) part.removeAttribute('aria-label')
  for (const image of drawn.querySelectorAll('svg[aria-label]')) image.setAttribute('role', 'img')
  return new Html(`<div class="wide" tabindex="0">${drawn.innerHTML}</div>`)
}
