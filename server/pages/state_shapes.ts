import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { states } from '../../data/geography/states.ts'

type StateShape = { abbr: string; path: string }

/** The frame of the paths; the Aleutian Islands extend beyond zero on the left. */
export const mapFrame = { left: -120, top: 0, width: 2070, height: 1220 }

/** us-atlas is drawn in 975 by 610 units; doubled coordinates can be whole numbers. */
const scale = 2

type Ring = number[][]

let drawn: StateShape[] | undefined

/** The 50 states and DC, drawn from Census boundaries (us-atlas), with Alaska and Hawaii as insets. */
export const stateShapes = (): readonly StateShape[] => (drawn ??= draw())

function draw(): StateShape[] {
  const atlas: Topology<{ states: GeometryCollection<{ name: string }> }> = createRequire(
    import.meta.url,
  )('us-atlas/states-albers-10m.json')
  const { features } = feature(atlas, atlas.objects.states)
  return features.flatMap(({ id, geometry }) => {
    const state = states.find(({ fips }) => fips === id)
    if (!state || !('coordinates' in geometry)) return []
    const rings = geometry.coordinates.flat(geometry.type === 'Polygon' ? 0 : 1) as Ring[]
    return [{ abbr: state.abbr, path: rings.map(ringPath).join('') }]
  })
}

/** A ring as a path of relative lines; points with equal coordinates are drawn once. */
function ringPath(ring: Ring): string {
  const points = ring.map(([x, y]) => [Math.round(scale * x!), Math.round(scale * y!)] as const)
  const steps = points.flatMap(([x, y], at) => {
    if (at === 0) return []
    const [fromX, fromY] = points[at - 1]!
    return x === fromX && y === fromY ? [] : [`${x - fromX} ${y - fromY}`]
  })
  return steps.length < 3 ? '' : `M${points[0]!.join(' ')}l${steps.slice(0, -1).join(' ')}z`
}
