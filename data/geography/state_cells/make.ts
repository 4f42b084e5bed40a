import { createRequire } from 'node:module'
import { compactCells, POLYGON_TO_CELLS_FLAGS, polygonToCellsExperimental } from 'h3-js'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { states } from '../states.ts'
import { stateResolution } from './state_cells.ts'

/**
 * Makes cells.tsv: a line for each state with the cells that its Census outline (us-atlas, 2017) touches. A
 * coarser cell replaces its seven children if all touch; trailing `f`s are removed.
 */
export function makeStateCells(): string {
  const atlas: Topology<{ states: GeometryCollection }> = createRequire(import.meta.url)(
    'us-atlas/states-10m.json',
  )
  const { features } = feature(atlas, atlas.objects.states)
  return states
    .map(({ abbr, fips }) => {
      const { geometry } = features.find(({ id }) => id === fips)!
      return `${abbr}\t${written(polygonsOf(geometry))}\n`
    })
    .join('')
}

const written = (polygons: GeoJSON.Position[][][]) =>
  compactCells([...new Set(polygons.flatMap(cellsTouching))])
    .toSorted()
    .map((cell) => cell.replace(/(?<!f)f+$/, ''))
    .join(' ')

function polygonsOf(geometry: GeoJSON.Geometry): GeoJSON.Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  if (geometry.type === 'MultiPolygon') return geometry.coordinates
  throw new Error(`a state's outline is a ${geometry.type}`)
}

// Overlapping, not center: an island of American Samoa contains no cell's center.
const cellsTouching = (polygon: GeoJSON.Position[][]) =>
  polygonToCellsExperimental(
    polygon,
    stateResolution,
    POLYGON_TO_CELLS_FLAGS.containmentOverlapping,
    true,
  )
