import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { cellToParent, latLngToCell } from 'h3-js'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import { noDay, noZip, type Columns } from '../../../../data/schema/serving/columns.ts'
import { awkwardFeed, awkwardMoment } from '../../../support/awkward_feed.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { byBytes } from '../../../support/byte_order.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { readColumns } from '../../../support/serving_files.ts'

/** Enough farms near each other that the tree has several levels, some at the very same point. */
const crowd = Array.from({ length: 400 }, (_, number) => ({
  source_id: `crowd-${number}`,
  name: ['Oak', 'oak', 'Öak', 'OAK farm', 'Ökar'][number % 5],
  state: 'VT',
  lat: 43.5 + ((number % 97) * (number % 89)) / 8000,
  lng: -72.6 - (number % 31) / 100,
  updated_at: `2025-0${1 + (number % 9)}-01T00:00:00Z`,
  google_rating: number % 3 === 0 ? (number % 50) / 10 : undefined,
}))
const { folder } = await buildSnapshot(
  { after },
  {
    sources: [
      awkwardFeed,
      { kind: 'farm-feed', name: 'crowd', path: await writeFeed({ after }, crowd) },
    ],
    now: awkwardMoment,
  },
)
const farms = (await readParquet<Farm>(join(folder, 'members/farms.parquet'))).rows
const located = farms.filter(({ lat }) => lat !== null).length

describe('the columns of the farms', () => {
  it('have the coordinates of each farm, NaN where it has none', async () => {
    const { lat, lng } = await readColumns(folder, 'farms')
    assert.deepEqual(
      [...lat],
      farms.map((farm) => farm.lat ?? NaN),
    )
    assert.deepEqual(
      [...lng],
      farms.map((farm) => farm.lng ?? NaN),
    )
    assert.ok(located < farms.length)
  })

  it('have what filters look at, and marks for what is unknown', async () => {
    const { zip, updatedAt, firstListed, lastListed } = await readColumns(folder, 'farms')
    const dayOf = (date: string | null) => (date === null ? noDay : Date.parse(date) / 86_400_000)
    assert.deepEqual([...zip], farms.map((farm) => Number(farm.zip ?? noZip))) // prettier-ignore
    assert.deepEqual([...updatedAt], farms.map(({ updated_at }) => Date.parse(updated_at ?? ''))) // prettier-ignore
    assert.deepEqual([...firstListed], farms.map((farm) => dayOf(farm.first_listed))) // prettier-ignore
    assert.deepEqual([...lastListed], farms.map((farm) => dayOf(farm.last_listed))) // prettier-ignore
  })

  it('have the 16 bytes of each id', async () => {
    const bytes = Buffer.from((await readColumns(folder, 'farms')).id)
    assert.equal(bytes.length, 16 * farms.length)
    assert.equal(bytes.toString('hex'), farms.map(({ id }) => id.replaceAll('-', '')).join(''))
  })

  it('have the rows in H3 order, by id in one cell, those without a location last', () => {
    const keys = farms.map(({ id, lat, lng }) =>
      // Cells of one resolution are texts of one length; `z` comes after all of them.
      lat === null || lng === null ? `z ${id}` : `${latLngToCell(lat, lng, 9)} ${id}`,
    )
    assert.deepEqual(keys, keys.toSorted())
  })

  const folded = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const unknownLast = (a: string | null, b: string | null) =>
    Number(a === null) - Number(b === null)
  const time = (moment: string | null) => (moment === null ? -Infinity : Date.parse(moment))
  const byName = (a: Farm, b: Farm) => byBytes(folded(a.name), folded(b.name))
  const byTime = (a: string | null, b: string | null) => (a === b ? 0 : time(a) - time(b))
  const orders: Record<keyof Columns['orders'], (a: Farm, b: Farm) => number> = {
    byId: () => 0,
    byName,
    byNameDescending: (a, b) => -byName(a, b),
    byQuality: (a, b) => a.quality_score - b.quality_score,
    byQualityDescending: (a, b) => b.quality_score - a.quality_score,
    byUpdated: (a, b) =>
      unknownLast(a.updated_at, b.updated_at) || byTime(a.updated_at, b.updated_at),
    byUpdatedDescending: (a, b) => byTime(b.updated_at, a.updated_at),
    // Null is this snapshot, which is newer than all.
    byChanged: (a, b) =>
      unknownLast(a.changed_at, b.changed_at) || byTime(a.changed_at, b.changed_at),
    byChangedDescending: (a, b) =>
      -unknownLast(a.changed_at, b.changed_at) || byTime(b.changed_at, a.changed_at),
    byRating: (a, b) => (b.google_rating ?? -1) - (a.google_rating ?? -1),
  }
  for (const [name, compare] of Object.entries(orders))
    it(`have all rows ${name}, ties by id`, async () => {
      const rows = (await readColumns(folder, 'orders'))[name as 'byId']
      const expected = farms
        .map((farm, row) => ({ farm, row }))
        .toSorted((a, b) => compare(a.farm, b.farm) || byBytes(a.farm.id, b.farm.id))
      assert.deepEqual(
        [...rows],
        expected.map(({ row }) => row),
      )
    })
})

describe('the cell tree', () => {
  it('shares out the located rows, in order, down to its leaves', async () => {
    const { first, end, firstChild, childCount } = await tree()
    assert.deepEqual([first[0], end[0]], [0, located])
    const leaves: [number, number][] = []
    for (let node = 0; node < first.length; node++) {
      const children = Array.from({ length: childCount[node]! }, (_, n) => firstChild[node]! + n)
      if (children.length === 0) leaves.push([first[node]!, end[node]!])
      else assert.deepEqual(rangesOf(children), contiguous(first[node]!, end[node]!, children))
    }
    leaves.sort(([a], [b]) => a - b)
    assert.ok(leaves.length > 20, `${leaves.length} leaves`)
    assert.equal(leaves[0]![0], 0)
    for (const [index, [begin]] of leaves.entries())
      assert.equal(begin, leaves[index - 1]?.[1] ?? 0)
    assert.equal(leaves.at(-1)![1], located)

    function rangesOf(nodes: number[]) {
      return nodes.map((node) => [first[node], end[node]])
    }
    function contiguous(begin: number, stop: number, nodes: number[]) {
      const bounds = [begin, ...nodes.map((node) => end[node]!)]
      assert.equal(bounds.at(-1), stop)
      return nodes.map((_, index) => [bounds[index], bounds[index + 1]])
    }
  })

  it('gives each child a cell that holds its farms, and no other farm of the node', async () => {
    const { first, end, firstChild, childCount } = await tree()
    const cellsOf = (node: number, resolution: number) =>
      farms
        .slice(first[node], end[node])
        .map(({ lat, lng }) => latLngToCell(lat!, lng!, 9))
        .map((cell) => cellToParent(cell, resolution))
    for (let node = 0; node < first.length; node++) {
      const children = Array.from({ length: childCount[node]! }, (_, n) => firstChild[node]! + n)
      if (children.length === 0) continue
      const resolutions = [...Array(10).keys()]
      const finer = resolutions.find((resolution) => new Set(cellsOf(node, resolution)).size > 1)!
      const ofChildren = children.map((child) => [...new Set(cellsOf(child, finer))])
      assert.ok(
        ofChildren.every((cells) => cells.length === 1),
        `node ${node}`,
      )
      assert.equal(new Set(ofChildren.flat()).size, children.length)
    }
  })

  it('encloses the farms of each node in its ball', async () => {
    const { first, end, ball } = await tree()
    for (let node = 0; node < first.length; node++) {
      const [x, y, z, radius] = ball.subarray(4 * node, 4 * node + 4) as unknown as number[]
      for (const farm of farms.slice(first[node], end[node])) {
        const point = onSphere(farm)
        const distance = Math.hypot(point.x - x!, point.y - y!, point.z - z!)
        assert.ok(distance <= radius! + 1e-12, `node ${node}: ${farm.name} is outside`)
      }
    }
  })
})

async function tree() {
  const nodes = await readColumns(folder, 'tree')
  assert.equal(nodes.ball.length, 4 * nodes.first.length)
  return nodes
}

function onSphere({ lat, lng }: Farm) {
  const [phi, lambda] = [(lat! * Math.PI) / 180, (lng! * Math.PI) / 180]
  return {
    x: Math.cos(phi) * Math.cos(lambda),
    y: Math.cos(phi) * Math.sin(lambda),
    z: Math.sin(phi),
  }
}
