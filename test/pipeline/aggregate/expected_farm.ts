import type { FeedFarm } from '../../../data/schema/input/farm_feed.ts'

/** What the pipeline should compute of a farm, over and above what its row says. */
export type ExpectedFarm = {
  verification_status: string
  listing_completeness: number
  quality_score: number
  quality_tier: string | null
  quality_tier_label: string
}

/** Points of each attribute that is known, as data/METHOD.md has them. */
const points: [number, (row: FeedFarm) => boolean][] = [
  [10, ({ lat }) => lat != null],
  [5, ({ lat, zip }) => lat == null && zip != null],
  [10, ({ address }) => address != null],
  [15, ({ phone, website, email }) => (phone ?? website ?? email) != null],
  [10, ({ description }) => description != null],
  [20, ({ products, product_listings }) => products != null || !!product_listings?.length],
  [15, ({ hours, hours_json }) => (hours ?? hours_json) != null],
  [5, ({ image_url, images }) => image_url != null || (images?.length ?? 0) > 0],
  [5, ({ payment_methods }) => payment_methods != null],
  [5, ({ practices, certifications }) => (practices ?? certifications) != null],
  [5, ({ product_listings }) => product_listings?.some(({ price }) => price != null) ?? false],
]
const weights: Record<string, number> = { verified: 1, self_reported: 0.5, unverified: 0 }

/**
 * Computes by data/METHOD.md, "Verification and quality", what a snapshot should say of a feed
 * row whose attributes can all be read. `asOf` is the date that freshness is counted from.
 */
export function expectedFarm(row: FeedFarm, asOf: string): ExpectedFarm {
  const known = points.filter(([, isKnown]) => isKnown(row)).reduce((sum, [each]) => sum + each, 0)
  const updated = row.updated_at == null ? null : new Date(row.updated_at)
  const stale = updated !== null && updated < yearsBefore(asOf, 3)
  const verification = stale ? 'unverified' : (row.verification_status ?? 'self_reported')
  const score = Math.round(
    0.6 * known + 20 * weights[verification]! + 20 * freshness(updated, new Date(asOf)),
  )
  const tier = tierOf(score)
  return {
    verification_status: verification,
    listing_completeness: known / 100,
    quality_score: score,
    quality_tier: tier,
    quality_tier_label: `${tier ?? 'Incomplete'} listing`,
  }
}

export function yearsBefore(moment: string, years: number): Date {
  const date = new Date(moment)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date
}

/** 1 up to a year (365 days), 0 from five years; a day is a date of the calendar. */
function freshness(updated: Date | null, asOf: Date): number {
  if (updated === null) return 0
  const day = (date: Date) => Math.floor(date.getTime() / 86_400_000)
  const age = day(asOf) - day(updated)
  return Math.min(1, Math.max(0, (5 * 365 - age) / (4 * 365)))
}

function tierOf(score: number): string | null {
  if (score >= 75) return 'Premium'
  if (score >= 50) return 'Standard'
  return score >= 25 ? 'Basic' : null
}
