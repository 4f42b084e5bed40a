import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { DuckDBInstance } from '@duckdb/node-api'
import * as fc from 'fast-check'
import type { Tier } from '../../../../data/schema/meta.ts'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import { change, publicChange } from '../../../../data/schema/tables/change.ts'
import { farm, publicFarm } from '../../../../data/schema/tables/farm.ts'
import { productListing } from '../../../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../../../data/schema/tables/table.ts'
import { columnDefinitions } from '../../../../pipeline/database/database.ts'
import { changesBetween } from '../../../../server/query/changes/net_changes.ts'
import { toldChanges } from '../../../../server/query/changes/told_changes.ts'
import { SnapshotDatabase } from '../../../../server/snapshot/database.ts'
import type { Snapshot } from '../../../../server/snapshot/open.ts'
import type { PublishedSnapshots } from '../../../../server/snapshot/published.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

/** A farm of one snapshot; null = it is not in it. `phone` and `price` are for paid keys. */
type Content = { state: string | null; name: string; phone: string | null; price: number | null }
type Farm = Content & { changed_at: string }
type World = Map<string, Farm>

const seen: Record<Tier, (keyof Content)[]> = {
  free: ['state', 'name'],
  paid: ['state', 'name', 'phone', 'price'],
}
/** What a field of `Content` is called in changes. */
const calledAs = (field: string) => (field === 'price' ? 'product_listings' : field)

const content = fc.option(
  fc.record({
    state: fc.constantFrom('VT', 'NY', null),
    name: fc.constantFrom('Elm', 'Oak'),
    phone: fc.constantFrom('+18025550101', null),
    price: fc.constantFrom(4, 5.5, null),
  }),
)
/** What became of 60 farms, each by itself, over two to five snapshots. */
const histories = fc.integer({ min: 2, max: 5 }).chain((nights) =>
  fc.array(fc.array(content, { minLength: nights, maxLength: nights }), {
    minLength: 60,
    maxLength: 60,
  }),
)

const idOf = (number: number) => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`
const builtAt = (night: number) => `2026-01-0${night + 1}T00:00:00Z`

/** The snapshots of a history, with the dates of change that the pipeline would give. */
function worldsOf(farms: (Content | null)[][]): World[] {
  return farms[0]!.map((_, night) => {
    const entries = farms.flatMap((nights, number) => {
      const now = nights[night]
      if (!now) return []
      let since = night
      while (since > 0 && JSON.stringify(nights[since - 1]) === JSON.stringify(now)) since--
      return [[idOf(number), { ...now, changed_at: builtAt(since) }] as const]
    })
    return new Map(entries)
  })
}

const root = await temporaryFolder({ after })
const instance = await DuckDBInstance.create(':memory:')
const connection = await instance.connect()
after(() => connection.closeSync())
await connection.run("set timezone = 'UTC'")

const tables = {
  'members/farms.parquet': farm,
  'public/farms.parquet': publicFarm,
  'members/product_listings.parquet': productListing,
  'members/changes.parquet': change,
  'public/changes.parquet': publicChange,
}
for (const [index, schema] of Object.values(tables).entries())
  await connection.run(`create table t${index} (${columnDefinitions(columnsOf(schema))})`)

/** Writes the files of a snapshot; nothing is in those of changes, which say causes only. */
async function publish(folder: string, night: number, world: World): Promise<void> {
  for (const part of ['members', 'public']) await mkdir(join(folder, part), { recursive: true })
  const rows = [...world].map(([id, farm]) => ({
    id,
    ...farm,
    changed_at: farm.changed_at === builtAt(night) ? null : farm.changed_at,
  }))
  const json = JSON.stringify(rows)
  const given = `unnest(from_json($json, '[{"id": "VARCHAR", "state": "VARCHAR", "name": "VARCHAR", "phone": "VARCHAR", "price": "DOUBLE", "changed_at": "TIMESTAMPTZ"}]'), recursive := true)`
  const fill = async (table: string, columns: string, where = 'true') => {
    await connection.run(`delete from ${table}`)
    await connection.run(
      `insert into ${table} by name select ${columns} from (select ${given}) where ${where}`,
      { json },
    )
  }
  await fill('t0', 'id, state, name, phone, changed_at')
  await fill('t1', 'id, state, name, changed_at')
  await fill('t2', `id as farm_id, 'eggs' as id, 'Eggs' as name, price`, 'price is not null')
  for (const [index, name] of Object.keys(tables).entries())
    await connection.run(`copy t${index} to '${join(folder, name)}' (format parquet)`)
}

let published = 0
/** A folder with the snapshots of a history, and what the server would know of them. */
async function publishAll(worlds: World[]) {
  const folder = join(root, String(published++))
  const manifests = worlds.map((_, night) => ({
    id: `2026010${night + 1}T000000Z-00000000`,
    built_at: builtAt(night),
    previous: night === 0 ? null : `2026010${night}T000000Z-00000000`,
    files: [],
  })) as Partial<Manifest>[] as Manifest[]
  for (const [night, world] of worlds.entries())
    await publish(join(folder, manifests[night]!.id), night, world)
  const archive = await SnapshotDatabase.openFolder(folder, {
    connections: 1,
    deadline_ms: 20_000,
    patience_ms: 20_000,
    memory: '256MB',
  })
  const pathOfName = async ({ id }: Manifest, name: string) => join(folder, id, name)
  const known = {
    list: async () => manifests,
    pathOfName,
    pathIfWhole: pathOfName,
  } as unknown as PublishedSnapshots
  return { manifests, archive, published: known }
}

const snapshotOf = (manifest: Manifest) =>
  ({
    manifest,
    hidden: { ids: [] },
    ids: { rowOf: (id: string) => Number(id.slice(-12)) },
    lineage: { fateOf: () => ({ event: 'left' }) },
  }) as unknown as Snapshot

/** The differences of two snapshots by a look at each farm: what a tier is to be told. */
function directly(before: World, now: World, tier: Tier) {
  const every = [...new Set([...before.keys(), ...now.keys()])].toSorted()
  return every.flatMap((farmId) => {
    const [was, is] = [before.get(farmId), now.get(farmId)]
    const fields = was && is ? seen[tier].filter((name) => was[name] !== is[name]) : []
    const isSame = was && is && fields.length === 0
    if (isSame && (tier === 'free' || was.changed_at === is.changed_at)) return []
    return [{ farmId, before: was?.state, now: is?.state, fields: fields.map(calledAs).toSorted() }]
  })
}

/** What a copy of some states has of a snapshot, in some fields. */
const copyOf = (world: World, states: string[] | undefined, fields: (keyof Content)[]) =>
  new Map(
    [...world]
      .filter(([, { state }]) => !states || (state !== null && states.includes(state)))
      .map(([id, farm]) => [id, fields.map((name) => farm[name]).join()]),
  )

describe('netChanges(snapshot, since, tier)', () => {
  it('are the differences of the first and the last snapshot, whatever lies between', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (farms) => {
        const worlds = worldsOf(farms)
        const { manifests, ...files } = await publishAll(worlds)
        const pairs = [
          [0, worlds.length - 1],
          [worlds.length - 1, 0],
          [0, 1],
        ] as const
        for (const tier of ['free', 'paid'] as const)
          for (const [from, to] of pairs) {
            const snapshot = snapshotOf(manifests[to]!)
            const found = await changesBetween(snapshot, manifests[from]!, tier, files)
            assert.deepEqual(
              found.map(({ farmId, before, now, fields }) => {
                return { farmId, before, now, fields: fields.toSorted() }
              }),
              directly(worlds[from]!, worlds[to]!, tier),
            )
            assertKept(snapshot, found, tier, [worlds[from]!, worlds[to]!])
          }
        files.archive.close()
      }),
      { numRuns: 6 },
    )
  })

  it('are refused where more farms may differ than fit', async () => {
    const farms = [1, 2, 3].map((price) => [null, { state: 'VT', name: 'Elm', phone: null, price }])
    const { manifests, ...files } = await publishAll(worldsOf(farms))
    const ask = (atMost: number) =>
      changesBetween(snapshotOf(manifests[1]!), manifests[0]!, 'paid', files, atMost)
    await assert.rejects(ask(2), /more than 2 farms/)
    assert.equal((await ask(3)).length, 3)
    files.archive.close()
  })

  /** A copy of any states and fields becomes what it should be by what it is told, page by page. */
  function assertKept(
    snapshot: Snapshot,
    changes: Awaited<ReturnType<typeof changesBetween>>,
    tier: Tier,
    [before, now]: [World, World],
  ): void {
    for (const states of [undefined, ['VT'], ['NY', 'VT']])
      for (const kept of [seen[tier], ['name'] as const, seen[tier].slice(1)]) {
        const copy = copyOf(before, states, [...kept])
        const wanted = copyOf(now, states, [...kept])
        const fields = kept.map(calledAs)
        for (let page = 1, left = Infinity; left > 0; page++) {
          const pages = { page, per_page: 7 }
          const { total, told } = toldChanges(snapshot, changes, { states, fields }, pages)
          for (const { farmId, row } of told)
            if (row === null) copy.delete(farmId)
            else copy.set(farmId, kept.map((name) => now.get(idOf(row))![name]).join())
          left = total - page * 7
        }
        assert.deepEqual(Object.fromEntries(copy), Object.fromEntries(wanted))
      }
  }
})
