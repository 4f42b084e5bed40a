import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import type { Manifest } from '../../../../data/schema/manifest.ts'
import type { Tier } from '../../../../data/schema/meta.ts'
import { changeLogFile, loggedChange } from '../../../../data/schema/serving/change_log.ts'
import { change } from '../../../../data/schema/tables/change.ts'
import { farm } from '../../../../data/schema/tables/farm.ts'
import { productListing } from '../../../../data/schema/tables/product_listing.ts'
import { columnsOf } from '../../../../data/schema/tables/table.ts'
import { changeLog } from '../../../../pipeline/aggregate/changes/log.ts'
import { columnDefinitions, openDatabase } from '../../../../pipeline/database/database.ts'
import { runSteps } from '../../../../pipeline/database/step.ts'
import { inOneThread, writeTable } from '../../../../pipeline/publish/parquet.ts'
import { changeBases, baseOfChanges } from '../../../../server/query/changes/change_log.ts'
import { changesBetween } from '../../../../server/query/changes/net_changes.ts'
import { toldChanges } from '../../../../server/query/changes/told_changes.ts'
import { SnapshotDatabase } from '../../../../server/snapshot/database.ts'
import type { Snapshot } from '../../../../server/snapshot/open.ts'
import type { PublishedSnapshots } from '../../../../server/snapshot/published.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

type Content = { state: string | null; name: string; phone: string | null; price: number | null }
type World = Map<string, Content>

const [nights, logged] = [100, 90]
const day_ms = 86_400_000
const dayOf = (night: number) =>
  new Date(Date.UTC(2026, 0, 1) + night * day_ms).toISOString().slice(0, 10)
const idOf = (night: number) => {
  const digest = (((night + 1) * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')
  return `${dayOf(night).replaceAll('-', '')}T000000Z-${digest}`
}
const farmId = (number: number) => `00000000-0000-5000-8000-${String(number).padStart(12, '0')}`

/** Numbers of a fixed sequence from 0 to below `most`. */
let seed = 7
const any = (most: number) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % most
}
const anyContent = (): Content => ({
  state: ['VT', 'NY', null][any(3)]!,
  name: ['Elm', 'Oak'][any(2)]!,
  phone: ['+18025550101', null][any(2)]!,
  price: [4, 5.5, null][any(3)]!,
})

/** Each night one farm in twelve appears, disappears or changes. */
function nextWorld(before: World): World {
  const now = new Map(before)
  for (let number = 0; number < 60; number++) {
    if (any(12) > 0) continue
    if (now.has(farmId(number)) && any(3) === 0) now.delete(farmId(number))
    else now.set(farmId(number), anyContent())
  }
  return now
}
const worlds: World[] = [new Map()]
while (worlds.length <= nights) worlds.push(nextWorld(worlds.at(-1)!))

const root = await temporaryFolder({ after })
const database = await openDatabase(':memory:')
after(() => database.close())
const create = (table: string, schema: Parameters<typeof columnsOf>[0]) =>
  database.run(`create or replace table ${table} (${columnDefinitions(columnsOf(schema))})`)
for (const schema of ['before', 'published', 'changes'])
  await database.run(`create schema ${schema}`)
await create('before.change_log', loggedChange)
await database.run('create table changes.farms (farm_id varchar)')
await create('published.changes', change)

const given = `(select unnest(from_json($json, '[{"id": "VARCHAR", "state": "VARCHAR", "name": "VARCHAR", "phone": "VARCHAR", "price": "DOUBLE", "same": "BOOLEAN"}]'), recursive := true))`

/** Fills the published tables; `changes.farms` are the farms that the night before had otherwise. */
async function publish(now: World, before: World): Promise<void> {
  await create('published.farms', farm)
  await create('published.product_listings', productListing)
  const json = JSON.stringify(
    [...now].map(([id, content]) => {
      const past = before.get(id)
      return {
        id,
        ...content,
        same: past ? JSON.stringify(past) === JSON.stringify(content) : null,
      }
    }),
  )
  const fill = (table: string, columns: string, where: string) =>
    database.run(`insert into ${table} by name select ${columns} from ${given} where ${where}`, {
      json,
    })
  await fill('published.farms', 'id, state, name, phone', 'true')
  const listing = `id as farm_id, 'eggs' as id, 'Eggs' as name, price`
  await fill('published.product_listings', listing, 'price is not null')
  await database.run('delete from changes.farms')
  await fill('changes.farms', 'id as farm_id', 'same = false')
}

await publish(worlds[0]!, new Map())
/** Makes the log of each night by the step of the pipeline; only that of the last is a file. */
for (let night = 1; night <= nights; night++) {
  for (const table of ['farms', 'product_listings'])
    await database.run(`create or replace table before.${table} as from published.${table}`)
  await publish(worlds[night]!, worlds[night - 1]!)
  await database.run('delete from published.changes')
  await database.run(`
    insert into published.changes by name
    select id as farm_id, 'added' as change, 'source' as cause
    from published.farms where id not in (select id from before.farms)
    union all by name
    select id as farm_id, 'removed' as change, 'source' as cause
    from before.farms where id not in (select id from published.farms)`)
  const oldest = idOf(night - logged).slice(0, 16)
  await runSteps(database, [changeLog(idOf(night - 1), oldest)])
  if (night < nights) {
    await database.run('drop table before.change_log')
    await database.run('create table before.change_log as from published.change_log')
    await database.run('drop table published.change_log')
  }
}
const live = idOf(nights)
for (const part of ['serving', 'public']) await mkdir(join(root, live, part), { recursive: true })
const write = (path: string, schema: typeof farm | typeof loggedChange, from: string) =>
  writeTable(database, join(root, live, path), { schema, geometry: false }, { from })
await inOneThread(database, async () => {
  await write(changeLogFile, loggedChange, 'published.change_log')
  await write('public/farms.parquet', farm, 'published.farms')
})

const limits = { connections: 1, deadline_ms: 20_000, patience_ms: 20_000, memory: '256MB' }
const archive = await SnapshotDatabase.openFolder(root, limits)
after(() => archive.close())
const manifest = {
  id: live,
  built_at: `${dayOf(nights)}T00:00:00Z`,
  files: [{ path: changeLogFile }],
} as Manifest
const published = {
  list: async () => [manifest], // all others are pruned
  pathOfName: async ({ id }: Manifest, name: string) => join(root, id, name),
} as unknown as PublishedSnapshots
const snapshotOf = (hidden: string[]) =>
  ({
    manifest,
    hidden: { ids: hidden, key: hidden.join() },
    ids: { rowOf: (id: string) => Number(id.slice(-12)) },
    lineage: { fateOf: () => ({ event: 'left' }) },
  }) as unknown as Snapshot

const calledAs = (field: string) => (field === 'price' ? 'product_listings' : field)
const seen: Record<Tier, (keyof Content)[]> = {
  free: ['state', 'name'],
  paid: ['state', 'name', 'phone', 'price'],
}
const copyOf = (world: World, states: string[] | undefined, fields: (keyof Content)[]) =>
  new Map(
    [...world]
      .filter(([, { state }]) => !states || (state !== null && states.includes(state)))
      .map(([id, content]) => [id, fields.map((name) => content[name]).join()]),
  )
const sinceOf = async (since: Date | string) =>
  baseOfChanges(since, await changeBases(manifest, { published, archive }), manifest, new Date())

/** Brings a copy of a night to the live snapshot. */
async function synced(night: number, tier: Tier, states: string[] | undefined, hidden: string[]) {
  const fields = seen[tier]
  const copy = copyOf(worlds[night]!, states, fields)
  const since = await sinceOf(idOf(night))
  const snapshot = snapshotOf(hidden)
  const changes = await changesBetween(snapshot, since, tier, { published, archive })
  const wanted = { states, fields: fields.map(calledAs) }
  const { told } = toldChanges(snapshot, changes, wanted, { page: 1, per_page: 1000 })
  for (const { farmId: id, row } of told)
    if (row === null) copy.delete(id)
    else copy.set(id, fields.map((name) => worlds[nights]!.get(id)![name]).join())
  return copy
}

const sorted = (copy: Map<string, string>) => [...copy].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('the log of changes after 100 nights, of which the last is kept', () => {
  for (const [tier, step] of [
    ['free', 9],
    ['paid', 1],
  ] as const)
    it(`brings copies of the last 90 nights to what a download has, with a ${tier} key`, async () => {
      for (let night = nights - logged; night < nights; night += step)
        for (const states of [undefined, ['VT'], ['NY', 'VT']])
          assert.deepEqual(
            sorted(await synced(night, tier, states, [])),
            sorted(copyOf(worlds[nights]!, states, seen[tier])),
            `${dayOf(night)} ${states?.join()}`,
          )
    })

  it('takes farms out of copies that were removed since', async () => {
    const [gone, stays] = [...worlds[nights]!.keys()] as [string, string]
    for (const night of [20, 60, 99]) {
      const copy = await synced(night, 'paid', undefined, [gone])
      assert.ok(!copy.has(gone) && copy.has(stays))
    }
  })

  it('is a 410 that names the oldest night for older copies', async () => {
    const [oldest, older] = [nights - logged, nights - 95]
    assert.equal((await sinceOf(new Date(`${dayOf(oldest)}T12:00:00Z`))).id, idOf(oldest))
    for (const since of [idOf(older), new Date(dayOf(older))])
      await assert.rejects(sinceOf(since), (error: Error) => error.message.includes(idOf(oldest)))
  })

  it('is a 410 that says so for a copy of a snapshot that was rolled back', async () => {
    const rolledBack = idOf(nights - 5).replace(/\w{8}$/, 'ffffffff')
    await assert.rejects(sinceOf(rolledBack), {
      message: new RegExp(`snapshot ${rolledBack} was rolled back`),
    })
  })

  it('has no value of any farm', async () => {
    const rows = await database.rows<Record<string, unknown>>('from published.change_log')
    assert.ok(rows.length > 500)
    assert.ok(!/5550101|Elm|Oak|5\.5/.test(JSON.stringify(rows)))
  })
})
