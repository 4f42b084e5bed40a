import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { layout } from '../../../../data/schema/layout.ts'
import { tombstones } from '../../../../data/schema/tombstones.ts'
import { readOverrides } from '../../../../pipeline/resolve/overrides/read.ts'
import { verifySnapshot } from '../../../../pipeline/snapshots/verify.ts'
import { writeFeed } from '../../../support/built_snapshot.ts'
import { runCommand } from '../../../support/command.ts'
import { nights, sharedNight, type Night } from '../../../support/nights.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const grounds = { reason: 'The farm told us', evidence: 'https://example.org/told', expires: null }
const target = { source: 'farm-feed', source_id: 'a' }
const feed = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
const afterFeed = await sharedNight({ after }, feed)
const farm = (night: Night, sourceId: string) =>
  night.farms.find(({ id }) => id === night.farmOf(sourceId))

describe('readOverrides(path)', () => {
  const correction = { ...target, field: 'phone', value: '+18025550100', ...grounds }
  const bad: [title: string, entry: object, complaint: RegExp][] = [
    ['an unknown field', { ...correction, field: 'telephone' }, /entry 2, field: /],
    ['a computed field', { ...correction, field: 'quality_score', value: 9 }, /entry 2, field: /],
    ['a value of the wrong kind', { ...correction, value: 5 }, /entry 2, value: .*string/],
    [
      'half a location',
      { ...correction, field: 'location', value: { lat: 44 } },
      /entry 2, value.lng: /,
    ],
    [
      'a latitude out of range',
      { ...correction, field: 'location', value: { lat: 91, lng: 0 } },
      /entry 2, value.lat: /,
    ],
    ['a state there is not', { ...correction, field: 'state', value: 'ZZ' }, /entry 2, value: /],
    [
      'no name where there must be one',
      { ...correction, field: 'name', value: null },
      /entry 2, value: /,
    ],
    ['a missing value', { ...target, field: 'phone', ...grounds }, /entry 2, value: missing/],
    ['a removal with a value', { ...correction, remove: true }, /entry 2, remove: /],
    ['neither field nor removal', { ...target, ...grounds }, /entry 2, field: /],
    ['no farm', { field: 'phone', value: null, ...grounds }, /entry 2, farm_id: /],
    ['a source without its id', { ...correction, source_id: undefined }, /entry 2, farm_id: /],
    [
      'two ways to name the farm',
      { ...correction, farm_id: '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7' },
      /entry 2, farm_id: /,
    ],
    ['no reason', { ...correction, reason: ' ' }, /entry 2, reason: /],
    ['evidence that is no address', { ...correction, evidence: 'a letter' }, /entry 2, evidence: /],
    ['an expiry that is no day', { ...correction, expires: 'soon' }, /entry 2, expires: /],
    ['something else', { ...correction, note: '' }, /entry 2: .*note/],
  ]
  for (const [title, entry, complaint] of bad)
    it(`refuses ${title}, naming entry and field`, async (t) => {
      const path = join(await temporaryFolder(t), 'corrections.json')
      await writeFile(path, JSON.stringify([correction, entry]))
      await assert.rejects(readOverrides(path), { name: 'SourceError', message: complaint })
    })

  it('ends the build with status 2 and nothing built', async (t) => {
    const folder = await temporaryFolder(t)
    const path = join(folder, 'corrections.json')
    await writeFile(path, JSON.stringify([{ ...correction, value: 5 }]))
    const source = `farm-feed=${await writeFeed(t, feed)}`
    const out = join(folder, 'build')
    const args = ['build', '--source', source, '--overrides', path, '--out', out]
    const { status, err } = await runCommand('pipeline/main.ts', args)
    assert.equal(status, 2)
    assert.match(err, /corrections\.json can't be used: entry 1, value: /)
    assert.ok(!existsSync(out))
  })

  it('refuses what is not JSON, and a file that is not there', async (t) => {
    const path = join(await temporaryFolder(t), 'corrections.json')
    await assert.rejects(readOverrides(path), { name: 'SourceError' })
    await writeFile(path, '[')
    await assert.rejects(readOverrides(path), { name: 'SourceError' })
  })
})

describe('an override of a field', { concurrency: 2 }, () => {
  it('is applied last, traced, and shown in the changes as long as it holds', async (t) => {
    const { next, first } = await afterFeed(t)
    const corrections = [
      { ...target, field: 'phone', value: '+18025550199', ...grounds },
      {
        farm_id: first.farmOf('a'),
        field: 'products',
        value: ['Kale', 'tomato'],
        ...grounds,
        expires: '2030-01-04',
      },
    ]
    const second = await next(feed, { corrections })
    const { phone, products, categories } = farm(second, 'a')!
    assert.equal(phone, '+18025550199')
    assert.deepEqual([products, categories], [['kale', 'tomatoes'], ['vegetables']])
    assert.deepEqual(
      second.report.overrides.map(({ state }) => state),
      ['applied', 'applied'],
    )
    const causes = (night: Night) =>
      night.changes.map(({ field, before, after, cause }) => ({ field, before, after, cause }))
    assert.deepEqual(causes(second), [
      {
        field: 'categories',
        before: '["eggs","vegetables"]',
        after: '["vegetables"]',
        cause: 'override',
      },
      { field: 'phone', before: '"+18025550110"', after: '"+18025550199"', cause: 'override' },
      {
        field: 'products',
        before: '["eggs","kale"]',
        after: '["kale","tomatoes"]',
        cause: 'override',
      },
    ])
    assert.ok(
      second.publicChanges.every(({ field }) => field !== 'phone'),
      'a field of the paid tier',
    )
    const traces = second.provenance.filter(({ farm_id }) => farm_id === first.farmOf('a'))
    assert.deepEqual(
      traces.map(({ source, line, fields }) => ({
        source,
        line,
        phone: fields.includes('phone'),
        products: fields.includes('products'),
      })),
      [
        { source: 'farm-feed', line: 1, phone: false, products: false },
        { source: 'override', line: 1, phone: true, products: false },
        { source: 'override', line: 2, phone: false, products: true },
      ],
    )
    assert.deepEqual((await verifySnapshot(second.folder)).problems, [])

    const third = await next(feed, { corrections })
    assert.deepEqual(third.changes, [], 'it holds as before')
    const fourth = await next(feed, { corrections })
    assert.deepEqual(
      fourth.report.overrides.map(({ state }) => state),
      ['applied', 'expired'],
    )
    assert.deepEqual(farm(fourth, 'a')!.products, ['eggs', 'kale'])
    assert.deepEqual(
      causes(fourth).map(({ field, cause }) => [field, cause]),
      [
        ['categories', 'override'],
        ['products', 'override'],
      ],
    )
  })

  it('brings with it what is computed from the field', async (t) => {
    const { next, first } = await afterFeed(t)
    const { quality_score } = farm(first, 'b')!
    const corrections = [
      { ...target, field: 'location', value: { lat: 44.4759, lng: -73.2121 }, ...grounds },
      { ...target, field: 'hours', value: { stand: 'Sat: 9:00 AM-1:00 PM' }, ...grounds },
      { ...target, source_id: 'b', field: 'description', value: 'A dairy.', ...grounds },
      { ...target, source_id: 'c', field: 'location', value: null, ...grounds },
    ]
    const night = await next(feed, { corrections })
    const { h3_cell, timezone, location_precision, hours_json, opening_hours } = farm(night, 'a')!
    assert.deepEqual(
      { h3_cell, timezone, location_precision, opening_hours },
      {
        h3_cell: '892b8cb5637ffff',
        timezone: 'America/New_York',
        location_precision: 'exact',
        opening_hours: 'Sa 09:00-13:00',
      },
    )
    assert.deepEqual(hours_json?.seasons[0]?.weekly, { sat: [['09:00', '13:00']] })
    assert.equal(farm(night, 'b')!.quality_score, quality_score + 6, '60 % of 10 points')
    assert.equal(farm(night, 'c')!.lat, null)
    assert.equal(night.farms.at(-1)!.id, night.farmOf('c'), 'farms without a location come last')
    const moved = night.changes.find(({ change }) => change === 'moved')
    assert.deepEqual([moved?.farm_id, moved?.cause], [night.farmOf('a'), 'override'])
    assert.deepEqual((await verifySnapshot(night.folder)).problems, [])
  })

  it('follows a farm that was merged, and is reported where it matches none', async (t) => {
    const { next } = await nights(t)
    const one = { name: 'one', lines: feed }
    const apart = await next([one, { name: 'two', lines: [told(5, 'x')] }])
    const joined = [one, { name: 'two', lines: [told(0, 'x', { phone: told(5, '')['phone'] })] }]
    const field = { field: 'tagline', value: 'Corrected', ...grounds }
    const unknown = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
    const corrections = [
      { farm_id: apart.farmOf('x', 'two'), ...field },
      { farm_id: unknown, ...field },
      { source: 'one', source_id: 'nobody', ...field },
      { farm_id: unknown, remove: true, ...grounds },
    ]
    for (const title of ['in the build that merges', 'and later']) {
      const night = await next(joined, { corrections })
      const named = night.farms.filter(({ tagline }) => tagline === 'Corrected').map(({ id }) => id)
      assert.deepEqual(named, [apart.farmOf('a', 'one')], title)
      assert.deepEqual(
        night.report.overrides.map(({ state }) => state),
        ['applied', 'matches no farm', 'matches no farm', 'matches no farm'],
      )
    }
  })
})

describe('a removal', { concurrency: 2 }, () => {
  const removal = { ...target, remove: true, ...grounds }

  it('keeps the farm out for good: of later builds, and under another source id', async (t) => {
    const { next, root, first } = await afterFeed(t)
    const id = first.farmOf('a')!
    const second = await next(feed, { corrections: [removal] })
    assert.equal(farm(second, 'a'), undefined)
    assert.deepEqual(
      second.changes.map(({ farm_id, change, cause }) => ({ farm_id, change, cause })),
      [{ farm_id: id, change: 'removed', cause: 'override' }],
    )
    const nothing = { successor_id: null, name: null, last_listed: null }
    const gone = { farm_id: id, event: 'removed', ...nothing, last_snapshot: first.id }
    assert.deepEqual(second.lineage, [{ ...gone, snapshot: null, at: null }])
    const [kept] = tombstones.parse(JSON.parse(await readFile(layout(root).tombstones, 'utf8')))
    assert.deepEqual(
      [kept?.farm_id, kept?.reason, kept?.at],
      [id, 'The farm told us', '2030-01-02T00:00:00Z'],
    )
    const [source] = second.report.sources
    assert.deepEqual([source!.used, source!.merged, source!.rejected], [2, 0, 1])

    const third = await next(feed)
    assert.equal(third.farms.length, 2, 'without the entry too')
    assert.deepEqual(third.changes, [])
    const fourth = await next([told(0, 'a9'), ...feed.slice(1)])
    assert.equal(fourth.farms.length, 2, 'under another source id')
    const fifth = await next([told(0, 'a10', { name: 'Stone Creek Orchards' }), ...feed.slice(1)])
    assert.equal(fifth.farms.length, 2, 'and yet another')
    assert.deepEqual(fifth.lineage, [{ ...gone, snapshot: second.id, at: '2030-01-02T00:00:00Z' }])
    for (const night of [second, third, fourth, fifth])
      assert.ok(!(await holds(night, 'Stone Creek')), 'no file tells of it')
    const another = await next([told(8, 'a'), ...feed.slice(1)])
    assert.equal(another.farms.length, 3, 'the source id may be given to another farm')
    assert.notEqual(another.farmOf('a'), id)
  })

  it('takes with it the ids that were merged into the farm', async (t) => {
    const { next, root } = await nights(t)
    const apart = await next([
      { name: 'one', lines: feed },
      { name: 'two', lines: [told(5, 'x')] },
    ])
    const joined = [
      { name: 'one', lines: feed },
      { name: 'two', lines: [told(0, 'x', { phone: told(5, '')['phone'] })] },
    ]
    await next(joined)
    const ids = [apart.farmOf('a', 'one')!, apart.farmOf('x', 'two')!]
    const night = await next(joined, {
      corrections: [{ farm_id: ids[1], remove: true, ...grounds }],
    })
    assert.equal(night.farms.length, 2)
    const kept = tombstones.parse(JSON.parse(await readFile(layout(root).tombstones, 'utf8')))
    assert.deepEqual(
      kept.map(({ farm_id }) => farm_id),
      ids.toSorted(),
    )
    assert.deepEqual(
      night.lineage.map(({ farm_id, event }) => [farm_id, event]),
      ids.toSorted().map((id) => [id, 'removed']),
    )
  })

  it('ends with its time: the farm comes back as itself', async (t) => {
    const { next, root, first } = await afterFeed(t)
    const corrections = [{ ...removal, expires: '2030-01-04' }]
    for (const night of [await next(feed, { corrections }), await next(feed, { corrections })])
      assert.equal(night.farms.length, 2)
    const back = await next(feed, { corrections })
    assert.equal(back.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(
      back.changes.map(({ change, cause }) => [change, cause]),
      [['added', 'override']],
    )
    assert.deepEqual(back.lineage, [])
    assert.deepEqual(JSON.parse(await readFile(layout(root).tombstones, 'utf8')), [])
  })

  it('does not take effect with a build that is refused', async (t) => {
    const { next, attempt, root } = await nights(t)
    const many = Array.from({ length: 12 }, (_, number) => told(number, `farm-${number}`))
    const first = await next(many)
    const corrections = [{ ...removal, source_id: 'farm-0' }]
    const refused = await attempt(many.slice(0, 4), { corrections, strict: true })
    assert.equal(refused.snapshot, null)
    assert.ok(!existsSync(layout(root).tombstones))
    const after = await next(many)
    assert.equal(after.farmOf('farm-0'), first.farmOf('farm-0'))
    assert.deepEqual([after.changes, after.lineage], [[], []])
  })

  it('stops the build where the file of removed farms is damaged', async (t) => {
    const { next, root } = await afterFeed(t)
    await writeFile(layout(root).tombstones, '[{')
    await assert.rejects(
      next(feed),
      /tombstones\.json can't be read, and it keeps removed farms out/,
    )
  })
})

/** Whether any table of a snapshot has the text. */
async function holds(night: Night, text: string): Promise<boolean> {
  const { farms, provenance, changes, lineage, registry } = night
  return JSON.stringify({ farms, provenance, changes, lineage, registry }).includes(text)
}
