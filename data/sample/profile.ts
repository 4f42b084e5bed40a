import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import { personName } from './names.ts'
import type { SamplePlace } from './places.ts'
import { type Random, Weighted } from './random.ts'
import texts from './texts.json' with { type: 'json' }
import { roadKinds, roadNames } from './words.ts'

/** The first draws for a farm; `number` is unique in the feed. */
type Subject = { number: number; name: string; type: PlaceType; place: SamplePlace }

/**
 * Draws a farm's description and contacts, with gaps. Telephone numbers are in the range 555-0100 to
 * 555-0199, which is reserved for fiction; web and mail addresses are under example.org.
 */
export function drawProfile(subject: Subject, random: Random): Partial<FeedFarm> {
  return {
    ...drawContact(subject, random),
    ...drawStory(subject, random),
    ...drawRatings(subject, random),
  }
}

function drawContact({ name, number }: Subject, random: Random): Partial<FeedFarm> {
  const slug = `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-${number}`
  return {
    address: random.maybe(
      0.85,
      () => `${random.integer(1, 4999)} ${random.pick(roadNames)} ${random.pick(roadKinds)}`,
    ),
    phone: random.maybe(0.6, () => `${areaCode(random)}-555-01${twoDigits(random.integer(0, 99))}`),
    website: random.maybe(0.55, () => `https://${slug}.example.org/`),
    email: random.maybe(0.35, () => `hello@${slug}.example.org`),
    social_links: random.maybe(0.3, () => [`https://social.example.org/${slug}`]),
  }
}

/** Three digits as in area codes: no 0 or 1 in front, no 9 in the middle, no N11. */
function areaCode(random: Random): string {
  const middle = random.integer(0, 8)
  const last = random.integer(middle === 1 ? 2 : 0, 9)
  return `${random.integer(2, 9)}${middle}${last}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

function drawStory({ type, place }: Subject, random: Random): Partial<FeedFarm> {
  const what = random.pick(texts.whats[type])
  return {
    description: `Synthetic farm: ${what} near ${place.town}, ${random.pick(texts.hows)}.`,
    story: random.maybe(
      0.08,
      () => `${personName(random)} started here ${random.pick(texts.origins)}.`,
    ),
    tagline: random.maybe(0.15, () => random.pick(texts.taglines)),
    farmer_name: random.maybe(0.3, () => personName(random)),
    founded_year: random.maybe(0.25, () => 2025 - Math.floor(120 * random.fraction() ** 3)),
  }
}

function drawRatings({ number }: Subject, random: Random): Partial<FeedFarm> {
  const image = random.maybe(0.12, () => `https://images.example.org/farms/${number}.jpg`)
  const rating = random.maybe(0.25, () => Math.round(46 + 4 * random.normal()) / 10)
  return {
    images: image ? [image] : undefined,
    image_url: image,
    google_rating: rating && Math.min(5, rating),
    google_review_count: rating && Math.ceil(Math.exp(3 + 1.2 * random.normal())),
    price_range: random.maybe(0.2, () => priceRanges.draw(random)),
    verification_status: random.maybe(0.4, () => statuses.draw(random)),
  }
}

const priceRanges = Weighted.of({ $: 30, $$: 55, $$$: 13, $$$$: 2 })
const statuses = Weighted.of({ self_reported: 55, verified: 25, unverified: 20 })
