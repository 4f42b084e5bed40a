import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Tier } from '../../../data/schema/meta.ts'
import { TextIndexer } from '../../../pipeline/publish/serving/text_index.ts'
import { textConditions, textRanks } from '../../../server/query/text_search.ts'
import { Bitmap } from '../../../server/snapshot/sets/bitmap.ts'
import type { Condition } from '../../../server/snapshot/sets/row_sets.ts'
import { farmNames } from '../../../server/snapshot/columns/farm_names.ts'
import { WordList } from '../../../server/snapshot/columns/word_list.ts'
import { textIndex } from '../../../server/snapshot/columns/text_index.ts'
import { textRank, wordsIn, type Texts } from '../../support/text_rank.ts'

function indexed(farms: Texts[]) {
  const indexer = new TextIndexer(farms.length)
  for (const { name, city, terms, description, claims } of farms)
    indexer.add([name, city ?? '', terms.join(' '), description ?? '', claims.join(' ')])
  const { words, postings } = indexer.index()
  const any = (field: string, wanted: readonly string[]) =>
    Bitmap.fromRows(
      farms.flatMap((each, row) =>
        wanted.includes(each[field as 'state' | 'county'] ?? '') ? row : [],
      ),
      farms.length,
    )
  const counties = [...new Set(farms.flatMap(({ county }) => county ?? []))]
  const of = () => ({ names: counties }) as never
  const keys = farms.map(({ name }) => wordsIn(name).join(' '))
  const rows = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
  const starts = new Uint32Array(farms.length + 1)
  for (const [at, row] of rows.entries())
    starts[at + 1] = starts[at]! + Buffer.byteLength(keys[row]!)
  const names = Buffer.from(Array.from(rows, (row) => keys[row]!).join(''))
  return {
    farms: farms.length,
    text: textIndex(new WordList(words), postings),
    fieldCodes: { any, of },
    farmColumns: { countyFips2020: new Uint32Array(farms.length) },
    farmNames: farmNames({ rows, keys: names, starts }),
  }
}

/** The rows that meet all of some conditions. */
async function meeting(conditions: Condition[], rows: number): Promise<Set<number>> {
  let met = new Set(Array.from({ length: rows }, (_, row) => row))
  for (const condition of conditions) {
    assert.ok('rows' in condition)
    const found: Bitmap = await condition.rows()
    met = met.intersection(new Set(found))
  }
  return met
}

/** The rows that a text finds, by rank: those of the best rank first. */
async function ranked(farms: Texts[], text: string, tier: Tier): Promise<number[][]> {
  const ranks: number[][] = []
  let seen = new Set<number>()
  for (const conditions of textRanks(indexed(farms), text, tier)) {
    const met = await meeting(conditions, farms.length)
    ranks.push([...met.difference(seen)])
    seen = seen.union(met)
  }
  assert.deepEqual(seen, await meeting(textConditions(indexed(farms), text, tier), farms.length))
  return ranks
}

const farm = (
  name: string,
  city: string | null = null,
  description: string | null = null,
  terms: string[] = [],
  claims: string[] = [],
  state: string | null = null,
  county: string | null = null,
) => ({ name, city, state, county, description, terms, claims })

describe('textConditions and textRanks', () => {
  const farms = [
    farm('Stone Creek Farm', 'Barre'),
    farm('Creekstone Ranch', 'Farmington', 'Stones by the creek.'),
    farm('Barre Berries', null, 'Strawberries & more'),
    farm('Ñandú', 'San Germán', "O'Neill's farm"),
    farm('Sotne Crek'),
    farm('Wayside', null, null, ['Pawpaw jam', 'goat yoga'], ['moonlit sowing']),
  ]
  const found = async (text: string, tier: Tier = 'paid') =>
    (await ranked(farms, text, tier)).flat()

  it('wants all words, in any order, whatever their case and accents', async () => {
    assert.deepEqual(await found('farm CREEK stone'), [0, 1])
    assert.deepEqual(await found('nandu german'), [3])
    assert.deepEqual(await found('NÁNDU'), [3])
    assert.deepEqual(await found('oneills'), [3])
    assert.deepEqual(await found('creek nowhere'), [])
  })

  it('looks into the description for paid keys only', async () => {
    assert.deepEqual(await found('strawberries', 'free'), [])
    assert.deepEqual(await found('strawberries', 'paid'), [2])
    assert.deepEqual(await found('stone farm', 'free'), [0])
  })

  it('finds what the vocabulary does not know, what is paid for paid keys only', async () => {
    for (const tier of ['free', 'paid'] as const)
      assert.deepEqual(await found('yoga jam', tier), [5])
    assert.deepEqual(await found('moonlit', 'paid'), [5])
    assert.deepEqual(await found('moonlit', 'free'), [])
  })

  it('finds words that are begun, and those with a typing error', async () => {
    assert.deepEqual(await found('stra'), [2])
    assert.deepEqual(await found('strawberied'), [2], 'two errors in a long word')
    assert.deepEqual(await found('stonr'), [0])
    assert.deepEqual(await found('sotne'), [4, 0], 'as it stands comes first')
    assert.deepEqual(await found('crek'), [4], 'four letters are to be right')
  })

  it('puts the name before the city before the description', async () => {
    assert.deepEqual(await ranked(farms, 'barre', 'free'), [
      [],
      [2],
      [],
      [0],
      [],
      [],
      [],
      [],
      [],
      [],
      [],
    ])
    const byRank = await ranked(farms, 'farm', 'paid')
    assert.deepEqual(byRank, [[], [0], [], [], [], [1], [3], [], [], [], []])
  })

  it('finds the farms of a state that is named in full or abbreviated, after all others', async () => {
    const some = [
      farm('Barre Berries', 'Barre', null, [], [], 'VT'),
      farm('Vermont Cheese', null, null, [], [], 'NY'),
      farm('New Moon', 'Barre', null, [], [], 'NH'),
      farm('West Wind', null, null, [], [], 'WV'),
      farm('Blue Ridge', null, null, [], [], 'VA'),
    ]
    const rows = async (text: string) => (await ranked(some, text, 'free')).flat()
    assert.deepEqual(await rows('vermont'), [1, 0])
    assert.deepEqual(await rows('VT'), [0])
    assert.deepEqual(await rows('barre, vermont'), [0])
    assert.deepEqual(await rows('New Hampshire'), [2])
    assert.deepEqual(await rows('new'), [2], 'half a name is none')
    assert.deepEqual(await rows('hampshire new'), [], 'nor is one the wrong way round')
    assert.deepEqual(await rows('West Virginia'), [3])
    assert.deepEqual(await rows('virginia'), [4])
    assert.deepEqual(await rows('vermon'), [1], 'nor one that is begun')
  })

  it('puts a phrase of the name before its words, and whole words of the city before begun ones', async () => {
    const some = [
      farm('Market on the Green', 'Salem'),
      farm('Green Market', 'Salem'),
      farm('Johnson Store', 'Reno'),
      farm('Hilltop', 'Saint Johns'),
      farm("St. John's Stand", 'Reno'),
    ]
    const rows = async (text: string) => (await ranked(some, text, 'free')).flat()
    assert.deepEqual(await rows('green market'), [1, 0])
    assert.deepEqual(await rows('st johns'), [4, 3])
    assert.deepEqual(await rows('Saint Johns'), [4, 3])
  })

  it('finds the farms of a county that is named, after those of that name', async () => {
    const some = [
      farm('Hilltop', 'Verona', null, [], [], 'WI', 'Dane'),
      farm('Dane County Market', 'Madison', null, [], [], 'WI', 'Dane'),
      farm('Great Dane', 'Reno', null, [], [], 'NV', 'Washoe'),
      farm('Cane Stand', 'Lafayette', null, [], [], 'LA', 'Saint Martin'),
    ]
    const rows = async (text: string) => (await ranked(some, text, 'free')).flat()
    assert.deepEqual(await rows('dane county'), [1, 0])
    assert.deepEqual(await rows('dane county wi'), [0, 1])
    assert.deepEqual(await rows('saint martin parish'), [3])
    assert.deepEqual(await rows('dane'), [1, 2], 'a county is named with its word')
  })

  const letter = fc.constantFrom('a', 'b', 'e', 'é', 'f')
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 11 })
  const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
  const texts = fc.array(
    fc.record({
      name: text,
      city: fc.option(text, { freq: 3 }),
      state: fc.constantFrom(null, 'VT', 'NY', 'WV'),
      county: fc.constantFrom(null, 'Be', 'Fa Ab'),
      description: fc.option(text, { freq: 2 }),
      terms: fc.array(word, { maxLength: 2 }),
      claims: fc.array(word, { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  /** A word of the farms, cut short or with a letter or two wrong, and others. */
  const asked = texts.chain((farms) => {
    const known = farms.flatMap((each) => wordsIn(Object.values(each).join(' ')))
    const like = fc
      .tuple(fc.constantFrom(...known), fc.array(fc.tuple(fc.nat(10), letter), { maxLength: 2 }))
      .map(([word, changes]) =>
        changes.reduce(
          (each, [at, letter]) => each.slice(0, at) + letter + each.slice(at + 1),
          word,
        ),
      )
    const begun = fc
      .tuple(fc.constantFrom(...known), fc.integer({ min: 1, max: 9 }))
      .map(([word, length]) => word.slice(0, length))
    const state = fc.constantFrom(
      'vt',
      'vermont',
      'new york',
      'york',
      'west virginia',
      'wv',
      'be county',
      'fa ab parish',
      'st',
    )
    const query = fc.array(fc.oneof(like, begun, word, state), { minLength: 1, maxLength: 3 })
    return fc.tuple(fc.constant(farms), query)
  })

  it('find and rank farms as a look at every farm does', async () => {
    const seen = new Set<number | null>()
    await fc.assert(
      fc.asyncProperty(
        asked,
        fc.constantFrom<Tier>('free', 'paid'),
        async ([farms, query], tier) => {
          const text = query.join(' ')
          const expected = farms.map((each) => textRank(each, text, tier))
          const ranks = await ranked(farms, text, tier)
          assert.deepEqual(
            farms.map((_, row) => {
              const rank = ranks.findIndex((rows) => rows.includes(row))
              return rank === -1 ? null : rank
            }),
            expected,
          )
          for (const rank of expected) seen.add(rank)
        },
      ),
      { numRuns: 1500 },
    )
    assert.equal(seen.size, 12, `every rank comes up, and none: ${[...seen].join()}`)
  })
})
