import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import type { Provenance } from '../../../../data/schema/tables/provenance.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import type { Listing } from '../../../support/nights.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { publishedHistory } from '../../../support/published_history.ts'
import { temporaryFolder, type Lifetime } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const name = 'Señor Peña’s Orchard'
const lostName = 'Se\ufffdor Pe\ufffda\ufffds Orchard'

/** Two of a farm: the name is whole in the first only, which is reissued in the third. */
const editions: Record<string, Listing[]> = {
  '2027-01-01': [told(0, 'a', { name }), told(1, 'b')],
  '2028-01-01': [told(0, 'a', { name: lostName, city: 'Montp\ufffdlier' }), told(1, 'b')],
  '2029-01-01': [told(0, 'a2', { name: lostName }), told(1, 'b', { tagline: 'Lait \ufffd boire' })],
}

async function buildWith(
  life: Lifetime,
  root: string,
  files: Awaited<ReturnType<typeof written>>,
  night: number,
) {
  const now = new Date(Date.UTC(2030, 0, night))
  const sources = files.map((file) => ({ kind: 'farm-feed', ...file }))
  return buildSnapshot(life, { sources, root, now })
}

const written = (life: Lifetime) =>
  Promise.all(
    Object.entries(editions).map(async ([date, lines]) => ({
      path: await writeFeed(life, lines),
      retrieved_at: `${date}T00:00:00Z`,
    })),
  )
const farmsOf = async (folder: string) =>
  (await readParquet<Farm>(join(folder, 'members/farms.parquet'))).rows

describe('letters that were lost', () => {
  it('are restored from older editions, in one build as night after night', async (t) => {
    const root = await temporaryFolder(t)
    const files = await written(t)
    const nights = []
    for (const [index, file] of files.entries())
      nights.push(await buildWith(t, join(root, 'nights'), [file], 1 + index))
    const once = await buildWith(t, join(root, 'once'), files, 1)
    const last = nights.at(-1)!
    assert.deepEqual(await publishedHistory(once.folder), await publishedHistory(last.folder))

    for (const { folder } of nights)
      assert.ok((await farmsOf(folder)).some((farm) => farm.name === name))
    const cities = (await farmsOf(nights[1]!.folder)).map(({ city }) => city)
    assert.ok(cities.includes('Montp\ufffdlier'), 'it was never whole with another letter')
    assert.deepEqual(last.report.sources[0]!.corrections, { 'lost letters restored: name': 1 })
    assert.deepEqual(last.report.lost_letters, { tagline: 1 })
  })

  it('are restored from another listing of the farm, and named in its provenance', async (t) => {
    const lines = (source_id: string, text: string, updated_at: string) =>
      told(0, source_id, { description: text, updated_at })
    const sources = await Promise.all(
      [
        [
          'newer',
          lines('n', 'We sell caf\ufffd and \ufffdtea\ufffd.', '2029-05-01T00:00:00Z'),
        ] as const,
        ['older', lines('o', 'We sell café and “tea”.', '2028-05-01T00:00:00Z')] as const,
        ['typed', lines('p', 'We sell café and "tea".', '2028-05-01T00:00:00Z')] as const,
      ].map(async ([source, line]) => ({
        kind: 'farm-feed',
        name: source,
        path: await writeFeed(t, [line]),
      })),
    )
    const now = new Date(Date.UTC(2030, 0, 1))
    const { folder, report } = await buildSnapshot(t, { sources, now })
    const farms = await farmsOf(folder)
    assert.deepEqual(
      farms.map(({ description }) => description),
      ['We sell café and “tea”.'],
    )
    const { rows } = await readParquet<Provenance>(join(folder, 'members/provenance.parquet'))
    const corrections = rows.map(({ source, corrections }) => [source, corrections])
    assert.deepEqual(Object.fromEntries(corrections), {
      newer: ['lost letters restored: description'],
      older: [],
      typed: [],
    })
    assert.deepEqual(report.lost_letters, {})
  })

  it('are not guessed, nor taken from another farm', async (t) => {
    const { folder, report } = await buildSnapshot(t, {
      feed: [
        told(0, 'a', {
          description: 'Our caf\ufffd is open.',
          hours: { stand: 'when it\ufffds warm' },
        }),
        told(1, 'b', { description: 'Our café is open.' }),
      ],
      now: new Date(Date.UTC(2030, 0, 1)),
    })
    const descriptions = (await farmsOf(folder)).map(({ description }) => `${description}`)
    assert.deepEqual(descriptions.toSorted(), ['Our café is open.', 'Our caf\ufffd is open.'])
    assert.deepEqual(report.lost_letters, { description: 1, hours: 1 })
  })

  it('before a final s are apostrophes, on the next night as well', async (t) => {
    const root = await temporaryFolder(t)
    const path = await writeFeed(t, [
      told(0, 'a', { name: 'Shelley\ufffds M\ufffdhle', description: 'Open at Caf\ufffds.' }),
      told(1, 'b', { name: 'Graf\ufffds Farm', description: 'Graf\ufffds caf\ufffd' }),
      told(2, 'c', { name: 'M\ufffdlama Kaua\ufffdi' }),
    ])
    const file = { path, retrieved_at: '2029-01-01T00:00:00Z' }
    for (const night of [1, 2]) {
      const { folder, report } = await buildWith(t, root, [file], night)
      const farms = await farmsOf(folder)
      assert.deepEqual(
        new Set(farms.map((farm) => farm.name)),
        new Set(['Shelley’s M\ufffdhle', 'Graf’s Farm', 'M\ufffdlama Kaua\ufffdi']),
      )
      assert.deepEqual(report.sources[0]!.corrections, {
        'lost apostrophe restored: name': 2,
        'lost apostrophe restored: description': 1,
      })
      assert.deepEqual(report.lost_letters, { name: 2, description: 2 })
      assert.deepEqual(
        report.lost_names.map(({ farm_id: _id, ...named }) => named),
        ['M\ufffdlama Kaua\ufffdi', 'Shelley’s M\ufffdhle'].map((each) => ({
          name: each,
          reason: 'no other listing or edition has another name',
        })),
      )
    }
  })

  it('stay lost in a name that other names of the farm do not fit', async (t) => {
    const dates = { newer: '2029-05-01T00:00:00Z', older: '2028-05-01T00:00:00Z' }
    const listed = (source: keyof typeof dates, name: string) =>
      writeFeed(t, [told(0, source, { name, updated_at: dates[source] })]).then((path) => ({
        kind: 'farm-feed',
        name: source,
        path,
      }))
    const { report } = await buildSnapshot(t, {
      sources: [
        await listed('newer', 'Caf\ufffd Orchard Farm'),
        await listed('older', 'Cafe Orchard Farm'),
      ],
      now: new Date(Date.UTC(2030, 0, 1)),
    })
    assert.equal(report.farms, 1)
    assert.deepEqual(
      report.lost_names.map(({ reason }) => reason),
      ['its other names differ: Cafe Orchard Farm'],
    )
  })
})
