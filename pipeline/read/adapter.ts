import type { HoursJson } from '../../data/schema/hours.ts'

/** A schedule as its source words it: when in the year, and at which hours. */
export type Schedule = { name: string; season: string | null; times: string | null }

export type SourceListing = {
  id: string | null
  name: string
  price: number | null
  unit: string | null
  category: string | null
  in_stock: boolean | null
}

/**
 * A farm as its source tells it, in the source's own words: what every adapter makes and
 * `normalize` reads. `null` is unknown.
 */
export type SourceFarm = {
  source_id: string
  name: string
  place_type: string
  address: string | null
  city: string | null
  county: string | null
  state: string | null
  zip: string | null
  /** Degrees; text where the source has text. */
  lat: string | number | null
  lng: string | number | null
  phone: string | null
  website: string | null
  email: string | null
  social_links: string[] | null
  description: string | null
  story: string | null
  tagline: string | null
  farmer_name: string | null
  products: string[] | null
  categories: string[] | null
  certifications: string[] | null
  practices: string[] | null
  delivery_options: string[] | null
  payment_methods: string[] | null
  images: string[] | null
  image_url: string | null
  farmer_photo_url: string | null
  google_rating: number | null
  google_review_count: number | null
  price_range: string | null
  founded_year: number | null
  verification_status: 'self_reported' | 'verified' | 'unverified'
  schedules: Schedule[]
  hours_json: HoursJson | null
  product_listings: SourceListing[]
  /** As the source writes it: see normalize/instant. */
  updated_at: string | null
  synthetic: boolean
}

/** A row that is refused, and why; `raw` is the row as it stands, `line` counts from 1. */
export type RejectedRow = { line: number; rejected: string; raw: string }

/** A row that is a farm; `raw` gives the row as it stands. */
export type FarmRow = { line: number; farm: SourceFarm; raw: () => string }

export type SourceRow = FarmRow | RejectedRow

/** Reads one format of source file. */
export type Adapter = {
  kind: string
  /** One sentence for `--help`. */
  description: string
  /** What a snapshot says of the source unless the sources file says otherwise. */
  publisher: string
  licence: string
  attribution: string
  /** Rows in file order. Throws a SourceError where the file is not of this kind. */
  read(path: string): AsyncIterable<SourceRow>
}

/** The file as a whole can't be read: missing, empty, or of another kind. */
export class SourceError extends Error {
  override name = 'SourceError'
}
