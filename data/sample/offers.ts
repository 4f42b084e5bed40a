import { z } from 'zod'
import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import { products, units } from '../vocabulary/vocabulary.ts'
import offerList from './offers.json' with { type: 'json' }
import { type Random, Weighted, zipf } from './random.ts'

type Offer = ReturnType<typeof toOffer>

/** 35 % of farms don't state their products. */
const productsUnknown = 0.35
const sellsNothing = 0.003
/** The share of the others with a price list: 30 % of all farms. */
const priced = 0.3 / (1 - productsUnknown)
/** Decline of demand with rank. */
const zipfExponent = 0.9

/**
 * Draws a farm's products and prices: products by Zipf's law in the order of offers.json, mostly in the
 * farm's specialty, with prices around those in that file.
 */
export function drawRange(type: PlaceType, state: string, random: Random): Partial<FeedFarm> {
  if (random.chance(productsUnknown)) return { products: null }
  if (random.chance(sellsNothing)) return { products: [] }
  const offers = drawOffers(type, state, random)
  const names = offers.map((offer) => asWorded(offer, random))
  if (random.chance(strangeTerm)) names.push(random.pick(strangeTerms))
  return {
    products: names,
    product_listings: random.maybe(priced, () => priceList(offers, random)),
  }
}

const strangeTerm = 0.005
/** Products that are not in the vocabulary: every source has some. */
const strangeTerms = ['barn swallow tours', 'goat yoga', 'moon garden kits', 'prairie tonic']

/** Product categories of each specialty. */
const specialties = {
  vegetables: ['vegetables', 'herbs', 'mushrooms', 'beans'],
  fruits: ['fruits', 'nuts', 'value-added', 'beverages'],
  livestock: ['meat', 'poultry', 'eggs'],
  dairy: ['dairy', 'cheese', 'eggs'],
  flowers: ['flowers', 'plants', 'herbs', 'crafts'],
  apiary: ['sweeteners', 'body care', 'crafts'],
  anything: null,
}
type Specialty = keyof typeof specialties

const single = {
  vegetables: 40,
  fruits: 18,
  livestock: 17,
  dairy: 5,
  flowers: 8,
  apiary: 5,
  anything: 7,
}
const specialty = (weights: Partial<typeof single> = {}) =>
  Weighted.of<Specialty>({ ...single, ...weights })
const fruitful = specialty({ fruits: 60 })
const all = specialty({ vegetables: 0, fruits: 0, livestock: 0, anything: 100 })

type Assortment = { sizes: [number, number]; specialty: Weighted<Specialty> }
const assortments: Record<PlaceType, Assortment> = {
  farm: { sizes: [1, 12], specialty: specialty() },
  farmers_market: { sizes: [6, 36], specialty: all },
  csa: { sizes: [6, 30], specialty: specialty({ vegetables: 300 }) },
  ranch: { sizes: [1, 7], specialty: specialty({ livestock: 600 }) },
  on_farm_market: { sizes: [3, 18], specialty: fruitful },
  food_hub: { sizes: [10, 40], specialty: all },
  agritourism: { sizes: [1, 8], specialty: fruitful },
  market: { sizes: [5, 30], specialty: all },
}
/** The share of products from the farm's specialty. */
const ownKind = 0.8

const row = z.strictObject({
  product: z.string(),
  prices: z.record(z.string(), z.number().positive()),
  only_in: z.array(z.string().length(2)).default([]),
})
const offers = z.array(row).parse(offerList).map(toOffer)
const bySpecialty = Object.fromEntries(
  Object.entries(specialties).map(([name, kinds]) => [
    name,
    zipf(kinds ? offers.filter(({ category }) => kinds.includes(category)) : offers, zipfExponent),
  ]),
) as Record<Specialty, Weighted<Offer>>

function drawOffers(type: PlaceType, state: string, random: Random): Offer[] {
  const { sizes, specialty } = assortments[type]
  // The smaller of two draws: most farms have few products.
  const size = Math.min(random.integer(...sizes), random.integer(...sizes))
  const own = bySpecialty[specialty.draw(random)]
  const drawn = new Set<Offer>()
  for (let attempt = 0; drawn.size < size && attempt < 4 * size; attempt++) {
    const offer = (random.chance(ownKind) ? own : bySpecialty.anything).draw(random)
    if (offer.onlyIn.length === 0 || offer.onlyIn.includes(state)) drawn.add(offer)
  }
  return [...drawn]
}

/** The product's name; one time in seven an alias. */
function asWorded({ name, words }: Offer, random: Random): string {
  if (random.chance(6 / 7)) return name
  const word = random.pick(words)
  return random.chance(0.5) ? word : word[0]!.toUpperCase() + word.slice(1)
}

/** A farm's prices are all high or all low; a few products have no price, or several units. */
function priceList(offers: Offer[], random: Random): FeedFarm['product_listings'] {
  const level = Math.exp(0.18 * random.normal())
  const tracksStock = random.chance(0.6)
  return offers.flatMap((offer) => {
    const name = asWorded(offer, random)
    const severalUnits = random.chance(0.15)
    const sold = severalUnits
      ? offer.units
      : [random.chance(0.75) ? offer.units[0]! : random.pick(offer.units)]
    return sold.map(([unit, usual]) => ({
      id: `${offer.name} ${unit}`.replace(/[^a-z]+/g, '-'),
      name,
      price: random.chance(0.06) ? null : likelyPrice(usual * level, random),
      unit,
      category: random.maybe(0.8, () => offer.category),
      in_stock: tracksStock ? random.chance(0.8) : null,
    }))
  })
}

/** A price near the usual one, rounded as on a hand-written sign: 0.85, 4.25, 6.99, 28. */
function likelyPrice(usual: number, random: Random): number {
  const price = usual * Math.exp(0.15 * random.normal())
  if (price >= 20) return Math.round(price)
  if (price < 2) return Math.max(5, Math.round(price * 20) * 5) / 100
  return random.chance(0.2) ? Math.round(price) - 0.01 : Math.round(price * 4) / 4
}

function toOffer({ product, prices, only_in }: z.infer<typeof row>) {
  const entry = products.find(product)
  if (entry?.name !== product)
    throw new Error(`offers: \`${product}\` is not the name of a product`)
  const unknown = Object.keys(prices).find((unit) => units.find(unit)?.name !== unit)
  if (unknown) throw new Error(`offers: \`${unknown}\` of \`${product}\` is not the name of a unit`)
  // Farms do not write the directories' long labels.
  const aliases = entry.aliases.filter((alias) => /^[a-z' -]+$/.test(alias))
  return {
    name: product,
    category: entry.category,
    words: [product, ...aliases],
    units: Object.entries(prices),
    onlyIn: only_in,
  }
}
