import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import type { Change } from '../../../../data/schema/tables/change.ts'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import type { Provenance } from '../../../../data/schema/tables/provenance.ts'
import { groupNames, type DatedGroup } from '../../../../data/schema/said_at.ts'
import type { Value } from '../../../../data/schema/tables/value.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { nights, type Listing } from '../../../support/nights.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

type Edition = { date: string; lines: Listing[]; name?: string }

/** Builds editions night by night, several each night. Returns what the last snapshot has. */
async function builtIn(t: TestContext, everyNight: Edition[][]) {
  const root = join(await temporaryFolder(t), 'build')
  let folder = ''
  for (const [night, editions] of everyNight.entries()) {
    const sources = await Promise.all(
      editions.map(async ({ date, lines, name = 'directory' }) => ({
        kind: 'farm-feed',
        name,
        path: await writeFeed(t, lines),
        retrieved_at: `${date}T00:00:00Z`,
      })),
    )
    const now = new Date(Date.UTC(2030, 0, 1 + night))
    ;({ folder } = await buildSnapshot(t, { sources, root, now }))
  }
  return filesOf(folder)
}

async function filesOf(folder: string) {
  const rows = async <Row>(name: string) =>
    (await readParquet<Row>(join(folder, 'members', `${name}.parquet`))).rows
  return {
    farms: await rows<Farm>('farms'),
    provenance: await rows<Provenance>('provenance'),
    values: await rows<Value>('values'),
    changes: await rows<Change>('changes'),
  }
}

const silent = { products: null, website: null, phone: null }
const only = <Row>(rows: Row[]): Row => {
  assert.equal(rows.length, 1)
  return rows[0]!
}

describe('a group of fields that no current listing says', () => {
  const earlier = {
    date: '2021-06-01',
    lines: [told(0, 'a', { updated_at: '2020-05-01T10:00:00Z' })],
  }
  const newer = {
    date: '2024-06-01',
    lines: [told(0, 'a', { ...silent, tagline: 'Now', updated_at: '2024-05-01T00:00:00Z' })],
  }

  it('is taken from the newest edition that said it, with the date of the statement', async (t) => {
    const { farms, provenance, values } = await builtIn(t, [[earlier, newer]])
    const farm = only(farms)
    assert.deepEqual(farm.products, ['eggs', 'kale'])
    assert.equal(farm.website, 'https://farm-0.example.org/')
    assert.equal(farm.tagline, 'Now')
    assert.deepEqual(
      { ...farm.said_at },
      {
        ...Object.fromEntries(groupNames.map((group) => [group, null])),
        products: '2020-05-01',
        contact: '2020-05-01',
        text: '2024-05-01',
      },
    )
    const carried = only(provenance.filter((each) => each.carried))
    assert.deepEqual(
      [carried.source_id, carried.edition, carried.updated_at, carried.line],
      ['a', '2021-06-01', '2020-05-01T10:00:00Z', 1],
    )
    assert.deepEqual(carried.fields, ['categories', 'phone', 'products', 'website'])
    assert.deepEqual(
      values.map(({ field_group, edition, current, carried }) => [
        field_group,
        edition,
        current,
        carried,
      ]),
      [
        ['contact', '2021-06-01', false, true],
        ['products', '2021-06-01', false, true],
        ['text', '2024-06-01', true, false],
      ],
    )
  })

  it('stands on in later builds that do not read the edition, and is a change with its own cause', async (t) => {
    const later = { ...newer, date: '2024-07-01' }
    const { farms, changes } = await builtIn(t, [[newer], [newer, earlier], [later]])
    assert.deepEqual(only(farms).products, ['eggs', 'kale'])
    assert.deepEqual(changes, [], 'on the third night')
    const second = await builtIn(t, [[newer], [newer, earlier]])
    assert.deepEqual(
      second.changes.map(({ field, cause }) => [field, cause]),
      ['categories', 'phone', 'products', 'website'].map((field) => [field, 'carried']),
    )
  })

  it('gives way to a current statement, however little that says', async (t) => {
    const little = { ...newer, lines: [told(0, 'a', { ...silent, phone: '(802) 555-0110' })] }
    const { farms } = await builtIn(t, [[earlier, little]])
    const { phone, website, products, said_at } = only(farms)
    assert.deepEqual([phone, website, products], ['+18025550110', null, ['eggs', 'kale']])
    assert.equal(said_at.contact, '2024-06-01', 'not later than its edition')
  })

  it('is not later than its edition, and as old as that without a date of its own', async (t) => {
    const late = {
      date: '2021-06-01',
      lines: [told(0, 'a', { updated_at: '2023-01-01T00:00:00Z' })],
    }
    assert.equal(only((await builtIn(t, [[late, newer]])).farms).said_at.products, '2021-06-01')
    const undated = { date: '2021-06-01', lines: [told(0, 'a', { updated_at: null })] }
    assert.equal(only((await builtIn(t, [[undated, newer]])).farms).said_at.products, '2021-06-01')
  })

  it('is not taken from a farm that had the id before', async (t) => {
    const reused = { date: '2024-06-01', lines: [told(7, 'a', silent)] }
    const { farms } = await builtIn(t, [[earlier, reused]])
    assert.deepEqual(only(farms).products, null)
  })

  it('is passed on by a listing that was merged or left, newest first', async (t) => {
    const other = {
      name: 'other',
      date: '2022-06-01',
      lines: [told(0, 'x', { products: ['honey'], updated_at: '2022-05-01T00:00:00Z' })],
    }
    const gone = { name: 'other', date: '2023-06-01', lines: [told(5, 'y')] }
    const { farms } = await builtIn(t, [[earlier, other, gone, newer]])
    const farm = farms.find(({ tagline }) => tagline === 'Now')!
    assert.deepEqual([farm.products, farm.said_at.products], [['honey'], '2022-05-01'])
  })
})

describe('a correction of a carried value', () => {
  it('wins, also where it withholds the value, and nothing is carried from a removed farm', async (t) => {
    const { next } = await nights(t)
    const entry = { decision: 'correct', source: 'farm-feed' }
    const first = await next([told(0, 'a'), told(1, 'b'), told(2, 'c')])
    const { farms, folder } = await next(
      [told(0, 'a', silent), told(1, 'b', silent), told(2, 'c', silent)],
      {
        decisions: [
          { ...entry, source_id: 'a', field: 'products', value: ['honey'] },
          { ...entry, source_id: 'b', field: 'products', value: null },
          { ...entry, source_id: 'c', decision: 'remove' },
        ],
      },
    )
    const of = (id: string) => farms.find((farm) => farm.id === first.farmOf(id))
    assert.deepEqual(of('a')!.products, ['honey'])
    assert.equal(of('b')!.products, null)
    assert.equal(of('b')!.said_at.products, null)
    assert.equal(of('b')!.website, 'https://farm-1.example.org/', 'the other groups are carried')
    assert.equal(of('c'), undefined)
    const { values } = await filesOf(folder)
    assert.ok(values.every(({ source_id }) => source_id !== 'c'))
  })
})

/** What a listing says in one edition: the groups, and the date of its own; null = none. */
const statement = fc.record({
  groups: fc.subarray(['products', 'contact', 'payment_methods', 'text'] as const),
  dated: fc.option(fc.integer({ min: 0, max: 9 })),
})
const dates = ['2021-01-01', '2022-01-01', '2023-01-01', '2024-01-01']
const valuesOf = (group: DatedGroup, edition: number) =>
  ({
    products: { products: [['eggs', 'kale', 'honey', 'beef'][edition]!] },
    contact: { website: `https://farm-${edition}.example.org/` },
    payment_methods: { payment_methods: [['SNAP', 'cash', 'WIC', 'credit card'][edition]!] },
    text: { tagline: `As of ${edition}` },
  })[group as 'products']

describe('values and their dates', () => {
  it('are the same in whatever order editions come, and as a reader of all editions finds them', async (t) => {
    const history = fc.record({
      said: fc.array(statement, { minLength: 4, maxLength: 4 }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      nights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(history, async ({ said, order, nights }) => {
        const editions = said.map(({ groups, dated }, at) => ({
          date: dates[at]!,
          lines: [
            told(0, 'a', {
              ...silent,
              ...Object.assign({}, ...groups.map((group) => valuesOf(group, at))),
              updated_at: dated === null ? null : `20${16 + dated}-03-04T00:00:00Z`,
            }),
          ],
        }))
        const everyNight: Edition[][] = []
        for (let left = order.map((at) => editions[at]!); left.length > 0;) {
          const count = nights[everyNight.length]!
          const read = left.slice(0, count)
          const known = [...everyNight.flat(), ...read]
          // A late edition comes beside the newest.
          const newest = known.toSorted((one, other) => (one.date < other.date ? -1 : 1)).at(-1)!
          everyNight.push([...new Set([...read, newest])])
          left = left.slice(count)
        }
        const { farms } = await builtIn(t, everyNight)
        const farm = only(farms) as unknown as Record<string, unknown> & Farm
        for (const group of ['products', 'contact', 'payment_methods', 'text'] as const) {
          const at = said.findLastIndex(({ groups }) => groups.includes(group))
          const own = said[at]?.dated
          const day = own == null ? dates[at] : `20${16 + own}-03-04`
          const expected = at === -1 ? null : day! > dates[at]! ? dates[at] : day
          assert.equal(farm.said_at[group], expected, group)
          if (at === -1) continue
          const [[field, value]] = Object.entries(valuesOf(group, at)) as [[string, unknown]]
          assert.deepEqual(farm[field], value, field)
        }
      }),
      { numRuns: 8 },
    )
  })
})
