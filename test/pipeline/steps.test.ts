import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { layout } from '../../data/schema/layout.ts'
import type { CorrectableField } from '../../data/schema/input/decision.ts'
import { aggregateSteps } from '../../pipeline/aggregate/aggregate.ts'
import type { Step } from '../../pipeline/database/step.ts'
import { readSources } from '../../pipeline/intake/read_sources.ts'
import { silent } from '../../pipeline/progress.ts'
import { farmFeed } from '../../pipeline/read/sources/farm_feed.ts'
import type { Decided } from '../../pipeline/resolve/decisions/read.ts'
import { liveSnapshot } from '../../pipeline/snapshots/snapshots.ts'
import { readTombstones } from '../../pipeline/resolve/removal/tombstones.ts'
import { resolveSteps } from '../../pipeline/resolve/resolve.ts'
import { writeFeed } from '../support/built_snapshot.ts'
import { nights } from '../support/nights.ts'
import { runAlone, type Alone } from '../support/steps_alone.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { told } from '../support/told_farms.ts'

const feed = Array.from({ length: 12 }, (_, number) => told(number, `s${number}`))
const price = { name: 'Eggs', price: 4, unit: 'dozen' }
const made = { at: '2030-01-01T00:00:00Z', by: 'A tester', reason: 'wrong' }
const held = { ...made, until: null, evidence: null }
const correction = (farm_id: string, field: CorrectableField, value: unknown, entry: number) => ({
  decision: 'correct' as const,
  farm_id,
  field,
  value,
  entry,
  ...held,
})

/** The next night: reissued, moved, entered twice, gone, new, refused, and one that is out already. */
const nextFeed = [
  ...feed.slice(2, 9),
  told(0, 's0', { product_listings: [price] }),
  told(1, 's1'),
  told(9, 'reissued'),
  told(10, 's10', { city: 'Elsewhere', zip: null, address: null, lat: null, lng: null }),
  told(3, 's2', { phone: null, website: null }),
  { name: 'no id' },
]
const otherFeed = [told(2, 'a'), told(4, 'b', { products: ['honey'] }), told(5, 'c')]

const scratch = await temporaryFolder({ after })
const first = await stepsOf('first', join(scratch, 'no build'), [feed], [])
const { root, next } = await nights({ after })
const listed = [{ name: 'farm-feed', lines: feed }]
const { farmOf } = await next(listed)
await next(listed, {
  decisions: [{ decision: 'remove', source: 'farm-feed', source_id: 's1' }],
})
const [a, b] = ['s6', 's7'].map((source_id) => ({ source: 'farm-feed', source_id }))
const entries: Decided[] = [
  { decision: 'remove', farm_id: farmOf('s3')!, entry: 1, ...held },
  correction(farmOf('s4')!, 'location', { lat: 38.6, lng: -121.7 }, 2),
  correction(farmOf('s5')!, 'products', ['eggs', 'moon kale'], 3),
  correction('0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7', 'name', 'Nobody', 4),
  { decision: 'merge', listing: a!, others: [b!], entry: 5, ...held },
]
const second = await stepsOf('second', root, [nextFeed, otherFeed], entries)

async function stepsOf(
  name: string,
  root: string,
  feeds: object[][],
  entries: Decided[],
): Promise<Alone[]> {
  const folder = join(scratch, name)
  await mkdir(folder)
  const now = new Date(Date.UTC(2030, 5, 1))
  const sources = await Promise.all(
    feeds.map(async (lines, number) => ({
      adapter: farmFeed,
      path: await writeFeed({ after }, lines),
      name: ['farm-feed', 'other'][number]!,
      publisher: ['One', 'Another'][number]!,
    })),
  )
  const input = await readSources(sources, folder, silent, now)
  const previous = await liveSnapshot(layout(root))
  const tombstones = await readTombstones(layout(root), now)
  const decisions = { file: 'decisions.jsonl', entries }
  const resolving = resolveSteps({ input, previous, tombstones, decisions, now, expiry: now })
  const aggregating = aggregateSteps(previous?.manifest ?? null, input.intakes, '2000')
  return runAlone([...resolving, ...aggregating], folder)
}

for (const [night, results] of Object.entries({ 'first night': first, 'next night': second })) {
  describe(`the steps of a ${night}, each on the tables that it says it reads`, () => {
    for (const { step, error, made, different } of results)
      it(step.name, () => {
        assert.equal(error, null)
        assert.deepEqual(made, step.writes.toSorted())
        assert.deepEqual(different, [])
        if ('sql' in step)
          for (const table of step.reads)
            assert.ok(mentions(step.sql, table), `does not read ${table}`)
      })
  })

  describe(`the tables of a ${night}`, () => {
    const steps = results.map(({ step }) => step)

    it('are made once each, before they are read', () => {
      const made = new Set<string>()
      for (const step of steps) {
        for (const table of step.reads) assert.ok(made.has(table), `${step.name} reads ${table}`)
        for (const table of step.writes) {
          assert.ok(!made.has(table), `${table} is made twice`)
          made.add(table)
        }
        for (const table of step.drops ?? []) made.delete(table)
      }
    })

    it('are not dropped once a view reads them', () => {
      const viewed = new Set<string>()
      for (const step of steps) {
        for (const table of step.drops ?? [])
          assert.ok(!viewed.has(table), `${step.name}: ${table}`)
        if ('sql' in step && step.sql.startsWith('create view'))
          for (const table of step.reads) viewed.add(table)
      }
    })
  })
}

describe('the tables of both nights', () => {
  it('are all read by another step, or after the steps', () => {
    const steps = [...first, ...second].map(({ step }) => step)
    const afterwards = textsAfterwards()
    const unread = steps
      .flatMap(({ writes }) => writes)
      .filter((table) => !steps.some((step) => isReadBy(step, table)))
      .filter((table) => !afterwards.some((text) => mentions(text, table)))
    assert.deepEqual(unread, [])
  })
})

const mentions = (text: string, table: string) =>
  new RegExp(`\\b${table.replace('.', '\\.')}\\b`).test(text)

/** A table that a step makes and drops is its own scratch. */
const isReadBy = ({ reads, drops }: Step, table: string) =>
  reads.includes(table) || drops?.includes(table)

/** What reads tables when all steps have run. */
function textsAfterwards(): string[] {
  const pipeline = join(import.meta.dirname, '../../pipeline')
  const rooms = ['publish', 'report'].flatMap((room) =>
    readdirSync(join(pipeline, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|sql)$/.test(name))
      .map((name) => join(room, name)),
  )
  const own = ['resolve.ts', 'removal/tombstones.ts']
  return [...rooms, ...own.map((name) => join('resolve', name))].map((path) =>
    readFileSync(join(pipeline, path), 'utf8'),
  )
}
