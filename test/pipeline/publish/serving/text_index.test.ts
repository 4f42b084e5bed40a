import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import {
  searched,
  searchedFields,
  type SearchedField,
} from '../../../../data/schema/serving/columns.ts'
import type { Farm } from '../../../../data/schema/tables/farm.ts'
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

const wordsOf = (farm: Farm, field: SearchedField) =>
  searched[field].flatMap((column) => [farm[column] ?? []].flat().flatMap(wordsIn))

describe('the text index', () => {
  it('has every word of the fields once, in order', async () => {
    const all = farms.flatMap((farm) => searchedFields.flatMap((field) => wordsOf(farm, field)))
    assert.deepEqual(words, [...new Set(all)].toSorted())
    assert.ok(words.length > 50, `${words.length} words`)
  })

  for (const field of searchedFields)
    it(`has for each word the rows that have it in the ${field}`, async () => {
      const { starts, rows } = await readColumns(folder, `${field}Words`)
      const byRow = farms.map((farm) => new Set(wordsOf(farm, field)))
      for (const [place, word] of words.entries())
        assert.deepEqual(
          [...rows.subarray(starts[place], starts[place + 1])],
          byRow.flatMap((has, row) => (has.has(word) ? [row] : [])),
          word,
        )
      assert.deepEqual([starts.length, starts.at(-1)], [words.length + 1, rows.length])
    })
})
