import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { firstFarmId } from '../../../pipeline/intake/reading.ts'
import { nights, sharedNight } from '../../support/nights.ts'
import { told } from '../../support/told_farms.ts'

const three = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
/** Goes on from the night of these three. */
const afterThree = await sharedNight({ after }, three)

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

  it('outlasts a source id that is reissued, twice over', async (t) => {
    const { next, first } = await afterThree(t)
    const second = await next([told(0, 'a2'), told(1, 'b'), told(2, 'c')])
    assert.equal(second.farmOf('a2'), first.farmOf('a'))
    assert.deepEqual([second.changes, second.lineage], [[], []], 'the farm is as it was')
    const third = await next([told(0, 'a3', { name: 'Stone Creek Orchards' }), ...three.slice(1)])
    assert.equal(third.farmOf('a3'), first.farmOf('a'))
    assert.deepEqual(kinds(third.changes), ['changed name'])
    const known = third.registry.filter(({ farm_id }) => farm_id === first.farmOf('a'))
    assert.deepEqual(
      known.map(({ source_id, first_seen, last_seen }) => [source_id, first_seen, last_seen]),
      [
        // Three files of one date: each a second later.
        ['a', '2029-05-01T00:00:00Z', '2029-05-01T00:00:00Z'],
        ['a2', '2029-05-01T00:00:01Z', '2029-05-01T00:00:01Z'],
        ['a3', '2029-05-01T00:00:02Z', null],
      ],
    )
  })

  it('outlasts a reissue in another town quarter, on another day', async (t) => {
    const market = (source_id: string, other: object) => ({
      source_id,
      name: 'Ames Farmers Market',
      place_type: 'farmers_market',
      city: 'Ames',
      state: 'IA',
      zip: '50010',
      ...other,
    })
    const { next } = await nights(t)
    const first = await next([
      market('1', { address: '100 Main Street', hours: { season: 'Sat: 9:00 AM-1:00 PM;' } }),
      told(1, 'b'),
    ])
    const second = await next([
      market('2', { address: '77 Lincoln Way', hours: { season: 'Wed: 3:00 PM-6:00 PM;' } }),
      told(1, 'b'),
    ])
    assert.equal(second.farmOf('2'), first.farmOf('1'))
  })

  it('outlasts a new name, and a move', async (t) => {
    const { next, first } = await afterThree(t)
    const renamed = await next([told(0, 'a', { name: 'Wholly Other Words' }), ...three.slice(1)])
    assert.equal(renamed.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(kinds(renamed.changes), ['changed name'])
    const moved = await next([
      told(0, 'a', { name: 'Wholly Other Words', lat: 44.1, address: '9 Far Road' }),
      ...three.slice(1),
    ])
    assert.equal(moved.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(kinds(moved.changes), ['changed address', 'moved location'])
    assert.deepEqual([renamed.lineage, moved.lineage], [[], []])
  })

  it('is another one where the source gives the id to another farm, and comes back with the first', async (t) => {
    const { next, first } = await afterThree(t)
    const reused = await next([told(7, 'a'), ...three.slice(1)])
    assert.notEqual(reused.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(kinds(reused.changes), ['added', 'removed'])
    assert.deepEqual(
      reused.lineage.map(({ farm_id, event, last_snapshot }) => ({
        farm_id,
        event,
        last_snapshot,
      })),
      [{ farm_id: first.farmOf('a'), event: 'left', last_snapshot: first.id }],
    )
    const back = await next([told(7, 'a'), told(0, 'z'), ...three.slice(1)])
    assert.equal(back.farmOf('a'), reused.farmOf('a'))
    assert.equal(back.farmOf('z'), first.farmOf('a'), 'the old farm under another source id')
    assert.deepEqual(kinds(back.changes), ['added'])
    assert.deepEqual(back.lineage, [])
    const swapped = await next([told(0, 'a'), told(7, 'z'), ...three.slice(1)])
    assert.equal(swapped.farmOf('a'), first.farmOf('a'))
    assert.equal(swapped.farmOf('z'), reused.farmOf('a'))
    assert.deepEqual(swapped.changes, [])
  })

  it('stays with each farm where a source numbers its rows and inserts one', async (t) => {
    const { next } = await nights(t)
    const [amid, north, far] = [{}, { lat: 44.28 }, { lat: 44.3 }]
    const rows = [told(0, '1', amid), told(4, '2', north), told(8, '3', far)]
    const before = await next(rows)
    const removal = { decision: 'remove', source: 'farm-feed', source_id: '3' }
    await next(rows, { decisions: [removal] })
    const newcomer = told(1, '1')
    const after = await next([newcomer, told(0, '2', amid), told(4, '3', north), told(8, '4', far)])
    assert.equal(after.farmOf('2'), before.farmOf('1'))
    assert.equal(after.farmOf('3'), before.farmOf('2'))
    assert.deepEqual(kinds(after.changes), ['added'])
    assert.ok(
      after.farms.every(({ id }) => id !== before.farmOf('3')) && after.farms.length === 3,
      'what was removed stays out under the next id, and takes no other farm with it',
    )
  })

  it('comes back with a farm that left, however long ago', async (t) => {
    const { next, first } = await afterThree(t)
    const without = await next(three.slice(1))
    assert.deepEqual(kinds(without.changes), ['removed'])
    assert.equal(without.changes[0]!.farm_id, first.farmOf('a'))
    assert.deepEqual(without.lineage, [
      {
        farm_id: first.farmOf('a'),
        event: 'left',
        successor_id: null,
        name: 'Stone Creek Orchard',
        last_listed: '2029-05-01',
        snapshot: null,
        last_snapshot: first.id,
        at: null,
      },
    ])
    const still = await next(three.slice(1))
    assert.deepEqual(still.changes, [])
    assert.deepEqual(
      still.lineage,
      [{ ...without.lineage[0]!, snapshot: without.id, at: '2030-01-02T00:00:00Z' }],
      'what was left open is filled in',
    )
    const back = await next(three)
    assert.equal(back.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(kinds(back.changes), ['added'])
    assert.deepEqual(back.lineage, [])
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
