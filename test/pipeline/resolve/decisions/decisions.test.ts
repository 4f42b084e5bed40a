import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { correctableFields } from '../../../../data/schema/input/decision.ts'
import { layout } from '../../../../data/schema/layout.ts'
import { farm as farmTable } from '../../../../data/schema/tables/farm.ts'
import { columnsOf } from '../../../../data/schema/tables/table.ts'
import { tombstones } from '../../../../data/schema/tombstones.ts'
import { endOf, readDecisions } from '../../../../pipeline/resolve/decisions/read.ts'
import { verifySnapshot } from '../../../../pipeline/snapshots/verify.ts'
import { writeFeed } from '../../../support/built_snapshot.ts'
import { runHere } from '../../../support/command_here.ts'
import { nights, sharedNight, type Night } from '../../../support/nights.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const target = { decision: 'correct', source: 'farm-feed', source_id: 'a' }
const feed = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
const afterFeed = await sharedNight({ after }, feed)
const farm = (night: Night, sourceId: string) =>
  night.farms.find(({ id }) => id === night.farmOf(sourceId))

describe('readDecisions(path)', () => {
  const farm_id = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
  const made = { at: '2026-01-01T00:00:00Z', by: 'Ann', reason: 'told' }
  const held = { ...made, evidence: null, until: null }
  const correction = {
    decision: 'correct',
    farm_id,
    field: 'phone',
    value: '+18025550100',
    ...held,
  }
  const bad: [title: string, line: object, complaint: RegExp][] = [
    ['an unknown field', { ...correction, field: 'telephone' }, /line 2: field: /],
    ['a computed field', { ...correction, field: 'quality_score', value: 9 }, /line 2: field: /],
    ['a value of the wrong kind', { ...correction, value: 5 }, /line 2: value: .*string/],
    [
      'half a location, with an example',
      { ...correction, field: 'location', value: { lat: 44 } },
      /line 2: value: lng: .*write it like {"lat":44.411,"lng":-72.14}/,
    ],
    [
      'hours as text, with an example',
      { ...correction, field: 'hours', value: 'Sat 9-1' },
      /line 2: value: .*write it like {"farm_store":"Sat: 9:00 AM-1:00 PM"}/,
    ],
    ['a state there is not', { ...correction, field: 'state', value: 'ZZ' }, /line 2: value: /],
    ['no name', { ...correction, field: 'name', value: null }, /line 2: value: /],
    ['no such decision', { ...correction, decision: 'forget' }, /line 2: decision: /],
    ['no farm', { ...correction, farm_id: undefined }, /line 2: farm_id: /],
    ['no reason', { ...correction, reason: ' ' }, /line 2: reason: /],
    ['nobody who decides', { ...correction, by: undefined }, /line 2: by: /],
    ['an end that is no day', { ...correction, until: 'soon' }, /line 2: until: /],
    ['something else', { ...correction, note: '' }, /line 2: .*note/],
  ]
  for (const [title, line, complaint] of bad)
    it(`refuses ${title}, naming line and field`, async (t) => {
      const path = join(await temporaryFolder(t), 'decisions.jsonl')
      await writeFile(path, [correction, line].map((each) => JSON.stringify(each)).join('\n'))
      await assert.rejects(readDecisions(path), { name: 'SourceError', message: complaint })
    })

  it('ends the build with status 2 and nothing built', async (t) => {
    const folder = await temporaryFolder(t)
    const source = { kind: 'farm-feed', path: await writeFeed(t, feed) }
    const config = join(folder, 'sources.json')
    await writeFile(config, JSON.stringify({ sources: [source], decisions: 'named.jsonl' }))
    await writeFile(join(folder, 'named.jsonl'), JSON.stringify({ ...correction, value: 5 }))
    const out = join(folder, 'build')
    const { status, err } = await runHere('pipeline/main.ts', [
      'build',
      '--config',
      config,
      '--out',
      out,
    ])
    assert.equal(status, 2)
    assert.match(err, /named\.jsonl, line 1: value: /)
    assert.ok(!existsSync(layout(out).current))
  })

  it('has none without a file, and refuses what is not JSON', async (t) => {
    const path = join(await temporaryFolder(t), 'decisions.jsonl')
    assert.deepEqual((await readDecisions(path)).entries, [])
    await writeFile(path, '[')
    await assert.rejects(readDecisions(path), { name: 'SourceError' })
  })
})

describe('a correction', { concurrency: 2 }, () => {
  it('is applied last, traced, and shown in the changes as long as it holds', async (t) => {
    const { next, first } = await afterFeed(t)
    const decisions = [
      { ...target, field: 'phone', value: '+18025550199' },
      {
        decision: 'correct',
        farm_id: first.farmOf('a'),
        field: 'products',
        value: ['Kale', 'tomato'],
        until: '2030-01-04',
      },
    ]
    const second = await next(feed, { decisions })
    const { phone, products, categories } = farm(second, 'a')!
    assert.equal(phone, '+18025550199')
    assert.deepEqual([products, categories], [['kale', 'tomatoes'], ['vegetables']])
    assert.deepEqual(
      second.report.decided.map(({ state }) => state),
      ['applied', 'applied'],
    )
    const causes = (night: Night) =>
      night.changes.map(({ field, before, after, cause }) => ({ field, before, after, cause }))
    assert.deepEqual(causes(second), [
      {
        field: 'categories',
        before: '["eggs","vegetables"]',
        after: '["vegetables"]',
        cause: 'decision',
      },
      { field: 'phone', before: '"+18025550110"', after: '"+18025550199"', cause: 'decision' },
      {
        field: 'products',
        before: '["eggs","kale"]',
        after: '["kale","tomatoes"]',
        cause: 'decision',
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
        { source: 'decision', line: 1, phone: true, products: false },
        { source: 'decision', line: 2, phone: false, products: true },
        { source: 'farm-feed', line: 1, phone: false, products: false },
      ],
    )
    assert.deepEqual((await verifySnapshot(second.folder)).problems, [])

    const third = await next(feed, { decisions })
    assert.deepEqual(third.changes, [], 'it holds as before')
    const fourth = await next(feed, { decisions })
    assert.deepEqual(
      fourth.report.decided.map(({ state }) => state),
      ['applied', 'expired'],
    )
    assert.deepEqual(farm(fourth, 'a')!.products, ['eggs', 'kale'])
    assert.deepEqual(
      causes(fourth).map(({ field, cause }) => [field, cause]),
      [
        ['categories', 'decision'],
        ['products', 'decision'],
      ],
    )
  })

  it('brings with it what is computed from the field', async (t) => {
    const { next, first } = await afterFeed(t)
    const { quality_score } = farm(first, 'b')!
    const decisions = [
      { ...target, field: 'location', value: { lat: 44.4759, lng: -73.2121 } },
      { ...target, field: 'hours', value: { stand: 'Sat: 9:00 AM-1:00 PM' } },
      { ...target, source_id: 'b', field: 'description', value: 'A dairy.' },
      { ...target, source_id: 'c', field: 'location', value: null },
    ]
    const night = await next(feed, { decisions })
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
    assert.deepEqual([moved?.farm_id, moved?.cause], [night.farmOf('a'), 'decision'])
    assert.deepEqual((await verifySnapshot(night.folder)).problems, [])
  })

  it('sets every field that may be corrected', async (t) => {
    const { next } = await afterFeed(t)
    const value = new Map(columnsOf(farmTable).map(({ name, example }) => [name, example]))
    const decisions = correctableFields
      .filter((field) => field !== 'location')
      .map((field) => ({ ...target, field, value: value.get(field) }))
    const { report } = await next(feed, { decisions })
    assert.deepEqual(
      report.decided.map(({ state }) => state),
      decisions.map(() => 'applied'),
    )
  })

  it('follows a farm that was merged, and is reported where it matches none', async (t) => {
    const { next } = await nights(t)
    const one = { name: 'one', lines: feed }
    const apart = await next([one, { name: 'two', lines: [told(5, 'x')] }])
    const joined = [one, { name: 'two', lines: [told(0, 'x', { phone: told(5, '')['phone'] })] }]
    const field = { decision: 'correct', field: 'tagline', value: 'Corrected' }
    const unknown = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
    const decisions = [
      { ...field, farm_id: apart.farmOf('x', 'two') },
      { ...field, farm_id: unknown },
      { source: 'one', source_id: 'nobody', ...field },
      { decision: 'remove', farm_id: unknown },
    ]
    for (const title of ['in the build that merges', 'and later']) {
      const night = await next(joined, { decisions })
      const named = night.farms.filter(({ tagline }) => tagline === 'Corrected').map(({ id }) => id)
      assert.deepEqual(named, [apart.farmOf('a', 'one')], title)
      assert.deepEqual(
        night.report.decided.map(({ state }) => state),
        ['applied', 'finds nothing', 'finds nothing', 'finds nothing'],
      )
    }
  })
})

describe('a removal', { concurrency: 2 }, () => {
  const removal = { ...target, decision: 'remove' }

  it('keeps the farm out for good: of later builds, and under another source id', async (t) => {
    const { next, root, first } = await afterFeed(t)
    const id = first.farmOf('a')!
    // One of three farms, but no gate takes it for a loss.
    const second = await next(feed, { decisions: [removal], strict: true })
    assert.equal(farm(second, 'a'), undefined)
    assert.deepEqual(
      second.changes.map(({ farm_id, change, cause }) => ({ farm_id, change, cause })),
      [{ farm_id: id, change: 'removed', cause: 'decision' }],
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

    const third = await next(feed, { decisions: [] })
    assert.equal(third.farms.length, 2, 'without the decision too')
    assert.deepEqual(third.changes, [])
    const fourth = await next([told(0, 'a9'), ...feed.slice(1)])
    assert.equal(fourth.farms.length, 2, 'under another source id')
    await next(feed.slice(1)) // no source lists it
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
      decisions: [{ decision: 'remove', farm_id: ids[1] }],
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

  it('takes with it the ids that led to it over a merger of the same build', async (t) => {
    const { next, root } = await nights(t)
    const updated_at = '2028-05-01T00:00:00Z' // so that y is the oldest farm
    const old = { name: 'old', lines: [told(6, 'y', { updated_at })] }
    const one = { name: 'one', lines: feed }
    const alike = (id: string, other: number) => told(0, id, { phone: told(other, '')['phone'] })
    await next([old])
    const apart = await next([old, one, { name: 'two', lines: [told(5, 'x')] }])
    const two = { name: 'two', lines: [alike('x', 5)] }
    await next([old, one, two])
    const ids = [apart.farmOf('a', 'one')!, apart.farmOf('x', 'two')!, apart.farmOf('y', 'old')!]
    const night = await next(
      [{ name: 'old', lines: [{ ...alike('y', 6), updated_at }] }, one, two],
      {
        decisions: [null, '2031-01-01'].map((until) => ({
          decision: 'remove',
          farm_id: ids[2],
          until,
        })),
      },
    )
    assert.equal(night.farms.length, 2)
    const kept = tombstones.parse(JSON.parse(await readFile(layout(root).tombstones, 'utf8')))
    assert.deepEqual(
      kept.map(({ farm_id, expires }) => [farm_id, expires]),
      ids.toSorted().map((id) => [id, '2031-01-01']),
      'the last decision wins',
    )
  })

  it('ends with its time: the farm comes back as itself', async (t) => {
    const { next, root, first } = await afterFeed(t)
    const decisions = [{ ...removal, until: '2030-01-04' }]
    for (const night of [await next(feed, { decisions }), await next(feed, { decisions })])
      assert.equal(night.farms.length, 2)
    const back = await next(feed, { decisions })
    assert.equal(back.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(
      back.changes.map(({ change, cause }) => [change, cause]),
      [['added', 'decision']],
    )
    assert.deepEqual(back.lineage, [])
    assert.deepEqual(JSON.parse(await readFile(layout(root).tombstones, 'utf8')), [])
  })

  it('ends when it is withdrawn: servers and buckets learn it from a record', async (t) => {
    const { next, root, first } = await afterFeed(t)
    const withdrawal = { decision: 'withdraw', of: 1 }
    const kept = async () =>
      tombstones.parse(JSON.parse(await readFile(layout(root).tombstones, 'utf8')))
    const out = await next(feed, { decisions: [removal] })
    const [since] = await kept()
    const again = await next(feed, { decisions: [removal] })
    assert.deepEqual(await kept(), [since], 'since the first of these builds')
    assert.deepEqual(
      [out, again].map(({ farms, report }) => [farms.length, report.decided[0]!.state]),
      [
        [2, 'applied'],
        [2, 'applied'],
      ],
    )
    const back = await next(feed, { decisions: [removal, withdrawal] })
    assert.equal(back.farmOf('a'), first.farmOf('a'))
    assert.deepEqual(
      back.changes.map(({ change, cause }) => [change, cause]),
      [['added', 'decision']],
    )
    const record = { farm_id: first.farmOf('a')!, lifted: true, listings: [] }
    for (const night of [back, await next(feed)]) {
      assert.equal(night.farms.length, 3)
      assert.deepEqual(
        (await kept()).map(({ farm_id, lifted, listings }) => ({ farm_id, lifted, listings })),
        [record],
      )
    }
    const removed = await next(feed, { decisions: [removal, withdrawal, removal] })
    assert.equal(removed.farms.length, 2, 'and may be removed again')
    assert.deepEqual(
      (await kept()).map(({ decision, lifted }) => [decision, lifted]),
      [[3, undefined]],
    )
  })

  it('does not take effect with a build that is refused', async (t) => {
    const { next, attempt, root } = await nights(t)
    const many = Array.from({ length: 12 }, (_, number) => told(number, `farm-${number}`))
    const first = await next(many)
    const decisions = [{ ...removal, source_id: 'farm-0' }]
    const refused = await attempt(many.slice(0, 4), { decisions, strict: true })
    assert.equal(refused.snapshot, null)
    assert.ok(!existsSync(layout(root).tombstones))
    const after = await next(many, { decisions: [] })
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

describe('a merge or a split', { concurrency: 2 }, () => {
  const [a, b] = ['a', 'b'].map((source_id) => ({ source: 'farm-feed', source_id }))
  const merge = { decision: 'merge', listing: a, others: [b] }
  const kinds = (night: Night) => [
    ...new Set(night.changes.map(({ change, cause }) => `${change} ${cause}`)),
  ]

  it('holds until it is withdrawn; all its changes have the cause decision', async (t) => {
    const { next } = await nights(t)
    const feed = [told(0, 'a'), told(1, 'b')]
    const first = await next(feed)
    const joined = await next(feed, { decisions: [merge] })
    assert.equal(joined.farmOf('a'), joined.farmOf('b'))
    assert.deepEqual(kinds(joined), ['merged decision'])
    const [survivor, other] = joined.farmOf('a') === first.farmOf('a') ? [0, 1] : [1, 0]
    const grown = [
      { name: 'farm-feed', lines: feed },
      { name: 'early', lines: [told(other, 'a'), told(survivor, 'b')] },
      { name: 'more', lines: [told(other, 'c')] },
    ]
    const still = await next(grown)
    assert.deepEqual([still.farms.length, still.lineage.length], [1, 1])
    assert.deepEqual(kinds(still), ['changed source'])
    const apart = await next(grown, { decisions: [merge, { decision: 'withdraw', of: 1 }] })
    assert.deepEqual([apart.farms.length, apart.report.decided[0]!.state], [2, 'withdrawn'])
    for (const id of ['a', 'b']) assert.equal(apart.farmOf(id), first.farmOf(id), 'as before')
    assert.deepEqual(kinds(apart), ['changed decision', 'split decision'])
  })

  it('gives a farm its id and its earlier listings back when it is withdrawn', async (t) => {
    const { next } = await nights(t)
    const updated_at = '2028-05-01T00:00:00Z' // so that b is the older farm
    const other = { name: 'other', lines: [told(1, 'b', { updated_at })] }
    const first = await next([other, { name: 'old', lines: [told(0, 'x')] }])
    const feeds = [other, { name: 'new', lines: [told(0, 'y')] }]
    const renewed = await next(feeds)
    const [id, otherId] = [first.farmOf('x', 'old'), first.farmOf('b', 'other')]
    assert.equal(renewed.farmOf('y', 'new'), id)
    const listing = { source: 'new', source_id: 'y' }
    const merge = { decision: 'merge', listing, others: [{ source: 'other', source_id: 'b' }] }
    const joined = await next(feeds, { decisions: [merge] })
    assert.equal(joined.farmOf('y', 'new'), otherId)
    const apart = await next(feeds, { decisions: [merge, { decision: 'withdraw', of: 1 }] })
    const farms = apart.registry.map((each) => [each.source, each.farm_id])
    assert.deepEqual(Object.fromEntries(farms), { new: id, old: id, other: otherId })
    assert.deepEqual(
      apart.lineage.map(({ event }) => event),
      ['split'],
    )
  })

  it('parts what is alike, until it is withdrawn', async (t) => {
    const { next } = await nights(t)
    const one = { name: 'one', lines: feed }
    const feeds = [one, { name: 'two', lines: [told(0, 'w')] }] // the part's id is the smaller one
    const together = await next(feeds)
    assert.equal(together.farmOf('w', 'two'), together.farmOf('a', 'one'))
    const listing = { source: 'two', source_id: 'w' }
    const split = { decision: 'split', listing, others: [{ source: 'one', source_id: 'a' }] }
    const night = await next(feeds, { decisions: [split] })
    assert.ok(night.farmOf('w', 'two')! < night.farmOf('a', 'one')!)
    assert.ok(kinds(night).includes('split decision'), kinds(night).join())
    const back = await next(feeds, { decisions: [split, { decision: 'withdraw', of: 1 }] })
    for (const [id, source] of ['a one', 'w two'].map((each) => each.split(' ')))
      assert.equal(back.farmOf(id!, source), together.farmOf('a', 'one'))
  })

  it('causes the changes of farms between which a listing goes, though both stay', async (t) => {
    const { next } = await nights(t)
    const feeds = [
      { name: 'one', lines: feed },
      { name: 'two', lines: [told(0, 'x', { products: ['honey'] })] },
    ]
    const before = await next(feeds)
    const [farm, other] = [before.farmOf('a', 'one'), before.farmOf('b', 'one')]
    const [a, b, x] = ['one:a', 'one:b', 'two:x'].map((each) => {
      const [source, source_id] = each.split(':')
      return { source, source_id }
    })
    const decisions = [
      { decision: 'split', listing: x, others: [a] },
      { decision: 'merge', listing: x, others: [b] },
    ]
    const night = await next(feeds, { decisions })
    assert.deepEqual([night.farmOf('a', 'one'), night.farmOf('x', 'two')], [farm, other])
    assert.deepEqual(kinds(night), ['changed decision'])
  })
})

describe('the gates of decisions', { concurrency: 2 }, () => {
  const correction = { ...target, field: 'tagline', value: 'Corrected' }
  const failed = ({ gates }: Night['report']) =>
    gates.flatMap(({ name, passed, detail }) =>
      passed === false && name.startsWith('decisions') ? [[name, detail]] : [],
    )

  it('refuse a build without the decisions of the live snapshot', async (t) => {
    const { next, attempt } = await afterFeed(t)
    const decisions = [correction, correction]
    const { id } = await next(feed, { decisions })
    const refused = await attempt(feed, { decisions: decisions.slice(1), strict: true })
    const kept = `restore it from reports/${id}/decisions.jsonl in the build folder`
    assert.deepEqual(
      [refused.snapshot, failed(refused)],
      [null, [['decisions-lost', `the decisions file has 1 lines, and had 2: ${kept}`]]],
    )
    const again = await attempt(feed, { decisions, strict: true })
    assert.notEqual(again.snapshot, null)
  })

  it('refuse a decision that finds nothing, once if its farm was delisted', async (t) => {
    const { next, attempt } = await afterFeed(t)
    const decisions = [correction]
    await next(feed, { decisions })
    const gone = [told(9, 'z'), ...feed.slice(1)]
    const refused = await attempt(gone, { strict: true })
    const [[name, detail]] = failed(refused) as [[string, string]]
    assert.equal(refused.snapshot, null)
    assert.equal(name, 'decisions-idle')
    assert.match(
      detail,
      /^decision 1 \(correct tagline of [0-9a-f-]+: The farm told us\) finds nothing$/,
    )
    const many = await attempt(gone, {
      decisions: Array.from({ length: 1_207 }, () => correction),
      strict: true,
    })
    const [[, all]] = failed(many) as [[string, string]]
    assert.equal(all.match(/finds nothing/g)!.length, 5)
    assert.match(all, /; and 1,202 more$/)
    await next(gone)
    const later = await attempt(gone, { strict: true })
    assert.deepEqual([later.decided[0]!.state, failed(later)], ['waits', []])
    const back = await next(feed)
    assert.equal(farm(back, 'a')!.tagline, 'Corrected', 'it works again when the farm is back')
  })
})

describe('endOf(decisions, now)', () => {
  it('ends a decision by the clock, and revives it when the clock is right again', () => {
    const made = { at: '2026-01-01T00:00:00Z', by: 'Ann', reason: 'told', evidence: null }
    const farm_id = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'
    const entry = { decision: 'remove', farm_id, until: '2026-02-01', entry: 1, ...made } as const
    const decisions = { file: 'decisions.jsonl', entries: [entry] }
    const at = (day: string) => endOf(decisions, new Date(day))(entry)
    assert.deepEqual(['2026-01-31', '2026-02-01', '2099-01-01', '2026-01-31'].map(at), [
      null,
      'expired',
      'expired',
      null,
    ])
  })
})

/** Whether any table of a snapshot has the text. */
async function holds(night: Night, text: string): Promise<boolean> {
  const { farms, provenance, changes, lineage, registry } = night
  return JSON.stringify({ farms, provenance, changes, lineage, registry }).includes(text)
}
