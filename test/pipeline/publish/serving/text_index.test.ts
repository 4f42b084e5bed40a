import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { textFields } from '../../../../data/schema/serving/columns.ts'
import { awkwardFeed, awkwardMoment } from '../../../support/awkward_feed.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fixtureFeed } from '../../../support/fixture_farms.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { readColumns } from '../../../support/serving_files.ts'
import { wordsIn } from '../../../support/text_rank.ts'

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
const { list: words } = await readColumns(folder, 'words')

describe('the text index', () => {
  it('has every word of names, cities and descriptions once, in order', async () => {
    const all = farms.flatMap((farm) => textFields.flatMap((field) => wordsIn(farm[field] ?? '')))
    assert.deepEqual(words, [...new Set(all)].toSorted())
    assert.ok(words.length > 50, `${words.length} words`)
  })

  for (const field of textFields)
    it(`has for each word the rows that have it in the ${field}`, async () => {
      const { starts, rows } = await readColumns(folder, `${field}Words`)
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
