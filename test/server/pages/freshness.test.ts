import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { freshness } from '../../../server/pages/parts.ts'

const now = new Date('2026-11-25T18:00:00Z')
const read = (said: string | null) => {
  const { text } = freshness(said, now)
  return [/class="fresh (\w+)"/.exec(text)![1], text.replaceAll(/<[^>]*>/g, '')]
}

describe('freshness(said, now)', () => {
  for (const [said, grade, words] of [
    ['2026-11-25', 'within_1_year', 'Confirmed Nov 2026 (this month)'],
    ['2026-10-26', 'within_1_year', 'Confirmed Oct 2026 (last month)'],
    ['2026-10-25', 'within_1_year', 'Confirmed Oct 2026 (1 month ago)'],
    ['2025-11-25', 'within_1_year', 'Confirmed Nov 2025 (1 year ago)'],
    ['2025-11-24', '1_to_3_years', 'Confirmed Nov 2025 (1 year ago)'],
    ['2023-11-25T10:00:00Z', '1_to_3_years', 'Confirmed Nov 2023 (3 years ago)'],
    ['2023-11-24', 'over_3_years', 'Confirmed Nov 2023 (3 years ago)'],
    ['2022-05-30', 'over_3_years', 'Confirmed May 2022 (4 years ago)'],
    [null, 'never_dated', 'Never dated'],
  ] as const)
    it(`reads ${said} as ${grade}: ${words}`, () => {
      assert.deepEqual(read(said), [grade, words])
    })
})
