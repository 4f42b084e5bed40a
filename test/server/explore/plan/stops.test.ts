import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { haversineMiles } from '../../../../data/geography/distance.ts'
import { orderStops, type Visit } from '../../../../server/explore/plan/stops.ts'

const at = (east: number) => ({ lat: 44, lng: -72 + east })
const visit = (id: string, east: number, openings: Visit['openings']): Visit => ({
  id,
  at: at(east),
  openings,
})
const idsOf = (stops: readonly Visit[]) => stops.map(({ id }) => id)

describe('orderStops(visits, start)', () => {
  it('visits what closes early first, though it is farther away', () => {
    const stops = orderStops(
      [visit('near', 0.1, [[480, 1080]]), visit('early', 0.3, [[480, 540]])],
      at(0),
    )
    assert.deepEqual(idsOf(stops), ['early', 'near'])
    assert.ok(stops.every(({ isLate }) => !isLate))
  })

  it('takes the shorter way where hours allow both', () => {
    const open = [[480, 1080]] as const
    const given = [visit('far', 0.4, open), visit('near', 0.1, open), visit('middle', 0.2, open)]
    assert.deepEqual(idsOf(orderStops(given, at(0))), ['near', 'middle', 'far'])
  })

  it('marks a stop that closes before its visit ends', () => {
    const given = [visit('one', 0, [[480, 520]]), visit('two', 1, [[480, 520]])]
    assert.deepEqual(
      orderStops(given, null).map(({ isLate }) => isLate),
      [false, true],
    )
  })

  it('begins at nine without known hours, and needs no point', () => {
    const [stop] = orderStops([{ id: 'one', at: null, openings: null }], null)
    assert.deepEqual([stop!.begin, stop!.drive_mi, stop!.isLate], [540, 0, false])
  })

  it('marks a stop without known hours that ends after midnight', () => {
    const given = [visit('here', 0, null), visit('far', 20, null)]
    assert.deepEqual(
      orderStops(given, null).map(({ isLate }) => isLate),
      [false, true],
    )
  })

  it('keeps every visit once, in its hours, after the one before and the drive', () => {
    const times = fc.tuple(fc.integer({ min: 300, max: 800 }), fc.integer({ min: 60, max: 400 }))
    const visits = fc.array(
      fc.record({
        east: fc.double({ min: 0, max: 2, noNaN: true }),
        openings: fc.option(times.map(([from, long]) => [[from, from + long] as const])),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(visits, (given) => {
        const all = given.map(({ east, openings }, id) => visit(String(id), east, openings))
        const stops = orderStops(all, null)
        assert.deepEqual(idsOf(stops).toSorted(), idsOf(all).toSorted())
        for (const [n, stop] of stops.entries()) {
          const before = stops[n - 1]
          const [opening] = stop.openings ?? []
          if (opening && !stop.isLate)
            assert.ok(stop.begin >= opening[0] && stop.begin + 30 <= opening[1])
          if (!before) continue
          const drive = (haversineMiles(before.at!, stop.at!) * 1.3 * 60) / 35
          assert.ok(stop.begin >= before.begin + 30 + Math.floor(drive))
        }
      }),
      { numRuns: 60 },
    )
  })
})
