import assert from 'node:assert/strict'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { openDatabase } from '../../../pipeline/database/database.ts'
import type { Finished } from '../../../pipeline/gates/gate.ts'
import { runGates } from '../../../pipeline/gates/gates.ts'
import { givenLimits, limitOf } from '../../../pipeline/gates/limits.ts'
import { entryOf } from '../../../pipeline/runs/ledger.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

/** A hundred farms in Kansas, far from any border; each takes SNAP or WIC. */
const feed = Array.from({ length: 100 }, (_, n) => ({
  source_id: `${n}`,
  name: `Farm ${'abcdefghij'[n % 10]}${'abcdefghij'[Math.floor(n / 10)]}`,
  state: 'KS',
  lat: 38 + n / 100,
  lng: -98.5 + n / 200,
  phone: `(785) 555-01${String(n).padStart(2, '0')}`,
  payment_methods: [n % 2 === 0 ? 'SNAP' : 'WIC'],
  product_listings: [{ id: 'eggs', name: 'Eggs', price: 6, unit: 'dozen' }],
  updated_at: '2025-06-01T00:00:00Z',
}))
/** SQL expression: each number in another area. */
const moved = "'+1913' || phone[6:]"
const whole = await buildSnapshot({ after }, { feed, now: new Date('2026-01-01T04:00:00Z') })
const manifest: Manifest = JSON.parse(await readFile(join(whole.folder, 'manifest.json'), 'utf8'))
const month = { folder: whole.folder, manifest: { ...manifest, id: '20251202T040000Z-00000000' } }

describe('the gates of changes', () => {
  it('refuse points that are all 0.15 degrees farther east, with their distance', async (t) => {
    const night = await nextNight(t, 'lng + 0.15 as lng')
    const [gate, ...others] = await refusing(night)
    assert.deepEqual(others, [])
    assert.deepEqual(gate, [
      'farms-moved',
      'farm-feed: location of 100 of 100 (100.0 %) moved, by 8.1 miles (median); allowed 9.0 %',
    ])
  })

  it('refuse two terms that took each other’s place, and name them', async (t) => {
    const swap = "if(payment_methods = ['SNAP'], ['WIC'], ['SNAP']) as payment_methods"
    const refused = new Map(await refusing(await nextNight(t, swap)))
    assert.deepEqual([...refused.keys()], ['values-changed', 'terms-flipped'])
    assert.equal(
      refused.get('values-changed'),
      'farm-feed: payment_methods of 100 of 100 (100.0 %) changed; allowed 25.0 %',
    )
    assert.match(
      refused.get('terms-flipped')!,
      /^farm-feed: payment_methods: SNAP came or went for 100 of 100 \(100\.0 %\); allowed 19\.0 %; farm-feed: payment_methods: WIC/,
    )
  })

  it('refuse names of other farms, from four farms on, not new names', async (t) => {
    const swapped = (rows: number) =>
      `if(row < ${rows}, if(row % 2 = 0, lead(name) over (order by row), lag(name) over (order by row)), name) as name`
    assert.deepEqual(await refusing(await nextNight(t, swapped(2))), [])
    const [[gate, detail] = [], ...others] = await refusing(await nextNight(t, swapped(4)))
    assert.deepEqual([gate, others], ['values-swapped', []])
    assert.match(
      detail!,
      /^farm-feed: 4 of 100 \(4\.0 %\) have the name that another farm had \(Farm .. → Farm ..\); allowed 3\.0 %$/,
    )
    const renamed = "if(row < 9, name || ' Orchard', name) as name"
    assert.deepEqual(await refusing(await nextNight(t, renamed)), [])
  })

  it('refuse numbers and points of other farms, not those that two farms gave up', async (t) => {
    const shifted = (column: string) =>
      `if(row < 8, lead(${column}) over (order by row), ${column}) as ${column}`
    assert.deepEqual(await refusing(await nextNight(t, shifted('phone'))), [
      [
        'values-swapped',
        'farm-feed: 7 of 100 (7.0 %) have the phone that another farm had; allowed 3.0 %',
      ],
    ])
    const points = await nextNight(t, `${shifted('lat')}, ${shifted('lng')}`)
    assert.deepEqual(await refusing(points), [
      [
        'values-swapped',
        'farm-feed: 7 of 100 (7.0 %) have the location that another farm had; allowed 3.0 %',
      ],
    ])
    const before = await nextNight(t, 'if(row < 10, (row // 2)::varchar, phone) as phone')
    const now = await nextNight(t, 'if(row < 10, ((row // 2 + 1) % 5)::varchar, phone) as phone')
    assert.deepEqual(await refusing({ ...now, previous: { folder: before.folder, manifest } }), [])
  })

  it('refuse a county most of whose values changed, are new or moved, unless they did everywhere', async (t) => {
    const counties = "if(row < 45, 'Upper', 'Lower') as county"
    const whole = { 'values-changed': 1, 'values-added': 1, 'farms-moved': 1 }
    const refused = async (now: string, was = 'phone as phone') => {
      const { folder } = await nextNight(t, `${counties}, ${was}`)
      const night = await nextNight(t, `${counties}, ${now}`)
      const limits = { 'farm-feed': whole }
      return refusing({ ...night, limits, previous: { folder, manifest } })
    }
    const first = (rows: number, value: string) => `if(row < ${rows}, ${value}, phone) as phone`
    const inUpper = (field: string, verb: string) => [
      [
        'values-by-region',
        `farm-feed: ${field} of 40 of 45 (88.9 %) in the county of Upper, KS ${verb}; allowed 86.7 %`,
      ],
    ]
    assert.deepEqual(await refused(first(39, moved)), [])
    assert.deepEqual(await refused(first(100, moved)), [])
    assert.deepEqual(await refused(first(40, moved)), inUpper('phone', 'changed'))
    assert.deepEqual(await refused('phone as phone', first(40, 'null')), inUpper('phone', 'is new'))
    const east = 'if(row < 40, lng + 0.15, lng) as lng'
    assert.deepEqual(await refused(east), inUpper('location', 'moved'))
  })

  it('allow a quarter of the values to change, not more', async (t) => {
    const changed = (count: number) => `if(row < ${count}, ${moved}, phone) as phone`
    assert.deepEqual(await refusing(await nextNight(t, changed(25))), [])
    const [gate] = await refusing(await nextNight(t, changed(26)))
    assert.equal(gate![1], 'farm-feed: phone of 26 of 100 (26.0 %) changed; allowed 25.0 %')
  })

  it('refuse carried values that changed, though no newer statement says so', async (t) => {
    const [before, now] = [
      await nextNight(t, 'lat'),
      await nextNight(t, `if(row < 26, ${moved}, phone) as phone`),
    ]
    const carrying = (folder: string, dated: string) =>
      rewriteParquet(
        join(folder, 'members/provenance.parquet'),
        `select * replace (true as carried, ${dated} as updated_at) from read_parquet($source)`,
      )
    await carrying(before.folder, 'updated_at')
    await carrying(now.folder, 'updated_at')
    const night = { ...now, previous: { folder: before.folder, manifest } }
    assert.deepEqual(await refusing(night), [
      ['values-changed', 'farm-feed: carried phone of 26 of 100 (26.0 %) changed; allowed 25.0 %'],
    ])
    await carrying(now.folder, 'updated_at + interval 1 day')
    assert.deepEqual(await refusing(night), [])
  })

  it('judge each series of a source by itself, by the limits of the source', async (t) => {
    const night = await nextNight(t, `if(name[-1] in ('a', 'b'), ${moved}, phone) as phone`)
    const { folder } = await nextNight(t, 'lat')
    for (const each of [folder, night.folder])
      await rewriteParquet(
        join(each, 'members/registry.parquet'),
        "select * replace (if(source_id::integer < 30, 'farm-feed/small', 'farm-feed/large') as series) from read_parquet($source)",
      )
    const apart = { ...night, previous: { folder, manifest } }
    assert.deepEqual(await refusing(apart), [
      ['values-changed', 'farm-feed/small: phone of 20 of 30 (66.7 %) changed; allowed 63.3 %'],
    ])
    const limits = { 'farm-feed': { 'values-changed': 0.7 } }
    assert.deepEqual(await refusing({ ...apart, limits }), [])
    const own = { ...limits, 'farm-feed/small': { 'values-changed': 0.6 } }
    assert.equal((await refusing({ ...apart, limits: own })).length, 1, 'its own limit comes first')
  })

  it('hold no move against a series whose points a new one replaces', async (t) => {
    const night = await nextNight(t, 'lng + 0.15 as lng')
    await rewriteParquet(
      join(night.folder, 'members/registry.parquet'),
      `from read_parquet($source) union all by name
       select * replace ('new' as source, 'new' as series) from read_parquet($source)`,
    )
    await rewriteParquet(
      join(night.folder, 'members/provenance.parquet'),
      `select * replace (list_filter(fields, lambda field: field <> 'lat') as fields) from read_parquet($source)
       union all by name
       select * replace ('new' as source, ['lat'] as fields) from read_parquet($source)`,
    )
    const moved = (await refusing(night)).filter(([gate]) => gate === 'farms-moved')
    assert.deepEqual(moved, [])
  })

  it('refuse points that are all 200 yards farther north, though they are no other places', async (t) => {
    assert.deepEqual(await refusing(await nextNight(t, 'lat + 0.0016 as lat')), [
      ['values-changed', 'farm-feed: location of 100 of 100 (100.0 %) changed; allowed 25.0 %'],
    ])
    assert.deepEqual(await refusing(await nextNight(t, 'lat + 0.0005 as lat')), [])
  })

  it('allow a tenth of the names to change, and show one', async (t) => {
    const named = (count: number) => `if(row < ${count}, 'Other ' || name, name) as name`
    assert.deepEqual(await refusing(await nextNight(t, named(19))), [])
    const [gate] = await refusing(await nextNight(t, named(20)))
    assert.match(
      gate!.join(': '),
      /^values-changed: farm-feed: name of 20 of 100 \(20\.0 %\) changed \((Farm \w\w) → Other \1\); allowed 19\.0 %$/,
    )
  })

  it('refuse one value that many farms have, without showing a paid one, though few values changed', async (t) => {
    const filled = (count: number, column: string, value: string) =>
      nextNight(t, `if(row < ${count}, ${value}, ${column}) as ${column}`)
    assert.deepEqual(await refusing(await filled(9, 'phone', "'+17855550199'")), [])
    assert.deepEqual(await refusing(await filled(12, 'phone', "'+19135550199'")), [
      [
        'values-repeated',
        'farm-feed: 12 of 100 (12.0 %) have the same phone, 11.0 points more than before; allowed 9.0 %',
      ],
    ])
    assert.deepEqual(await refusing(await filled(12, 'name', "'Coming soon'")), [
      [
        'values-repeated',
        'farm-feed: 12 of 100 (12.0 %) have the same name Coming soon, 11.0 points more than before; allowed 9.0 %',
      ],
    ])
  })

  it('refuse dates of update that became the day of the export, not those that always were', async (t) => {
    const before = await nextNight(t, 'updated_at - row * interval 1 day as updated_at')
    const now = await nextNight(t, 'updated_at + interval 200 days as updated_at')
    assert.deepEqual(await refusing(now), [])
    const previous = { folder: before.folder, manifest }
    assert.deepEqual(await refusing({ ...now, previous }), [
      [
        'values-repeated',
        'farm-feed: 100 of 100 (100.0 %) have the same updated_at 2025-12-18, 99.0 points more than before; allowed 25.0 %',
      ],
    ])
  })

  it('refuse prices over twice as high, gone, or of another unit, not dearer ones', async (t) => {
    const priced = async (replaced: string) => {
      const night = await nextNight(t, 'lat')
      await rewriteParquet(
        join(night.folder, 'members/product_listings.parquet'),
        `select * replace (${replaced}) from read_parquet($source)`,
      )
      return refusing(night)
    }
    assert.deepEqual(await priced('price * 1.9 as price'), [])
    for (const replaced of [
      'price * 2.5 as price',
      'price * 100 as price',
      'null::double as price',
      "'each' as unit",
    ])
      assert.deepEqual(await priced(replaced), [
        [
          'values-changed',
          'farm-feed: product_listings of 100 of 100 (100.0 %) changed; allowed 25.0 %',
        ],
      ])
  })

  it('refuse another unit of listings whose id is made of name and unit, not a listing that ends', async (t) => {
    const night = await nextNight(t, 'lat')
    const [before, now] = [await nextNight(t, 'lat'), night].map(({ folder }) => folder)
    const prices = 'members/product_listings.parquet'
    const listed = "select * replace ('eggs-dozen' as id) from read_parquet($source)"
    const half = "select * replace ('eggs-half' as id, 'half' as unit) from read_parquet($source)"
    await rewriteParquet(join(before!, prices), `${listed} union all ${half}`)
    await rewriteParquet(join(now!, prices), listed)
    const against = { ...night, previous: { folder: before!, manifest } }
    assert.deepEqual(await refusing(against), [])
    await rewriteParquet(
      join(now!, prices),
      "select * replace ('eggs-each' as id, 'each' as unit) from read_parquet($source)",
    )
    assert.deepEqual(await refusing(against), [
      [
        'values-changed',
        'farm-feed: product_listings of 100 of 100 (100.0 %) changed; allowed 25.0 %',
      ],
    ])
  })

  it('refuse dates of update that go back, not newer ones', async (t) => {
    const redated = async (by: string) =>
      refusing(await nextNight(t, `if(row < 26, updated_at ${by}, updated_at) as updated_at`))
    assert.deepEqual(await redated('+ interval 100 days'), [])
    assert.deepEqual(await redated('- interval 100 days'), [
      [
        'values-changed',
        'farm-feed: updated_at of 26 of 100 (26.0 %) changed (2025-06-01 00:00:00+00 → 2025-02-21 00:00:00+00); allowed 25.0 %',
      ],
    ])
  })

  it('refuse another verification status of all farms, unless age or another source explains it', async (t) => {
    const refused = async (replaced: string) => refusing(await nextNight(t, replaced))
    const verified = "'verified' as verification_status"
    assert.deepEqual(await refused(verified), [
      [
        'values-changed',
        'farm-feed: verification_status of 100 of 100 (100.0 %) changed; allowed 25.0 %',
      ],
    ])
    assert.deepEqual(await refused(`${verified}, 2 as listing_count`), [])
    const aged = 'if(row < 50, updated_at, updated_at + interval 4 years) as updated_at'
    assert.deepEqual(
      await refused(
        `if(row < 50, 'unverified', verification_status) as verification_status, ${aged}`,
      ),
      [],
    )
  })

  it('compare with thirty days ago too, and say since when', async (t) => {
    const night = await nextNight(t, `if(row < 40, ${moved}, phone) as phone`)
    const previous = { folder: night.folder, manifest }
    assert.deepEqual(await refusing({ ...night, previous }), [])
    const [gate, ...others] = await refusing({ ...night, previous, earlier: month })
    assert.deepEqual(others, [])
    assert.equal(
      gate![1],
      'farm-feed: phone of 40 of 100 (40.0 %) changed since 2026-01-01; allowed 35.0 %',
    )
  })

  it('keep to the limits of the sources file', async (t) => {
    const night = await nextNight(t, `if(row < 40, ${moved}, phone) as phone`)
    const limits = { 'farm-feed': { 'values-changed': 0.5 } }
    assert.deepEqual(await refusing({ ...night, limits }), [])
    const few = await nextNight(t, `if(row < 5, ${moved}, phone) as phone`)
    assert.deepEqual(await refusing(few), [])
    const strict = { 'farm-feed': { 'values-changed': 0.01 } }
    const [found] = await refusing({ ...few, limits: strict })
    assert.equal(found?.[0], 'values-changed', 'a given limit holds for few farms, too')
  })

  it('learn from the last thirty runs that published', async (t) => {
    const night = await nextNight(t, `if(row < 22, ${moved}, phone) as phone`)
    const run = (observed: number, outcome: 'published' | 'refused' = 'published') => ({
      ...entryOf({
        action: 'build',
        begun_at: '2026-01-01T04:00:00Z',
        ended_at: '2026-01-01T04:01:00Z',
        outcome,
        status: 0,
        figures: [
          {
            gate: 'values-changed',
            source: 'farm-feed',
            field: 'phone',
            observed,
            allowed: 0.25,
            baseline: 100,
            since: null,
          },
        ],
      }),
      run: 1,
    })
    const small = Array.from({ length: 30 }, () => run(0.01))
    assert.equal((await refusing({ ...night, runs: [run(0.06), ...small] })).length, 1)
    assert.deepEqual(await refusing({ ...night, runs: [...small, run(0.06)] }), [])
    assert.equal((await refusing({ ...night, runs: [...small, run(0.06, 'refused')] })).length, 1)
  })

  it('give their figures, whether they refuse or not', async (t) => {
    const night = await nextNight(t, `if(row < 20, ${moved}, phone) as phone`)
    const verdicts = await runGates({ ...night, earlier: night.previous })
    assert.deepEqual(verdicts.find(({ name }) => name === 'values-changed')!.figures, [
      {
        gate: 'values-changed',
        source: 'farm-feed',
        field: 'phone',
        observed: 0.2,
        allowed: 0.25,
        baseline: 100,
        since: whole.id,
      },
    ])
  })
})

describe('limitOf(gate, span, subject, past, given)', () => {
  const subject = { source: 'feed', field: 'phone' }
  const figure = { ...subject, gate: 'values-changed', allowed: 0.25, baseline: 100, since: null }
  const [begun_at, ended_at] = ['2026-01-01T04:00:00Z', '2026-01-01T04:01:00Z']
  const known = { action: 'build', begun_at, ended_at, outcome: 'published', status: 0 } as const
  const past = (...observed: number[]) =>
    observed.map((each, index) => ({
      run: index + 1,
      ...entryOf({ ...known, figures: [{ ...figure, observed: each }] }),
    }))
  const limit = (...observed: number[]) =>
    limitOf('values-changed', 'night', subject, past(...observed))

  it('is the usual one until five runs had a change', () => {
    assert.equal(limit(), 0.25)
    assert.equal(limit(0.01, 0.01, 0.01, 0.01), 0.25)
  })

  it('is then four times the largest, between the floor and the usual one', () => {
    assert.equal(limit(0.01, 0.01, 0.01, 0.01, 0.01), 0.1)
    assert.equal(limit(0.01, 0.01, 0.05, 0.01, 0.01), 0.2)
    assert.equal(limit(0.01, 0.01, 0.5, 0.01, 0.01), 0.25)
  })

  it('learns the loss of farms too, down to 5 %', () => {
    const losing = { ...subject, field: null }
    const lost = past(0.001, 0.002, 0.001, 0.001, 0.001).map((run) => ({
      ...run,
      figures: run.figures.map((each) => ({ ...each, gate: 'farms-lost-by-source', field: null })),
    }))
    assert.equal(limitOf('farms-lost-by-source', 'night', losing, lost), 0.05)
  })

  it('learns from the same source and field only', () => {
    const other = past(0.01, 0.01, 0.01, 0.01, 0.01)
    assert.equal(limitOf('values-changed', 'night', { ...subject, field: 'website' }, other), 0.25)
    assert.equal(limitOf('values-changed', 'month', subject, other), 0.35)
    assert.equal(limitOf('values-changed', 'month', { ...subject, field: 'name' }, other), 0.1)
  })
})

describe('givenLimits(files)', () => {
  it('keeps the limits of each file of a source', () => {
    const [one, two] = [{ 'values-changed': 0.4 }, { 'farms-lost': 0.2 }]
    const files = [{ name: 'feed', gates: one }, { name: 'feed' }, { name: 'feed', gates: two }]
    assert.deepEqual(givenLimits(files), { feed: { ...one, ...two } })
    const apart = givenLimits([{ name: 'feed', series: 'a', gates: one }])
    assert.deepEqual(apart, { feed: one, a: one })
  })
})

describe('the gates of rows', () => {
  const counts = (count: object) => manifest.sources.map((source) => ({ ...source, ...count }))

  it('refuse a source whose rows are all rejected, new or not', async (t) => {
    const night = await nextNight(t, 'lat')
    night.sources = counts({ used: 0, rejected: 100 })
    const refused = new Map(await refusing(night))
    assert.equal(
      refused.get('rows-rejected'),
      'farm-feed: 100 of 100 (100.0 %) rows are rejected; allowed 10.0 %',
    )
    night.sources = [...manifest.sources, ...counts({ source: 'new', used: 49, rejected: 51 })]
    assert.match(new Map(await refusing(night)).get('rows-rejected')!, /^new: 51 of 100/)
  })

  it('refuse a file with each row twice, and not the right one after it', async (t) => {
    const night = await nextNight(t, 'lat')
    await rewriteParquet(
      join(night.folder, 'members/provenance.parquet'),
      'from read_parquet($source) union all from read_parquet($source)',
    )
    assert.deepEqual(await refusing(night), [
      [
        'rows-doubled',
        'farm-feed: 100 of 200 (50.0 %) rows repeat the farm of another row; allowed 20.0 %',
      ],
    ])
    const previous = { folder: night.folder, manifest }
    assert.deepEqual(await refusing({ ...night, previous, folder: whole.folder }), [])
  })

  it('refuse a file with each row twice, under another id', async (t) => {
    const night = await nextNight(t, 'lat')
    for (const path of ['members/provenance.parquet', 'members/registry.parquet'])
      await rewriteParquet(
        join(night.folder, path),
        `from read_parquet($source) union all
         select * replace ('again ' || source_id as source_id) from read_parquet($source)`,
      )
    const [[gate] = []] = await refusing(night)
    assert.equal(gate, 'rows-doubled')
  })

  it('refuse a source that lists half as many farms again, unless in more files', async (t) => {
    const night = await nextNight(t, 'lat')
    const more = (most: number, path: string, id: string) =>
      rewriteParquet(
        join(night.folder, path),
        `from read_parquet($source) union all
         (select * replace ('${most} ' || ${id} as ${id}) from read_parquet('${whole.folder}/${path}') order by ${id} limit ${most})`,
      )
    const twice = async (most: number) => {
      await more(most, 'members/farms.parquet', 'id')
      await more(most, 'members/registry.parquet', 'farm_id')
    }
    await twice(50)
    assert.deepEqual(await refusing(night), [])
    await twice(1)
    assert.deepEqual(await refusing(night), [
      ['farms-added-by-source', 'farm-feed: 51 farms are new, beside 100; allowed 50.0 %'],
    ])
    assert.deepEqual(
      await refusing({ ...night, sources: [...manifest.sources, ...counts({})] }),
      [],
    )
  })
})

/** A copy of the snapshot that is to replace it, with some columns replaced. */
async function nextNight(t: TestContext, replaced: string): Promise<Finished> {
  const root = await temporaryFolder(t)
  const folder = join(root, 'snapshot')
  await cp(whole.folder, folder, { recursive: true })
  const columns = replaced === 'lat' ? 'lat as lat' : replaced
  await rewriteParquet(
    join(folder, 'members/farms.parquet'),
    `select * exclude (row) replace (${columns}) from (
      select *, row_number() over (order by id) - 1 as row from read_parquet($source)
    )`,
  )
  const database = await openDatabase(join(root, 'gates.duckdb'))
  t.after(() => database.close())
  const previous = { folder: whole.folder, manifest }
  const nothing = { unknown_terms: {}, decided: [], decisions: 0 }
  return { database, folder, sources: manifest.sources, ...nothing, previous }
}

/** The gates that refuse, with their findings. */
const refusing = async (finished: Finished) =>
  (await runGates(finished))
    .filter(({ passed, severity }) => passed === false && severity === 'refusal')
    .map(({ name, detail }) => [name, detail] as const)
