import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { writeManifestText } from '../../../data/disk/manifest_file.ts'
import { haversineMiles } from '../../../data/geography/distance.ts'
import type { Change } from '../../../data/schema/tables/change.ts'
import type { Farm } from '../../../data/schema/tables/farm.ts'
import { rewriteParquet } from '../../support/duckdb.ts'
import { nights, type Listing, type Night } from '../../support/nights.ts'
import { told } from '../../support/told_farms.ts'

const point = ['lat', 'lng', 'location_precision'] as const
const derived = [
  'id',
  'listing_count',
  'first_listed',
  'last_listed',
  'h3_cell',
  'timezone',
  'county',
  'county_fips',
  'state_fips',
  'opening_hours',
  'listing_completeness',
  'hours_confirmed_at',
  'changed_at',
  'said_at',
  'quality_score',
  'quality_tier',
  'quality_tier_label',
]
const free = [
  'name',
  'place_type',
  'city',
  'state',
  'products',
  'categories',
  'sources',
  'updated_at',
  'synthetic',
  'location',
]

type Row = Pick<Change, 'farm_id' | 'change' | 'field' | 'before' | 'after'>

/** What a reader with both farms.parquet and no other knowledge would say is other. */
function differences(before: Farm[], now: Farm[]): Row[] {
  const [old, fresh] = [before, now].map((farms) => new Map(farms.map((farm) => [farm.id, farm])))
  const whole = (farm_id: string, change: Row['change']): Row => ({
    farm_id,
    change,
    field: null,
    before: null,
    after: null,
  })
  return [
    ...now.filter(({ id }) => !old!.has(id)).map(({ id }) => whole(id, 'added')),
    ...before.filter(({ id }) => !fresh!.has(id)).map(({ id }) => whole(id, 'removed')),
    ...now.flatMap((farm) => (old!.has(farm.id) ? ofFields(old!.get(farm.id)!, farm) : [])),
  ].toSorted(byFarmAndField)
}

function ofFields(before: Farm, now: Farm): Row[] {
  const fields = (Object.keys(now) as (keyof Farm)[]).filter(
    (field) =>
      !derived.includes(field) &&
      !(point as readonly string[]).includes(field) &&
      !['geometry', 'bbox'].includes(field), // lat and lng say it
  )
  const rows = fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]))
    .map((field): Row => ({
      farm_id: now.id,
      change: 'changed',
      field,
      before: json(before[field]),
      after: json(now[field]),
    }))
  const [from, to] = [before, now].map(({ lat, lng, location_precision }) =>
    lat === null ? null : { lat, lng, location_precision },
  )
  if (JSON.stringify(from) === JSON.stringify(to)) return rows
  const moved =
    from &&
    to &&
    from.location_precision === to.location_precision &&
    haversineMiles(from as never, to as never) > 0.25
  return [
    ...rows,
    {
      farm_id: now.id,
      change: moved ? 'moved' : 'changed',
      field: 'location',
      before: json(from),
      after: json(to),
    },
  ]
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
const byFarmAndField = (a: Row, b: Row) => {
  const [x, y] = [a, b].map(({ farm_id, field }) => `${farm_id} ${field ?? ''}`)
  return x! < y! ? -1 : 1
}
/** As values, so that the order of JSON's keys and the form of numbers don't matter. */
const comparable = (rows: Row[]) =>
  rows.map(({ farm_id, change, field, before, after }) => ({
    farm_id,
    change,
    field,
    before: before && JSON.parse(before),
    after: after && JSON.parse(after),
  }))

describe('changes.parquet', { concurrency: 2 }, () => {
  it('is what two farms.parquet differ in, whatever changes', async (t) => {
    const { next } = await nights(t)
    const steps: Listing[][] = [
      Array.from({ length: 10 }, (_, number) => told(number, `s${number}`)),
      [
        told(0, 's0', { name: 'Stone Creek Orchard & Cidery', city: 'Peacham' }),
        told(1, 's1', {
          phone: null,
          email: 'dairy@example.org',
          description: 'Quote " and \\ and ü.',
        }),
        told(2, 's2', { lat: 42.06, products: null }),
        told(3, 's3', { lat: 33.9521 }),
        told(4, 's4', { lat: null, lng: null }),
        told(5, 's5', {
          hours: { stand: 'Sat: 9:00 AM-1:00 PM' },
          payment_methods: ['cash', 'SNAP'],
        }),
        told(6, 's6', {
          updated_at: '2029-06-01T12:34:56Z',
          google_rating: 4.5,
          founded_year: 1987,
        }),
        told(8, 's8', { verification_status: 'verified', images: [] }),
        told(9, 's9', { synthetic: true, place_type: 'csa' }),
        told(11, 's11'),
      ],
      Array.from({ length: 12 }, (_, number) => told(number, `s${number}`)),
    ]
    let before: Night | null = null
    let seen = 0
    for (const step of steps) {
      const now = await next(step)
      const expected: Row[] = before ? differences(before.farms, now.farms) : []
      assert.deepEqual(comparable(now.changes.toSorted(byFarmAndField)), comparable(expected))
      assert.deepEqual(
        now.publicChanges,
        now.changes
          .filter(({ field }) => field === null || free.includes(field))
          .map(({ listing: _listing, listing_change: _change, ...change }) => change),
      )
      for (const { cause, previous_snapshot } of now.changes)
        assert.deepEqual([cause, previous_snapshot], ['source', before!.id])
      seen += expected.length
      before = now
    }
    assert.ok(seen > 30, `${seen} changes`)
  })

  it('shows none where flags that say nothing are written otherwise', async (t) => {
    const { next } = await nights(t)
    await next([told(0, 'a', { products: null, practices: null }), told(1, 'b')])
    const second = await next([
      told(1, 'b'),
      { ...told(0, 'a'), products: undefined, practices: undefined },
    ])
    assert.deepEqual(second.changes, [])
  })

  it('tells what is read otherwise from what the source says otherwise', async (t) => {
    const { next } = await nights(t)
    const feed = [told(0, 'a'), told(1, 'b'), told(2, 'c')]
    for (const [version, causes] of [
      [{ vocabulary_version: 'other' }, ['vocabulary', 'vocabulary']],
      [{ pipeline_version: '0.0.0' }, ['pipeline version', 'pipeline version']],
      [
        { pipeline_version: '0.0.0', vocabulary_version: 'other' },
        ['pipeline version', 'vocabulary'],
      ],
      [{}, ['source', 'source']],
    ] as const) {
      const { folder, farmOf } = await next(feed)
      await pretend(folder, version, farmOf('a')!)
      const now = await next([...feed.slice(0, 2), told(2, 'c', { name: 'Old Anvil Vineyards' })])
      const other = now.changes.map(({ farm_id, field, cause }) => ({ farm_id, field, cause }))
      assert.deepEqual(
        other.toSorted((a, b) => (`${a.field}${a.farm_id}` < `${b.field}${b.farm_id}` ? -1 : 1)),
        [
          { farm_id: farmOf('c')!, field: 'name', cause: 'source' },
          { farm_id: farmOf('a')!, field: 'phone', cause: causes[0] },
          { farm_id: farmOf('a')!, field: 'products', cause: causes[1] },
        ],
        JSON.stringify(version),
      )
    }
  })
})

/** Makes a snapshot one of another version, which read phone and products of a farm otherwise. */
async function pretend(folder: string, version: object, id: string): Promise<void> {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await writeManifestText(folder, JSON.stringify({ ...manifest, ...version }))
  await rewriteParquet(
    join(folder, 'members/farms.parquet'),
    `select * replace (
       case when id = '${id}' then ['beef'] else products end as products,
       case when id = '${id}' then '+18025550155' else phone end as phone
     ) from read_parquet($source)`,
  )
}
