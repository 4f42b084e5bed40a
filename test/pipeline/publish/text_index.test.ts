import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import {
  postingsFile,
  postingStartsFile,
  textFields,
  wordsFile,
} from '../../../data/schema/serving/text_index.ts'
import { awkwardFeed, awkwardMoment } from '../../support/awkward_feed.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { fixtureFeed } from '../../support/fixture_farms.ts'
import { publishedFarms } from '../../support/published_farms.ts'
import { readArray } from '../../support/serving_files.ts'
import { wordsIn } from '../../support/text_rank.ts'

const repetitive = {
  source_id: 'goose',
  name: 'Duck, duck & Ducks',
  description: 'Duck duck goose',
}
const { folder } = await buildSnapshot(
  { after },
  { feed: [...fixtureFeed, repetitive], sources: [awkwardFeed], now: awkwardMoment },
)
const farms = await publishedFarms(folder)

describe('the text index', () => {
  it('has every word of names, cities and descriptions once, in order', async () => {
    const all = farms.flatMap((farm) => textFields.flatMap((field) => wordsIn(farm[field] ?? '')))
    const words = (await readFile(join(folder, wordsFile), 'utf8')).split('\n')
    assert.deepEqual(words, [...new Set(all)].toSorted())
    assert.ok(words.length > 50, `${words.length} words`)
  })

  for (const field of textFields)
    it(`has for each word the rows that have it in the ${field}`, async () => {
      const words = (await readFile(join(folder, wordsFile), 'utf8')).split('\n')
      const starts = await readArray(folder, postingStartsFile(field), Uint32Array)
      const rows = await readArray(folder, postingsFile(field), Uint32Array)
      const byRow = farms.map((farm) => new Set(wordsIn(farm[field] ?? '')))
      for (const [place, word] of words.entries())
        assert.deepEqual(
          [...rows.subarray(starts[place], starts[place + 1])],
          byRow.flatMap((has, row) => (has.has(word) ? [row] : [])),
          word,
        )
      assert.deepEqual([starts.length, starts.at(-1)], [words.length + 1, rows.length])
    })
})
