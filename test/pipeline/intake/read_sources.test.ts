import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../pipeline/progress.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import { rowsIn } from '../../support/row_lists.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** A list of one city, without city, state and ZIP code. */
const list = Array.from({ length: 14 }, (_, number) => ({
  source_id: `${number}`,
  name: `Stall ${number}`,
  lat: 34 + number / 100,
  lng: -118.3,
}))

async function read(t: TestContext, lines: object[]) {
  const sources = [{ adapter: farmFeed, path: await writeFeed(t, lines) }]
  const now = new Date('2026-01-01T00:00:00Z')
  const input = await readSources(sources, await temporaryFolder(t), silent, now)
  const observations = await rowsIn(input)
  return {
    intake: input.intakes[0]!,
    of: (id: string) => observations.find(({ source_id }) => source_id === id),
  }
}

describe('readSources(sources, scratch, progress)', () => {
  it('reports how much of all files is read, from thousand rows to thousand rows', async (t) => {
    const lines = Array.from({ length: 2500 }, (_, n) => ({
      source_id: `${n}`,
      name: `Stall ${n}`,
    }))
    const sources = [lines, lines].map(async (each) => ({
      adapter: farmFeed,
      path: await writeFeed(t, each),
    }))
    const [rows, shares]: [number[], number[]] = [[], []]
    await readSources(
      await Promise.all(sources),
      await temporaryFolder(t),
      { ...silent, rows: (count) => rows.push(count), share: (done) => shares.push(done) },
      new Date('2026-01-01T00:00:00Z'),
    )
    assert.deepEqual(rows, [1000, 2000, 3500, 4500])
    assert.ok(shares.every((share, i) => share > 0 && share <= 1 && share >= (shares[i - 1] ?? 0)))
    assert.ok(shares[1]! <= 0.5 && shares[2]! > 0.5)
  })
})

describe('readSources(sources): rows that only the others of their file place', () => {
  it('puts swapped and flipped coordinates right, wherever in the file they are', async (t) => {
    const { intake, of } = await read(t, [
      { source_id: 'first', name: 'First', lat: -118.31, lng: 34.05 },
      ...list,
      { source_id: 'last', name: 'Last', lat: 34.05, lng: 118.31 },
    ])
    for (const id of ['first', 'last']) {
      const { lat, lng, state, location_precision } = of(id)!
      assert.deepEqual([lat, lng, state, location_precision], [34.05, -118.31, 'CA', 'exact'])
    }
    assert.deepEqual(of('first')!.corrections, [
      'coordinates swapped',
      'state from the coordinates',
    ])
    assert.equal(intake.corrections.toObject()['longitude sign flipped'], 1)
    assert.equal(intake.read, 16)
  })

  it('does not where the others are elsewhere, or there are none', async (t) => {
    const china = { source_id: 'china', name: 'Shanghai', lat: 34.05, lng: 108.9 }
    for (const lines of [[china, ...list], [china]]) {
      const { intake, of } = await read(t, lines)
      assert.equal(of('china'), undefined)
      assert.deepEqual(intake.rejections.toObject(), { 'outside the United States': 1 })
    }
  })

  it('believes the stated city without any others', async (t) => {
    const flipped = { source_id: 'one', name: 'One', lat: 34.05, lng: 118.31 }
    const { of } = await read(t, [{ ...flipped, city: 'Los Angeles' }])
    assert.deepEqual([of('one')!.lng, of('one')!.state], [-118.31, 'CA'])
    const { intake } = await read(t, [{ ...flipped, city: 'Xuzhou' }])
    assert.equal(intake.rejections.total, 1)
  })
})
