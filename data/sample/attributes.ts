import type { FeedFarm } from '../schema/input/farm_feed.ts'
import type { PlaceType } from '../schema/tables/farm.ts'
import type { Random } from './random.ts'

type Chances = Readonly<Record<string, number>>

/** Draws a farm's practices, delivery and payment methods, with gaps; undefined = unknown. */
export function drawAttributes(type: PlaceType, random: Random): Partial<FeedFarm> {
  return {
    certifications: random.maybe(0.3, () => drawEach(certifications, random)),
    practices: random.maybe(0.45, () => drawEach(practices, random)),
    delivery_options: random.maybe(0.5, () => drawEach(deliveryOptions[type], random)),
    payment_methods: random.maybe(0.55, () => drawEach(paymentMethods, random)),
  }
}

/** Draws each term with its own chance; if none is drawn, takes the likeliest. */
function drawEach(chances: Chances, random: Random): string[] {
  const terms = Object.keys(chances).filter((term) => random.chance(chances[term]!))
  return terms.length > 0 ? terms : [Object.keys(chances)[0]!]
}

// Likeliest first. Some use the directories' spelling, not the vocabulary's.
const certifications: Chances = {
  'USDA organic': 0.5,
  'Certified Naturally Grown': 0.16,
  'Certified Humane': 0.06,
  'Animal Welfare Approved': 0.06,
  'GAP certified': 0.1,
  'certified organic': 0.05,
  'American Grassfed': 0.04,
  'Real Organic Project': 0.03,
  'Salmon-Safe': 0.02,
}

const practices: Chances = {
  'no pesticides': 0.42,
  sustainable: 0.3,
  organic: 0.28,
  'pasture raised': 0.25,
  'no antibiotics': 0.2,
  'no hormones': 0.2,
  'grass fed': 0.16,
  'Humane treatment of animals': 0.14,
  'non-GMO': 0.14,
  regenerative: 0.12,
  'free range': 0.08,
  'cover cropping': 0.07,
  'heirloom varieties': 0.07,
  'no till': 0.06,
  'Integrated pest management': 0.05,
  biodynamic: 0.02,
  hydroponic: 0.02,
}

const shop: Chances = {
  'farm pickup': 0.75,
  'farm stand': 0.4,
  'farmers market': 0.35,
  'online store': 0.18,
  'home delivery': 0.15,
  'drop site': 0.1,
  wholesale: 0.1,
  'pick your own': 0.08,
  shipping: 0.05,
}
const deliveryOptions: Record<PlaceType, Chances> = {
  farm: shop,
  farmers_market: { 'farmers market': 0.97, 'curbside pickup': 0.12, 'home delivery': 0.04 },
  csa: { 'CSA share': 0.85, 'drop site': 0.6, 'farm pickup': 0.6, 'home delivery': 0.25 },
  ranch: { ...shop, shipping: 0.3 },
  on_farm_market: { ...shop, 'farm stand': 0.9, 'pick your own': 0.3 },
  food_hub: { wholesale: 0.85, 'online store': 0.5, 'home delivery': 0.35, 'drop site': 0.35 },
  agritourism: { 'pick your own': 0.75, 'farm stand': 0.5, 'farm pickup': 0.25 },
  market: { 'retail store': 0.9, 'home delivery': 0.2, 'curbside pickup': 0.2 },
}

const paymentMethods: Chances = {
  cash: 0.9,
  'credit card': 0.68,
  checks: 0.6,
  SNAP: 0.28,
  WIC: 0.14,
  SFMNP: 0.13,
  'WIC cash': 0.06,
  Venmo: 0.22,
  PayPal: 0.12,
  'debit card': 0.2,
  'Apple Pay': 0.08,
  barter: 0.02,
}
