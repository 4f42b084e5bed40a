import type { Snapshot } from '../../snapshot/open.ts'
import { farmsWithin, figuresOf, type Area, type Figures } from './area.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { findPrices, meanPrice, priceSums } from './product_prices.ts'
import { mean, percent } from './rounding.ts'
import { countOf, countsOf, knownCounts, ranked, shareOf, sharesOf } from './shares.ts'

/** How long the lists may be. */
const mostProducts = 30
const mostPractices = 20

/** The market of a circle, `all` its farms, in layout A: of all of them, or of those that offer a product. */
export function landscapeA(snapshot: Snapshot, all: Area, choice: ProductChoice | null) {
  const { attributes } = snapshot
  const area = { ...all, only: choice?.farms ?? null }
  const figures = figuresOf(snapshot, area)
  const { farms } = figures
  const known = knownCounts(attributes, figures)
  const count = (status: string) => countOf(attributes, figures, 'verification', status)
  return {
    location: all.center,
    radius_miles: all.radius_mi,
    product_filter: choice?.asked ?? null,
    ...choiceFields(choice),
    total_farms: farms,
    quality: { ...scores(snapshot, figures), tiers: tiers(snapshot, figures) },
    distance_distribution: distances(snapshot, area, farms),
    place_types: countsOf(attributes, figures, 'place_type'),
    known,
    products: sharesOf(attributes, figures, 'products', mostProducts),
    certifications: sharesOf(attributes, figures, 'certifications'),
    practices: sharesOf(attributes, figures, 'practices', mostPractices),
    delivery_options: sharesOf(attributes, figures, 'delivery_options'),
    verification: {
      self_reported: count('self_reported'),
      verified: count('verified'),
      unverified: count('unverified'),
    },
    pricing: {
      farms_with_structured_prices: known.prices,
      pct_with_prices: percent(known.prices, farms),
    },
  }
}

/** The market of a circle, `all` its farms, in layout B, and the prices of a product and who offers it. */
export function landscapeB(snapshot: Snapshot, all: Area, choice: ProductChoice | null) {
  const { attributes } = snapshot
  const figures = figuresOf(snapshot, all)
  const { premium, standard, basic } = tiers(snapshot, figures)
  const delivery = (name: string) => countOf(attributes, figures, 'delivery_options', name)
  return {
    area: { center: all.center, radius_miles: all.radius_mi, total_farms: figures.farms },
    quality_distribution: { Premium: premium, Standard: standard, Basic: basic },
    top_products: topProducts(snapshot, all, figures),
    certifications: countsOf(attributes, figures, 'certifications'),
    practices: countsOf(attributes, figures, 'practices'),
    pricing: pricing(snapshot, all, choice),
    competition: competition(snapshot, all, figures, choice),
    ...choiceFields(choice),
    delivery_coverage: {
      farm_pickup: delivery('farm pickup'),
      farmers_market: delivery('farmers market'),
      home_delivery: delivery('home delivery'),
      drop_site: delivery('drop site'),
    },
    known: knownCounts(attributes, figures),
  }
}

/** Mean (one decimal), median, least and greatest quality score; null without farms. */
function scores({ attributes }: Snapshot, { farms, counts }: Figures) {
  const { first, names } = attributes.range('quality_score')
  const histogram = names
    .map((name, each) => ({ score: Number(name), count: counts[first + each]! }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.score - b.score)
  const sum = histogram.reduce((total, { score, count }) => total + score * count, 0)
  const at = (place: number) => {
    let seen = 0
    return histogram.find(({ count }) => (seen += count) > place)?.score ?? 0
  }
  return {
    avg_score: mean(sum, farms),
    median_score: farms === 0 ? null : (at((farms - 1) >> 1) + at(farms >> 1)) / 2,
    min_score: histogram[0]?.score ?? null,
    max_score: histogram.at(-1)?.score ?? null,
  }
}

function tiers({ attributes }: Snapshot, figures: Figures) {
  const count = (tier: string) => countOf(attributes, figures, 'quality_tier', tier)
  return {
    premium: count('Premium'),
    standard: count('Standard'),
    basic: count('Basic'),
    incomplete: count('incomplete'),
  }
}

function distances(snapshot: Snapshot, area: Area, farms: number) {
  const [within_5mi = 0, within_10mi = 0, within_25mi = 0] = farmsWithin(
    snapshot,
    area,
    [5, 10, 25],
  )
  return { within_5mi, within_10mi, within_25mi, beyond_25mi: farms - within_25mi }
}

function topProducts(snapshot: Snapshot, area: Area, figures: Figures) {
  const { attributes, prices } = snapshot
  const sums = priceSums(snapshot, area)
  return ranked(attributes, figures, 'products')
    .slice(0, mostProducts)
    .map(({ name, count }) => {
      const { avg, unit, count: price_count } = meanPrice(prices, sums, name)
      return { product: name, farm_count: count, avg_price: avg, unit, price_count }
    })
}

/** The prices of the product in the unit of most of them. */
function pricing(snapshot: Snapshot, all: Area, choice: ProductChoice | null) {
  const found = findPrices(
    snapshot,
    { ...all, only: choice?.farms ?? null },
    choice?.priceKinds ?? [],
  )
  const {
    unit = null,
    min = null,
    max = null,
    avg = null,
    median = null,
    count = 0,
  } = found.united[0] ?? {}
  return { product: choice?.asked ?? null, unit, min, max, avg, median, count }
}

/** How many farms offer the product. */
function competition(
  snapshot: Snapshot,
  all: Area,
  figures: Figures,
  choice: ProductChoice | null,
) {
  if (!choice)
    return { product: null, farms_with_product: null, pct: null, pct_of_known: null, known: null }
  const [farms = 0] = farmsWithin(snapshot, { ...all, only: choice.farms }, [all.radius_mi])
  const { count, ...share } = shareOf(
    farms,
    figures.farms,
    countOf(snapshot.attributes, figures, 'known', 'products'),
  )
  return { product: choice.asked, farms_with_product: count, ...share }
}
