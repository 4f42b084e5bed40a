import assert from 'node:assert/strict'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { buildSnapshot, writeFeed, type BuiltSnapshot } from '../../../support/built_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const root = join(await temporaryFolder({ after }), 'build')
/** The name, practices and whether a second farm is listed, by night. */
const nights = [
  { name: 'Stone Creek Orchard', practices: ['no till'], hasOther: true },
  { name: 'Stone Creek Orchards', practices: ['no till'], hasOther: true },
  { name: 'Stone Creek Orchards', practices: ['organic'], hasOther: true },
  { name: 'Stone Creek', practices: ['organic'], hasOther: false },
]
const built: BuiltSnapshot[] = []
for (const [index, { name, practices, hasOther }] of nights.entries()) {
  const farm = told(0, 'a', { name, practices, updated_at: '2025-01-01T00:00:00Z' })
  const others = [told(1, 'b'), ...(hasOther ? [told(2, 'c')] : [])]
  const path = await writeFeed({ after }, [farm, ...others])
  const sources = [{ kind: 'farm-feed', path, retrieved_at: `2026-06-0${index + 1}T00:00:00Z` }]
  const now = new Date(Date.UTC(2026, 5, 1 + index, 12))
  built.push(await buildSnapshot({ after }, { root, sources, now }))
}
const ids = built.map(({ id }) => id).reverse()

type Run = { first_edition: string; last_edition: string; listed: boolean; name: string }
type History = {
  listings: (Run & { practices?: string[] })[]
  changes: { field: string | null; change: string; snapshot: string; built_at: string }[]
  snapshots: string[]
  unread: string[]
}
const server = await startServer({ after }, root)
const history = async (id: string, key: 'free' | 'paid' = 'paid', asked = server) =>
  (await asked.ask<{ data: History }>(`/v1/farms/${id}/history`, { key })).body.data
const idOf = async (name: string) =>
  (await server.ask<{ data: { id: string }[] }>(`/v1/farms?q=${name}`)).body.data[0]!.id
const farmId = await idOf('stone creek')

describe('GET /v1/farms/{id}/history', () => {
  it('reports the changes of every published snapshot, not of the two held only', async () => {
    const { changes, snapshots, unread } = await history(farmId)
    assert.deepEqual([snapshots, unread], [ids, []])
    const names = changes.filter(({ field }) => field === 'name')
    assert.deepEqual(
      names.map(({ snapshot, built_at }) => [snapshot, built_at]),
      [
        [ids[0], '2026-06-04T12:00:00Z'],
        [ids[2], '2026-06-02T12:00:00Z'],
      ],
    )
    assert.ok(changes.some(({ field, snapshot }) => field === 'practices' && snapshot === ids[1]))
    const free = (await history(farmId, 'free')).changes
    assert.deepEqual(
      free.map(({ field }) => field),
      ['name', 'name'],
    )
  })

  it('reports what the listing said, run by run', async () => {
    const runs = ({ listings }: History) =>
      listings.map(({ first_edition, last_edition, listed, name, practices }) =>
        [first_edition, last_edition, listed, name, practices].flat(),
      )
    assert.deepEqual(runs(await history(farmId)), [
      ['2026-06-01', '2026-06-01', false, nights[0]!.name, 'no till'],
      ['2026-06-02', '2026-06-02', false, nights[1]!.name, 'no till'],
      ['2026-06-03', '2026-06-03', false, nights[2]!.name, 'organic'],
      ['2026-06-04', '2026-06-04', true, nights[3]!.name, 'organic'],
    ])
    assert.deepEqual(runs(await history(farmId, 'free')), [
      ['2026-06-01', '2026-06-01', false, nights[0]!.name, undefined],
      ['2026-06-02', '2026-06-03', false, nights[1]!.name, undefined],
      ['2026-06-04', '2026-06-04', true, nights[3]!.name, undefined],
    ])
  })

  it('goes on to tell of a farm that no source lists', async () => {
    const [{ farm_id }] = (
      await server.ask<{ data: [{ farm_id: string }] }>(
        '/v1/snapshots/latest/changes?change=removed',
      )
    ).body.data
    const { listings } = await history(farm_id, 'free')
    assert.deepEqual(
      listings.map(({ last_edition, listed }) => [last_edition, listed]),
      [['2026-06-03', false]],
    )
  })

  it('leaves out a snapshot that is removed, and names one that is damaged', async (t) => {
    const own = await startServer(t, root)
    await history(farmId, 'paid', own)
    const [oldest, damaged] = [built[0]!.folder, join(built[1]!.folder, 'members/changes.parquet')]
    const aside = join(root, 'aside')
    const whole = await readFile(damaged)
    await rename(oldest, aside)
    await writeFile(damaged, whole.with(Math.floor(whole.length / 2), 0))
    const { changes, snapshots, unread } = await history(farmId, 'paid', own)
    assert.deepEqual([snapshots, unread], [ids.slice(0, 2), [ids[2]]])
    assert.ok(changes.length > 0 && changes.every(({ snapshot }) => snapshots.includes(snapshot)))
    await rm(damaged)
    assert.deepEqual((await history(farmId, 'paid', own)).unread, [ids[2]])
    await writeFile(damaged, whole)
    await rename(aside, oldest)
  })
})
