import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { cellToBoundary, cellToParent, latLngToCell } from 'h3-js'
import { syntheticFarms as sampleFarms } from '../../../data/sample/generate.ts'
import { layout } from '../../../data/schema/layout.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { readConfig } from '../../../server/config.ts'
import { openSnapshot } from '../../../server/snapshot/open.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { publishedFarms } from '../../support/published_farms.ts'

type Located = Farm & { lat: number; lng: number; h3_cell: string }

/** Farms a little inside and outside of the corners of some cells of resolution 9. */
const edgeFarms = ['892b8994b2fffff', '892bab282b7ffff', '892a100d0d3ffff'].flatMap((cell) =>
  cellToBoundary(cell).flatMap(([lat, lng], corner) =>
    [-2e-4, 0, 2e-4].map((step) => ({
      source_id: `${cell} ${corner} ${step}`,
      name: `${corner} by ${step} of ${cell}`,
      lat: lat + step,
      lng: lng - step / 2,
    })),
  ),
)

const built = await buildSnapshot(
  { after },
  { feed: [...edgeFarms, ...sampleFarms({ count: 300, seed: 7 })] },
)

/** What `cell=` looks up in a snapshot, and its farms in row order. */
async function opened(root: string, id: string) {
  const snapshot = await openSnapshot(layout(root), id, readConfig({}).snapshot)
  after(() => snapshot.close())
  const farms = await publishedFarms(layout(root).snapshot(id))
  const located = farms.filter((farm): farm is Located => farm.h3_cell !== null)
  return { places: snapshot.places, located }
}

const isAstray = ({ lat, lng, h3_cell }: Located) =>
  cellToParent(latLngToCell(lat, lng, 15), 9) !== h3_cell

const upTo = (finest: number) => Array.from({ length: finest + 1 }, (_, resolution) => resolution)

const { places, located } = await opened(built.root, built.id)

describe('cell=', () => {
  it('finds every farm by its own h3_cell, and by each ancestor of it', () => {
    const astray = located.filter(isAstray).length
    assert.ok(astray > 10, `${astray} farms are near an edge`)
    for (const resolution of upTo(9))
      for (const [cell, rows] of Map.groupBy(located.keys(), (row) =>
        cellToParent(located[row]!.h3_cell, resolution),
      ))
        assert.deepEqual([...places.inCell(cell)], rows, cell)
  })

  it('finds as many farms as market_cells counts', async () => {
    const path = `${built.folder}/members/market_cells.parquet`
    const counted = await withDuckDb(async (connection) =>
      (
        await connection.runAndReadAll(
          `select cell, farms::integer as farms from '${path}' where product is null`,
        )
      ).getRowObjectsJson(),
    )
    assert.ok(counted.length > 100)
    for (const { cell, farms } of counted) {
      assert.ok(typeof cell === 'string')
      assert.equal(places.inCell(cell).count(), farms, cell)
    }
  })
})
