import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import {
  runsIn,
  takeIn,
  type Said,
  type SmallEdition,
  type SmallHistory,
} from '../../../support/panel_nights.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })
const dates = ['2021-01-01', '2021-01-02', '2022-05-05', '2022-05-06', '2023-03-03', '2024-12-31']

type RunOf = [source_id: string, first: string, last: string | null, name: string]

/** Runs by going through the editions in order, listing by listing. */
function runsOf(editions: SmallEdition[]): RunOf[] {
  const inOrder = editions.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const ids = [...new Set(editions.flatMap(({ rows }) => rows.map(({ source_id }) => source_id)))]
  return ids.toSorted().flatMap((id) => {
    const runs: RunOf[] = []
    let open: RunOf | null = null
    for (const { date, rows } of inOrder) {
      const said = rows.find(({ source_id }) => source_id === id)
      if (open && said && said.name === open[3]) open[2] = date
      else {
        open = said ? [id, date, date, said.name] : null
        if (open) runs.push(open)
      }
    }
    const newest = inOrder.at(-1)!.date
    return runs.map(([id, first, last, name]): RunOf => [
      id,
      first,
      last === newest ? null : last,
      name,
    ])
  })
}

describe('the history of listings', () => {
  it('is the same in whatever order editions come, and how many at once', async () => {
    const listing = fc.constantFrom('none', 'One', 'Other')
    const edition = fc.record({ a: listing, b: listing, always: fc.constant('Always') })
    const arrivals = fc.record({
      editions: fc.array(edition, { minLength: dates.length, maxLength: dates.length }),
      order: fc.shuffledSubarray([...dates.keys()], { minLength: dates.length }),
      nights: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }),
    })
    let number = 0
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ editions, order, nights }) => {
        const every = editions.map((each, at) => ({ date: dates[at]!, rows: rowsOf(each) }))
        let left = order.map((at) => every[at]!)
        let history: SmallHistory = null
        for (const count of nights) {
          if (left.length === 0) break
          history = await takeIn(history, left.slice(0, count), folder, `arrival-${number++}`)
          left = left.slice(count)
        }
        const runs = (await runsIn(history!.path)).map(
          ({ source_id, first_edition, last_edition, name }): RunOf => [
            source_id,
            first_edition!,
            last_edition,
            name,
          ],
        )
        assert.deepEqual(runs, runsOf(every))
      }),
      { numRuns: 8 },
    )
  })

  it('grows by half at most over thirty nights that change 1 % of the rows each', async (t) => {
    const first = Array.from({ length: 1000 }, (_, number) => farmOf(number))
    const editions = [{ date: dateOf(0), rows: first }]
    for (let night = 1; night <= 30; night++) {
      const rows = [...editions.at(-1)!.rows]
      for (let number = 10 * night; number < 10 * night + 10; number++) {
        const at = (number * 389) % rows.length
        rows[at] = { ...rows[at]!, ...otherOf(number) }
      }
      editions.push({ date: dateOf(night), rows })
    }
    const once = await takeIn(null, editions.slice(0, 1), folder, 'one-night')
    const grown = await takeIn(once, editions.slice(1), folder, 'thirty-nights')
    assert.equal((await runsIn(grown.path)).length, 1000 + 30 * 10)
    for (const path of ['path', 'publicPath'] as const) {
      const [before, now] = [(await stat(once[path])).size, (await stat(grown[path])).size]
      t.diagnostic(`${before} bytes → ${now}: ${(now / before).toFixed(2)}`)
      assert.ok(now <= 1.5 * before, path)
    }
  })

  it('does not change by a byte on a night that says nothing new', async () => {
    const rows = [farmOf(1), farmOf(2)]
    const one = await takeIn(null, [{ date: '2030-01-01', rows }], folder, 'same-1')
    const two = await takeIn(one, [{ date: '2030-01-02', rows }], folder, 'same-2')
    for (const path of ['path', 'publicPath'] as const)
      assert.deepEqual(await readFile(two[path]), await readFile(one[path]))
  })
})

const dateOf = (night: number) => new Date(Date.UTC(2030, 0, 1 + night)).toISOString().slice(0, 10)

const rowsOf = (edition: Record<string, string>): Said[] =>
  Object.entries(edition).flatMap(([source_id, name]) =>
    name === 'none' ? [] : { source_id, name },
  )

const products = ['apples', 'beef', 'cheese', 'eggs', 'honey', 'kale', 'milk', 'pork', 'wool']
const payments = ['SNAP', 'WIC', 'cash', 'credit card', 'check']
const words = ['Stone', 'Creek', 'Mill', 'Old', 'Maple', 'Harbor', 'Anvil', 'Meadow', 'Pine', 'Elm']

/** Digits that look like chance, and are the same every time. */
const chance = (number: number, most: number) =>
  Math.floor((Math.abs(Math.sin(number * 12.9898 + most) * 43758.5453) % 1) * most)
const some = (of: string[], number: number) =>
  of.filter((_, at) => chance(number * 31 + at, 3) === 0)
const wordsOf = (number: number) =>
  [1, 2, 3].map((nth) => words[chance(number * nth, words.length)]).join(' ')

const farmOf = (number: number): Said => ({
  source_id: String(1_000_000 + number * 7),
  name: `${wordsOf(number)} Market`,
  place_type: 'farmers_market',
  city: wordsOf(number + 5000),
  state: ['VT', 'NY', 'NH', 'ME'][chance(number, 4)]!,
  address: `${chance(number, 9999)} ${wordsOf(number + 9000)} Road`,
  zip: String(10_000 + chance(number, 89_999)),
  lat: 42 + chance(number, 1e6) / 4e5,
  lng: -74 + chance(number + 1, 1e6) / 4e5,
  location_precision: 'exact',
  products: some(products, number),
  payment_methods: some(payments, number),
})

/** What a listing says otherwise on a later night. */
const otherOf = (number: number): Partial<Said> =>
  [
    { name: `${wordsOf(number)} Market No. ${number}` },
    { address: `${number} ${wordsOf(number)} Street` },
    { products: [...some(products, number), `kind ${number}`] },
  ][number % 3]!
