import type { FeedFarm } from '../schema/farm_feed.ts'
import { personName } from './names.ts'
import type { Place } from './places.ts'
import type { PlaceType } from './place_types.ts'
import type { Random } from './random.ts'
import { Weighted } from './weighted.ts'

/** A farm as far as it is drawn; `number` is unique in the feed. */
type Subject = { number: number; name: string; type: PlaceType; place: Place }

/**
 * Draws what a farm tells of itself, and how to reach it, with gaps. Telephone numbers are of the
 * range 555-0100 to 555-0199, which belongs to nobody, and addresses on the web of example.org.
 */
export function drawProfile(subject: Subject, random: Random): Partial<FeedFarm> {
  return {
    ...drawContact(subject, random),
    ...drawStory(subject, random),
    ...drawRatings(subject, random),
  }
}

function drawContact({ name, number }: Subject, random: Random): Partial<FeedFarm> {
  const slug = name.toLowerCase().replace(/[^a-z]+/g, '-')
  const host = `${slug}-${number}.example.org`
  const contact: Partial<FeedFarm> = {}
  if (random.chance(0.85)) contact.address = `${random.integer(1, 4999)} ${random.pick(roads)}`
  if (random.chance(0.6))
    contact.phone = `${areaCode(random)}-555-01${twoDigits(random.integer(0, 99))}`
  if (random.chance(0.55)) contact.website = `https://${host}/`
  if (random.chance(0.35)) contact.email = `hello@${host}`
  if (random.chance(0.3)) contact.social_links = [`https://social.example.org/${slug}-${number}`]
  return contact
}

/** Three digits as area codes have: no 0 or 1 in front, no 9 in the middle, no N11. */
function areaCode(random: Random): string {
  const middle = random.integer(0, 8)
  const last = random.integer(middle === 1 ? 2 : 0, 9)
  return `${random.integer(2, 9)}${middle}${last}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

const roads = [
  ...['Barn Road', 'Brook Lane', 'Church Street', 'County Road 12', 'Creek Road', 'Depot Street'],
  ...[
    'Farm Lane',
    'Ferry Road',
    'Hill Road',
    'Hollow Road',
    'Lake Road',
    'Main Street',
    'Market Street',
  ],
  ...['Meadow Lane', 'Mill Road', 'North Street', 'Old Post Road', 'Orchard Road', 'Park Avenue'],
  ...['Pleasant Street', 'Pond Road', 'Quarry Road', 'Ridge Road', 'River Road', 'School Street'],
  ...[
    'Spring Street',
    'State Route 9',
    'Station Road',
    'Valley Road',
    'Water Street',
    'Willow Lane',
  ],
]

function drawStory({ type, place }: Subject, random: Random): Partial<FeedFarm> {
  const story: Partial<FeedFarm> = {
    description: `Synthetic farm: ${random.pick(whats[type])} near ${place.town}, ${random.pick(hows)}.`,
  }
  if (random.chance(0.15)) story.tagline = random.pick(taglines)
  if (random.chance(0.3)) story.farmer_name = personName(random)
  if (random.chance(0.25)) story.founded_year = 2025 - Math.floor(120 * random.fraction() ** 3)
  if (random.chance(0.08))
    story.story = `${personName(random)} started here ${random.pick(origins)}.`
  return story
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
  const ratings: Partial<FeedFarm> = {}
  if (random.chance(0.25)) {
    ratings.google_rating = Math.min(5, Math.round((46 + 4 * random.normal()) * 1) / 10)
    ratings.google_review_count = Math.ceil(Math.exp(3 + 1.2 * random.normal()))
  }
  if (random.chance(0.2)) ratings.price_range = priceRanges.draw(random)
  if (random.chance(0.12)) {
    ratings.image_url = `https://images.example.org/farms/${number}.jpg`
    ratings.images = [ratings.image_url]
  }
  if (random.chance(0.4)) ratings.verification_status = statuses.draw(random)
  return ratings
}

const priceRanges = Weighted.of({ $: 30, $$: 55, $$$: 13, $$$$: 2 })
const statuses = Weighted.of({ self_reported: 55, verified: 25, unverified: 20 })
