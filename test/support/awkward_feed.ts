import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeedFarm } from '../../data/schema/input/farm_feed.ts'

/** A farm feed of rows that are hard to get right: see each test for what it looks at. */
export const awkwardFeed = {
  kind: 'farm-feed',
  path: join(import.meta.dirname, '../fixtures/feeds/awkward.jsonl'),
  retrieved_at: '2026-01-15T00:00:00Z',
}

/** A moment to build the feed at: after the date it is counted from, before its date in the future. */
export const awkwardMoment = new Date('2026-02-01T00:00:00Z')
/** The newest date of the feed that is not in the future at that moment. */
export const awkwardAsOf = '2026-01-15T12:00:00Z'

/** Lines of the feed that can't be used, and why. */
export const awkwardRejections: { line: number; reason: RegExp }[] = [
  { line: 15, reason: /^not JSON$/ },
  { line: 23, reason: /^name: says nothing$/ },
  { line: 24, reason: /^unknown field `prodcts` \(did you mean products\?\)$/ },
  { line: 26, reason: /expected object, received array/ },
  { line: 27, reason: /^product_listings\.0\.price: / },
  { line: 28, reason: /^place_type: unknown `spaceport`, expected one of farm, / },
]

export const awkwardLines = readFileSync(awkwardFeed.path, 'utf8').trimEnd().split('\n')
export const blankLines = 1

/** The rows of the feed that can be used, in file order, with their line; a date yet to come is none. */
export const awkwardRows: (FeedFarm & { line: number })[] = awkwardLines
  .flatMap((text, index) => {
    const line = index + 1
    const usable = text !== '' && !awkwardRejections.some((each) => each.line === line)
    return usable ? [{ ...JSON.parse(text), line }] : []
  })
  .map((row) => (isFuture(row) ? { ...row, updated_at: null } : row))

function isFuture({ updated_at }: FeedFarm): boolean {
  return updated_at != null && new Date(updated_at) > awkwardMoment
}
