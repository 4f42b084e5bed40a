import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import { personName } from './names.ts'
import type { SamplePlace } from './places.ts'
import { type Random, Weighted } from './random.ts'
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
  const what = random.pick(whats[type])
  return {
    description: `Synthetic farm: ${what} near ${place.town}, ${random.pick(hows)}.`,
    story: random.maybe(0.08, () => `${personName(random)} started here ${random.pick(origins)}.`),
    tagline: random.maybe(0.15, () => random.pick(taglines)),
    farmer_name: random.maybe(0.3, () => personName(random)),
    founded_year: random.maybe(0.25, () => 2025 - Math.floor(120 * random.fraction() ** 3)),
  }
}

const whats: Record<PlaceType, string[]> = {
  farm: ['a family farm', 'a small diversified farm', 'a market garden', 'a third-generation farm'],
  farmers_market: [
    'a farmers market',
    'a producers-only market',
    'a weekly market of local growers',
  ],
  csa: ['a community supported farm', 'a farm with shares for its members'],
  ranch: ['a working ranch', 'a family ranch', 'a grass-based livestock farm'],
  on_farm_market: ['a farm with its own stand', 'an orchard with a farm store'],
  food_hub: ['a hub for the farms of the county', 'a cooperative of growers'],
  agritourism: ['a farm for visitors', 'a pick-your-own farm'],
  market: ['a shop of local foods', 'a country market'],
}

const hows = [
  'open to visitors in season',
  'selling what grows within thirty miles',
  'with something new every week',
  'run by two people and a dog',
  'on land in the family for long',
  'where everyone is welcome',
  'growing for neighbors and restaurants',
  'known for its tomatoes',
]
const taglines = [
  'Grown with care',
  'From our field to your table',
  'Good food, near you',
  'Know your farmer',
]
const origins = [
  'with half an acre',
  'with six hens and a borrowed tractor',
  'after ten years in an office',
]

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
