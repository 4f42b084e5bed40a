import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { writeManifestText } from '../../../../data/disk/manifest_file.ts'
import type { Change } from '../../../../data/schema/tables/change.ts'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import type { Provenance } from '../../../../data/schema/tables/provenance.ts'
import { groupNames, type DatedGroup } from '../../../../data/schema/said_at.ts'
import type { Value } from '../../../../data/schema/tables/value.ts'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { rewriteParquet } from '../../../support/duckdb.ts'
import { nights, type Listing } from '../../../support/nights.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { temporaryFolder, type Lifetime } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

type Edition = { date: string; lines: Listing[]; name?: string }

/**
 * Builds editions night by night, several each night. Returns what each snapshot has. `touch` may change a
 * snapshot before the next night.
 */
async function builtIn(
  life: Lifetime,
  everyNight: Edition[][],
  touch: (night: number, folder: string) => Promise<void> = async () => {},
) {
  const root = join(await temporaryFolder(life), 'build')
  const built: Awaited<ReturnType<typeof filesOf>>[] = []
  for (const [night, editions] of everyNight.entries()) {
    const sources = await Promise.all(
      editions.map(async ({ date, lines, name = 'directory' }) => ({
        kind: 'farm-feed',
        name,
        path: await writeFeed(life, lines),
        retrieved_at: `${date}T00:00:00Z`,
      })),
    )
    const now = new Date(Date.UTC(2030, 0, 1 + night))
    const { folder } = await buildSnapshot(life, { sources, root, now })
    built.push(await filesOf(folder))
    await touch(night, folder)
  }
  return built
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

/** Makes a snapshot one of another vocabulary, which read the products otherwise. */
async function readByAnotherVocabulary(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  await writeManifestText(folder, JSON.stringify({ ...manifest, vocabulary_version: 'other' }))
  const farms = join(folder, 'members/farms.parquet')
  await rewriteParquet(farms, "select * replace (['beef'] as products) from read_parquet($source)")
}

const silent = { products: null, website: null, phone: null }
const only = <Row>(rows: Row[]): Row => {
  assert.equal(rows.length, 1)
  return rows[0]!
}

/** Listings of 2021, and of the same or other farms in 2024; each test looks at one. */
const earlier = {
  date: '2021-06-01',
  lines: [
    told(0, 'plain', { updated_at: '2020-05-01T10:00:00Z' }),
    told(1, 'little', { updated_at: '2020-05-01T10:00:00Z' }),
    told(2, 'late', { updated_at: '2023-01-01T00:00:00Z' }),
    told(3, 'undated', { updated_at: null }),
    told(4, 'reused'),
    told(6, 'passed on', { updated_at: '2020-05-01T10:00:00Z' }),
  ],
}
const now = { tagline: 'Now', updated_at: '2024-05-01T00:00:00Z' }
const newer = {
  date: '2024-06-01',
  lines: [
    told(0, 'plain', { ...silent, ...now }),
    told(1, 'little', { ...silent, phone: '(802) 555-0110' }),
    told(2, 'late', { ...silent, ...now }),
    told(3, 'undated', { ...silent, ...now }),
    told(7, 'reused', silent),
    told(6, 'passed on', { ...silent, ...now }),
  ],
}
const other = {
  name: 'other',
  date: '2022-06-01',
  lines: [told(6, 'x', { products: ['honey'], updated_at: '2022-05-01T00:00:00Z' })],
}
const gone = { name: 'other', date: '2023-06-01', lines: [told(9, 'y')] }
const [files] = await builtIn({ after }, [[earlier, other, gone, newer]])
const { farms, provenance, values } = files!
const farmOf = (sourceId: string) => {
  const said = provenance.find(({ source_id, carried }) => source_id === sourceId && !carried)
  return farms.find(({ id }) => id === said?.farm_id)!
}

describe('a group of fields that no current listing says', () => {
  it('is taken from the newest edition that said it, with the date of the statement', () => {
    const farm = farmOf('plain')
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
    const carried = only(provenance.filter((each) => each.carried && each.farm_id === farm.id))
    assert.deepEqual(
      [carried.source_id, carried.edition, carried.updated_at, carried.line],
      ['plain', '2021-06-01', '2020-05-01T10:00:00Z', 1],
    )
    assert.deepEqual(carried.fields, ['categories', 'phone', 'products', 'website'])
    assert.deepEqual(
      values
        .filter(({ farm_id }) => farm_id === farm.id)
        .map(({ field_group, edition, current, carried }) => [
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
    const of = ({ date, lines }: Edition) => ({ date, lines: [lines[0]!] })
    const later = (date: string) => [{ ...of(newer), date }]
    const chain = [[of(newer)], [of(newer), of(earlier)], later('2024-07-01'), later('2024-08-01')]
    const [, second, third, fourth] = await builtIn(t, chain, async (night, folder) => {
      if (night === 2) await readByAnotherVocabulary(folder)
    })
    assert.deepEqual(only(third!.farms).products, ['eggs', 'kale'])
    assert.deepEqual(third!.changes, [], 'on the third night')
    assert.deepEqual(
      second!.changes.map(({ field, cause }) => [field, cause]),
      ['categories', 'phone', 'products', 'website'].map((field) => [field, 'carried']),
    )
    assert.deepEqual(
      fourth!.changes.map(({ field, cause }) => [field, cause]),
      [['products', 'vocabulary']],
      'carried from the same statement, which is read otherwise',
    )
  })

  it('gives way to a current statement, however little that says', () => {
    const { phone, website, products, said_at } = farmOf('little')
    assert.deepEqual([phone, website, products], ['+18025550110', null, ['eggs', 'kale']])
    assert.equal(said_at.contact, '2024-06-01', 'not later than its edition')
  })

  it('is not later than its edition, and as old as that without a date of its own', () => {
    assert.equal(farmOf('late').said_at.products, '2021-06-01')
    assert.equal(farmOf('undated').said_at.products, '2021-06-01')
  })

  it('is not taken from a farm that had the id before', () => {
    assert.equal(farmOf('reused').name, 'Morning Glory Mushrooms')
    assert.equal(farmOf('reused').products, null)
  })

  it('is passed on by a listing that was merged or left, newest first', () => {
    const { products, said_at } = farmOf('passed on')
    assert.deepEqual([products, said_at.products], [['honey'], '2022-05-01'])
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

const groups = ['products', 'contact', 'payment_methods', 'text'] as const

/** What a listing says in one edition: the groups, and the date of its own; null = none. */
type Statement = { groups: (typeof groups)[number][]; dated: number | null }
const statement: fc.Arbitrary<Statement> = fc.record({
  groups: fc.subarray([...groups]),
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
      saidByFarm: fc.array(fc.array(statement, { minLength: 4, maxLength: 4 }), {
        minLength: 12,
        maxLength: 12,
      }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      nights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(history, async ({ saidByFarm, order, nights }) => {
        const editions = dates.map((date, at) => ({
          date,
          lines: saidByFarm.map((said, number) => statedBy(number, at, said[at]!)),
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
        const { farms } = (await builtIn(t, everyNight)).at(-1)!
        assert.equal(farms.length, saidByFarm.length)
        for (const [number, said] of saidByFarm.entries()) {
          const { name } = told(number, '')
          const farm = only(farms.filter((each) => each.name === name))
          for (const group of groups) {
            const at = said.findLastIndex(({ groups }) => groups.includes(group))
            const own = said[at]?.dated
            const day = own == null ? dates[at] : `20${16 + own}-03-04`
            const expected = at === -1 ? null : day! > dates[at]! ? dates[at] : day
            assert.equal(farm.said_at[group], expected, `${name}: ${group}`)
            if (at === -1) continue
            const [[field, value]] = Object.entries(valuesOf(group, at)) as [[keyof Farm, unknown]]
            assert.deepEqual(farm[field], value, `${name}: ${field}`)
          }
        }
      }),
      { numRuns: 3 },
    )
  })
})

/** What farm `number` says in an edition. */
const statedBy = (number: number, edition: number, said: Statement) =>
  told(number, `farm ${number}`, {
    ...silent,
    ...Object.assign({}, ...said.groups.map((group) => valuesOf(group, edition))),
    updated_at: said.dated === null ? null : `20${16 + said.dated}-03-04T00:00:00Z`,
  })
