import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { firstFarmId } from '../../../pipeline/intake/reading.ts'
import { nights, sharedNight, type Night } from '../../support/nights.ts'
import { told } from '../../support/told_farms.ts'

const three = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
/** Goes on from the night of these three. */
const afterThree = await sharedNight({ after }, three)

/** The nights of five farms, which the tests of one suite only read. */
const ofFive = await nights({ after })

const kinds = (changes: { change: string; field: string | null }[]) =>
  changes.map(({ change, field }) => (field ? `${change} ${field}` : change)).toSorted()

describe('the farm id, from build to build', { concurrency: 2 }, () => {
  it('is made of source and source id at first sight, and stays', async (t) => {
    const { next, first } = await afterThree(t)
    assert.equal(first.farmOf('a'), firstFarmId('farm-feed', 'a'))
    assert.deepEqual([first.changes, first.lineage], [[], []], 'there is nothing before')
    const second = await next(three)
    for (const id of ['a', 'b', 'c']) assert.equal(second.farmOf(id), first.farmOf(id))
    assert.deepEqual([second.changes, second.lineage], [[], []])
  })

  it('stays with each farm where a source numbers its rows and inserts one', async (t) => {
    const { next } = await nights(t)
    const [amid, north, far] = [{}, { lat: 44.28 }, { lat: 44.3 }]
    const [nowhere, noZip] = [
      { lat: null, lng: null },
      { lat: null, lng: null, zip: null },
    ]
    const [near, nearer] = [{ lat: 33.98 }, { lat: 42.06 }]
    const place = { state: 'VT', city: 'Montpelier', zip: '05602', lng: -72.5754 }
    const last = { name: 'Copperleaf Nursery', ...place, lat: 44.31 }
    const lantern = { name: 'Copper Lantern' }
    const rows = [
      told(0, '1', amid),
      told(4, '2', north),
      told(8, '3', far),
      { source_id: '4', ...last },
      told(11, '12'),
      { source_id: '13', ...place, ...lantern, lat: 44.1 },
      told(5, '5', noZip),
      told(9, '6', nowhere),
      told(7, '8', near),
      told(6, '9', nearer),
      told(10, '10', { lat: 42.07 }),
    ]
    const gone = told(3, '11')
    const before = await next([...rows, gone])
    const removal = { decision: 'remove', source: 'farm-feed', source_id: '3' }
    await next(rows, { decisions: [removal] })
    const after = await next([
      told(1, '1'),
      told(0, '2', amid),
      told(4, '3', north),
      told(8, '4', far),
      { source_id: '14', ...last },
      told(11, '12', { ...lantern, lat: 34.16 }),
      { source_id: '13', ...place, name: 'Basalt Gardens', lat: 43.9 },
      told(2, '5'),
      told(5, '6', noZip),
      told(9, '7', nowhere),
      told(3, '8'),
      told(10, '9', { lat: 42.07 }),
      told(10, '10', { lat: 42.07 }),
    ])
    for (const [id, old] of [
      ['2', '1'],
      ['3', '2'],
      ['6', '5'],
      ['7', '6'],
      ['14', '4'],
      ['12', '12'],
    ] as const)
      assert.equal(after.farmOf(id), before.farmOf(old), id)
    assert.equal(after.farmOf('8'), before.farmOf('8'), 'the farm of that name was gone before')
    const both = [before.farmOf('9'), before.farmOf('10')]
    const { event } = after.lineage.find(({ farm_id }) => both.includes(farm_id))!
    assert.equal(event, 'merged', 'the farm of that name is there under its own id')
    assert.deepEqual(kinds(after.changes.filter(({ field }) => !field)), [
      'added',
      'added',
      'merged',
    ])
    assert.ok(
      after.farms.every(({ id }) => id !== before.farmOf('3')) && after.farms.length === 11,
      'what was removed stays out under the next id, and takes no other farm with it',
    )
  })

  it('is not passed to the next branch of a chain, over two miles away', async (t) => {
    const { next } = await nights(t)
    const at = (miles: number) => ({
      city: 'Ames',
      state: 'IA',
      lat: 42.0347,
      lng: -93.63 - miles / 51.3,
    })
    const noPoint = { lat: null, lng: null }
    /** What the new listing of each branch has as the old one had it, or what one of them lacks. */
    const sites: Record<string, { before?: object; now?: object }> = {
      Lakeside: {},
      Hilltop: { now: at(1.9) },
      Station: { now: { phone: told(2, '').phone } },
      Corner: { before: { email: 'corner@example.org' }, now: { email: 'corner@example.org' } },
      Fountain: { now: { name: 'Greenleaf Market Fountain' } },
      Garden: { now: { zip: '50010' } },
      Harbor: { now: { zip: null } },
      Meadow: { before: { zip: null } },
      Orchard: { now: noPoint },
      Pavilion: { before: noPoint },
    }
    const listed = Object.entries(sites).map(([site, { before }], n) =>
      told(n, site, { name: `Greenleaf Market ${site}`, zip: '50010', ...at(0), ...before }),
    )
    const reissued = Object.entries(sites).map(([site, { now }], n) =>
      told(n, `new ${site}`, {
        name: `Greenleaf ${site} Farmers Market`,
        zip: '50014',
        address: '2 Oak Street',
        phone: `(802) 555-015${n}`,
        ...at(2.2),
        ...now,
      }),
    )
    const [first, second] = [
      await next([...listed, told(11, 'k')]),
      await next([...reissued, told(11, 'k')]),
    ]
    const kept = Object.keys(sites).filter(
      (site) => second.farmOf(`new ${site}`) === first.farmOf(site),
    )
    assert.deepEqual(kept, Object.keys(sites).slice(1))
  })

  it('starts from the provenance of a snapshot that has no registry', async (t) => {
    const { next, first } = await afterThree(t)
    const later = ['members/registry.parquet', 'members/changes.parquet', 'public/lineage.parquet']
    for (const path of later) await rm(join(first.folder, path))
    const path = join(first.folder, 'manifest.json')
    const {
      previous: _none,
      vocabulary_version: _unknown,
      ...manifest
    } = JSON.parse(await readFile(path, 'utf8')) as Manifest
    const files = manifest.files.filter((file) => !later.includes(file.path))
    await writeManifestText(first.folder, JSON.stringify({ ...manifest, files }))
    const second = await next([told(0, 'a2'), told(1, 'b', { name: 'Renamed' }), told(2, 'c')])
    assert.equal(second.farmOf('a2'), first.farmOf('a'))
    assert.equal(second.farmOf('b'), first.farmOf('b'))
    assert.deepEqual(kinds(second.changes), ['changed name'])
  })

  it("does not begin anew where the live snapshot can't be read", async (t) => {
    const { next, first } = await afterThree(t)
    await rm(join(first.folder, 'manifest.json'))
    await assert.rejects(next(three), /farm ids come from there: roll back/)
  })

  it('does not depend on the order of files and lines', async (t) => {
    const feeds = [
      { name: 'one', publisher: 'One', lines: [told(0, 'a'), told(1, 'b'), told(3, 'd')] },
      { name: 'two', publisher: 'Two', lines: [told(0, 'x'), told(1, 'y'), told(2, 'z')] },
    ]
    const turned = feeds.toReversed().map((feed) => ({ ...feed, lines: feed.lines.toReversed() }))
    const [here, there] = [await nights(t), await nights(t)]
    const [one, other] = [await here.next(feeds), await there.next(turned)]
    assert.equal(one.farms.length, 4)
    assert.deepEqual(other.farms, one.farms)
    assert.deepEqual(other.registry, one.registry)
    const [later, laterThere] = [await here.next(turned), await there.next(feeds)]
    const since = '2030-01-01T00:00:00Z'
    assert.deepEqual(
      later.farms,
      one.farms.map((farm) => ({ ...farm, changed_at: since })),
    )
    assert.deepEqual(laterThere.registry, later.registry)
    assert.deepEqual(later.changes, [])
  })
})

describe('the farm id of each of five farms, whose stories are told in the same nights', () => {
  const market = (source_id: string, address: string, season: string) => ({
    source_id,
    name: 'Ames Farmers Market',
    place_type: 'farmers_market',
    city: 'Ames',
    state: 'IA',
    zip: '50010',
    address,
    hours: { season },
  })
  const renamed = told(0, 'a', { name: 'Wholly Other Words' })
  const moved = { ...renamed, lat: 44.1, address: '9 Far Road' }
  const reissued = told(1, 'b3', { name: 'Larkspur Dairies' })
  /** Ids that stay with their farm, since not all differs: name, place and each contact. */
  const stay = [
    [told(4, 'p'), told(7, 'p', { phone: told(4, '').phone })],
    [told(6, 'w'), told(8, 'w', { website: told(6, '').website })],
    [told(9, 'e', { email: 'e@example.org' }), told(10, 'e', { email: 'e@example.org' })],
    [
      told(11, 'n'),
      told(11, 'n', { name: 'Copper Lantern', lat: 34.19, phone: null, website: null }),
    ],
    [
      { source_id: 'j', name: 'Juniper Hollow Farm', city: 'Bend', state: 'OR', zip: '97701' },
      { source_id: 'j', name: 'Juniper Hollow Farms', city: 'Ocala', state: 'FL', zip: '34470' },
    ],
    [
      { source_id: 's', name: 'Basalt Gardens', city: 'Salem', state: 'OR', zip: '97301' },
      { source_id: 's', name: 'Copperleaf Nursery', city: 'Salem', state: 'OR', zip: '97302' },
    ],
  ] as const
  const [atFirst, since] = [stay.map(([one]) => one), stay.map(([, other]) => other)]
  const elsewhere = market('m2', '77 Lincoln Way', 'Wed: 3:00 PM-6:00 PM;')
  const feeds = [
    [
      told(0, 'a'),
      told(1, 'b'),
      told(2, 'c'),
      told(3, 'd'),
      market('m', '100 Main Street', 'Sat: 9:00 AM-1:00 PM;'),
      ...atFirst,
    ],
    [renamed, told(1, 'b2'), told(5, 'd'), elsewhere, ...since],
    [moved, reissued, told(5, 'd'), told(3, 'z'), elsewhere, ...since],
    [moved, reissued, told(2, 'c'), told(3, 'd'), told(5, 'z'), elsewhere, ...since],
  ]
  let first: Night, second: Night, third: Night, fourth: Night

  before(async () => {
    const { next } = ofFive
    first = await next(feeds[0]!)
    second = await next(feeds[1]!)
    third = await next(feeds[2]!)
    fourth = await next(feeds[3]!)
  })

  /** What a night tells of some farms. */
  const about = (night: Night, ...ids: (string | undefined)[]) => ({
    changes: night.changes.filter(({ farm_id }) => ids.includes(farm_id)),
    lineage: night.lineage.filter(({ farm_id }) => ids.includes(farm_id)),
  })

  it('outlasts a source id that is reissued, twice over', () => {
    const id = first.farmOf('b')
    assert.equal(second.farmOf('b2'), id)
    assert.deepEqual(about(second, id), { changes: [], lineage: [] }, 'the farm is as it was')
    assert.equal(third.farmOf('b3'), id)
    assert.deepEqual(kinds(about(third, id).changes), ['changed name'])
    const known = third.registry.filter(({ farm_id }) => farm_id === id)
    assert.deepEqual(
      known.map(({ source_id, first_seen, last_seen }) => [source_id, first_seen, last_seen]),
      [
        // Three files of one date: each a second later.
        ['b', '2029-05-01T00:00:00Z', '2029-05-01T00:00:00Z'],
        ['b2', '2029-05-01T00:00:01Z', '2029-05-01T00:00:01Z'],
        ['b3', '2029-05-01T00:00:02Z', null],
      ],
    )
  })

  it('outlasts a reissue in another town quarter, on another day', () => {
    assert.equal(second.farmOf('m2'), first.farmOf('m'))
  })

  it('outlasts a new name, and a move', () => {
    const id = first.farmOf('a')
    assert.equal(second.farmOf('a'), id)
    assert.deepEqual(kinds(about(second, id).changes), ['changed name'])
    assert.equal(third.farmOf('a'), id)
    assert.deepEqual(kinds(about(third, id).changes), ['changed address', 'moved location'])
    assert.deepEqual([about(second, id).lineage, about(third, id).lineage], [[], []])
  })

  it('is another one where the source gives the id to another farm, and comes back with the first', () => {
    const [older, newer] = [first.farmOf('d'), second.farmOf('d')]
    assert.notEqual(newer, older)
    const reused = about(second, older, newer)
    assert.deepEqual(kinds(reused.changes), ['added', 'removed'])
    assert.deepEqual(
      reused.lineage.map(({ farm_id, event, last_snapshot }) => ({
        farm_id,
        event,
        last_snapshot,
      })),
      [{ farm_id: older, event: 'left', last_snapshot: first.id }],
    )
    assert.equal(third.farmOf('d'), newer)
    assert.equal(third.farmOf('z'), older, 'the old farm under another source id')
    const back = about(third, older, newer)
    assert.deepEqual(kinds(back.changes), ['added'])
    assert.deepEqual(back.lineage, [])
    assert.equal(fourth.farmOf('d'), older)
    assert.equal(fourth.farmOf('z'), newer)
    assert.deepEqual(about(fourth, older, newer).changes, [])
  })

  it('stays under an id of which only a part differs', () => {
    for (const [{ source_id }] of stay)
      assert.equal(second.farmOf(source_id), first.farmOf(source_id), source_id)
  })

  it('comes back with a farm that left, however long ago', () => {
    const id = first.farmOf('c')!
    const without = about(second, id)
    assert.deepEqual(kinds(without.changes), ['removed'])
    const left = {
      farm_id: id,
      event: 'left',
      successor_id: null,
      name: 'Old Anvil Vineyard',
      last_listed: '2029-05-01',
      snapshot: null,
      last_snapshot: first.id,
      at: null,
    }
    assert.deepEqual(without.lineage, [left])
    const still = about(third, id)
    assert.deepEqual(still.changes, [])
    assert.deepEqual(
      still.lineage,
      [{ ...left, snapshot: second.id, at: '2030-01-02T00:00:00Z' }],
      'what was left open is filled in',
    )
    assert.equal(fourth.farmOf('c'), id)
    const back = about(fourth, id)
    assert.deepEqual(kinds(back.changes), ['added'])
    assert.deepEqual(back.lineage, [])
  })

  it('is one of these in every change and lineage of these nights', () => {
    const ids = ['a', 'b', 'c', 'd', 'm', 'p', 'w', 'e', 'n', 'j', 's'].map((sourceId) =>
      first.farmOf(sourceId),
    )
    ids.push(second.farmOf('d'))
    for (const night of [first, second, third, fourth]) {
      const { changes, lineage } = about(night, ...ids)
      assert.deepEqual([changes, lineage], [night.changes, night.lineage])
    }
  })
})

describe('mergers and splits', { concurrency: 2 }, () => {
  const one = (lines = three) => ({ name: 'one', publisher: 'One', lines })
  const two = (...lines: ReturnType<typeof told>[]) => ({ name: 'two', publisher: 'Two', lines })
  const stranger = told(5, 'x', { name: 'Stone Creek' })

  it('merges two farms into the older one, and splits them again', async (t) => {
    const { next } = await nights(t)
    const before = await next([one()])
    const apart = await next([one(), two(stranger)])
    const [older, newer] = [before.farmOf('a', 'one')!, apart.farmOf('x', 'two')!]
    assert.notEqual(older, newer)

    const merged = await next([one(), two(told(0, 'x', { phone: stranger['phone'] }))])
    assert.equal(merged.farmOf('x', 'two'), older)
    assert.equal(merged.farmOf('a', 'one'), older)
    assert.deepEqual(
      merged.changes.filter(({ field }) => field === null),
      [
        {
          farm_id: newer,
          change: 'merged',
          field: null,
          before: null,
          after: JSON.stringify(older),
          cause: 'source',
          previous_snapshot: apart.id,
          listing: null,
          listing_change: null,
        },
      ],
    )
    assert.deepEqual(merged.lineage, [
      {
        farm_id: newer,
        event: 'merged',
        successor_id: older,
        name: null,
        last_listed: null,
        snapshot: null,
        last_snapshot: apart.id,
        at: null,
      },
    ])
    const farm = merged.farms.find(({ id }) => id === older)!
    assert.deepEqual(farm.sources, ['one', 'two'])
    assert.equal(farm.verification_status, 'verified', 'two publishers agree')
    assert.equal(apart.farms.find(({ id }) => id === older)!.verification_status, 'self_reported')

    const split = await next([one(), two(stranger)])
    assert.equal(split.farmOf('a', 'one'), older, 'the longest claim keeps the id')
    assert.equal(split.farmOf('x', 'two'), newer, 'the other is what it was')
    assert.deepEqual(
      split.changes.filter(({ field }) => field === null),
      [
        {
          farm_id: newer,
          change: 'split',
          field: null,
          before: JSON.stringify(older),
          after: null,
          cause: 'source',
          previous_snapshot: merged.id,
          listing: null,
          listing_change: null,
        },
      ],
    )
    assert.deepEqual(
      split.lineage.map(({ farm_id, event, successor_id }) => ({ farm_id, event, successor_id })),
      [{ farm_id: older, event: 'split', successor_id: newer }],
    )
  })

  it('leads from merger to merger straight to the farm that is', async (t) => {
    const { next } = await nights(t)
    const third = (listing: ReturnType<typeof told>) => ({ name: 'three', lines: [listing] })
    const first = await next([one([told(0, 'a')])])
    const second = await next([one([told(0, 'a')]), two(told(5, 'x'))])
    const apart = await next([one([told(0, 'a')]), two(told(5, 'x')), third(told(6, 'y'))])
    await next([
      one([told(0, 'a')]),
      two(told(5, 'x')),
      third(told(5, 'y', { phone: told(6, '').phone })),
    ])
    const all = await next([
      one([told(0, 'a')]),
      two(told(0, 'x', { phone: told(5, '')['phone'] })),
      third(told(0, 'y', { phone: told(5, '')['phone'] })),
    ])
    const farm = first.farmOf('a', 'one')
    const merged = [second.farmOf('x', 'two')!, apart.farmOf('y', 'three')!]
    assert.deepEqual(
      all.lineage.map(({ farm_id, event, successor_id }) => ({ farm_id, event, successor_id })),
      merged
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((farm_id) => ({ farm_id, event: 'merged', successor_id: farm })),
    )
  })
})
