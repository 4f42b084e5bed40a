import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import { readManifest } from '../../../../pipeline/snapshots/snapshots.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { nights, type Listing } from '../../../support/nights.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { readColumns } from '../../../support/serving_files.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const hours = { stand: 'Sat: 9:00 AM-1:00 PM' }

describe('hours_confirmed_at', () => {
  it('is the date of the listing that gave the hours, not of a later one without', async (t) => {
    const { next } = await nights(t)
    const at = '2027-02-03T04:05:06Z'
    const { farms, folder } = await next([
      { name: 'first', lines: [told(0, 'a', { updated_at: '2029-06-01T00:00:00Z' })] },
      { name: 'second', lines: [told(0, 'b', { hours, updated_at: at })] },
    ])
    assert.equal(farms.length, 1)
    assert.equal(farms[0]!.hours_confirmed_at, at)
    const { saidAt } = await readColumns(folder, 'schedules')
    assert.deepEqual([...saidAt], [Date.parse(at) / 1000])
  })

  it('is not later than the edition, whose date is a day', async (t) => {
    const dates = ['2029-06-03T00:00:01Z', '2029-06-02T23:59:59Z', '2029-06-01T00:00:00Z']
    const lines = dates.map((updated_at, n) => told(n, `${n}`, { hours, updated_at }))
    const sources = [
      { kind: 'farm-feed', path: await writeFeed(t, lines), retrieved_at: '2029-06-02T12:00:00Z' },
    ]
    const { folder } = await buildSnapshot(t, { sources, now: new Date('2030-01-01T00:00:00Z') })
    const farms = await publishedFarms(folder)
    assert.deepEqual(
      lines.map(({ name }) => farms.find((farm) => farm.name === name)!.hours_confirmed_at),
      ['2029-06-02T00:00:00Z', ...dates.slice(1)],
    )
  })

  it('is the last date at which a listing of the farm said the same hours', async (t) => {
    const { next } = await nights(t)
    const others = { stand: 'Sun: 9:00 AM-1:00 PM' }
    const { farms } = await next([
      { name: 'first', lines: [told(0, 'a', { hours, updated_at: '2027-02-03T00:00:00Z' })] },
      {
        name: 'second',
        authority: 'agency',
        lines: [told(0, 'b', { hours, updated_at: '2026-01-01T00:00:00Z' })],
      },
      {
        name: 'third',
        lines: [told(0, 'c', { hours: others, updated_at: '2027-05-01T00:00:00Z' })],
      },
      { name: 'fourth', lines: [told(0, 'd', { updated_at: '2028-01-01T00:00:00Z' })] },
    ])
    assert.deepEqual(
      farms.map(({ hours, hours_confirmed_at }) => [hours, hours_confirmed_at]),
      [[hours, '2027-02-03T00:00:00Z']],
    )
  })

  it('is null where no hours are known, and the snapshot’s own where a correction sets them', async (t) => {
    const { next } = await nights(t)
    const lines: Listing[] = [
      told(0, 'a', { updated_at: '2029-06-01T00:00:00Z' }),
      told(1, 'b', { hours, updated_at: '2020-06-01T00:00:00Z' }),
    ]
    const entry = { decision: 'correct', source: 'farm-feed', source_id: 'b', field: 'hours' }
    const decisions = [{ ...entry, value: { stand: 'Sun: 9:00 AM-1:00 PM' } }]
    const files = [await next(lines), await next(lines, { decisions })]
    const stated = files.map(({ farms }) =>
      Object.fromEntries(farms.map((farm) => [farm.name, farm.hours_confirmed_at])),
    )
    const [without, corrected] = [told(0, 'a').name, told(1, 'b').name]
    assert.deepEqual(stated[0], { [without]: null, [corrected]: '2020-06-01T00:00:00Z' })
    assert.deepEqual(stated[1], { [without]: null, [corrected]: null })
    const said = await Promise.all(
      files.map(async ({ folder }) => {
        const { saidAt } = await readColumns(folder, 'schedules')
        return [...saidAt].map((seconds) => new Date(seconds * 1000).toISOString()).toSorted()
      }),
    )
    const never = new Date(0).toISOString()
    assert.deepEqual(said, [
      [never, '2020-06-01T00:00:00.000Z'],
      [never, '2029-06-01T00:00:00.000Z'],
    ])
  })

  it('is that of the edition for a listing without a date, and moves nothing else with it', async (t) => {
    const root = join(await temporaryFolder(t), 'build')
    const path = await writeFeed(t, [
      told(0, 'a', { hours, updated_at: null }),
      told(1, 'b', { hours, updated_at: '2029-06-01T00:00:00Z' }),
    ])
    const inFile: unknown[] = []
    const dates: (string | null)[] = []
    const asOf: (string | null)[] = []
    for (const [night, date] of ['2029-07-01', '2029-07-02'].entries()) {
      const sources = [{ kind: 'farm-feed', path, retrieved_at: `${date}T00:00:00Z` }]
      const now = new Date(Date.UTC(2030, 0, 1 + night))
      const { folder } = await buildSnapshot(t, { sources, root, now })
      asOf.push((await readManifest(folder)).as_of)
      const { rows } = await readParquet<Farm>(join(folder, 'members/farms.parquet'))
      inFile.push(rows.map((farm) => ({ ...farm, changed_at: null, said_at: null })))
      const published = await publishedFarms(folder)
      const undated = published.find(({ name }) => name === told(0, 'a').name)!
      dates.push(undated.hours_confirmed_at)
      if (night === 1) assert.equal(undated.changed_at, '2030-01-01T00:00:00Z')
    }
    assert.deepEqual(inFile[0], inFile[1])
    assert.deepEqual(asOf, ['2029-06-01T00:00:00Z', '2029-06-01T00:00:00Z'], 'scores stay too')
    assert.deepEqual(dates, ['2029-07-01T00:00:00Z', '2029-07-02T00:00:00Z'])
  })
})
