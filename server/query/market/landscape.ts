import type { Tier } from '../../../data/schema/meta.ts'
import type { Snapshot } from '../../snapshot/open.ts'
import type { FilterRequest } from '../filters/filter.ts'
import type { FarmPrices } from '../../snapshot/columns/code_lists.ts'
import { Cover, farmsWithin, type NamedCircle } from './area.ts'
import { AreaFigures } from './figures.ts'
import { priceFigures, mean, percent } from './rounding.ts'
import { choiceFields, type ProductChoice } from './product_choice.ts'
import { findPrices, meanPrice } from './product_prices.ts'
import { saidIn, blank, figuresFor, isSuppressed, suppressed } from './suppression.ts'

/** Maximum lengths of the lists. */
const mostProducts = 30
const mostPractices = 20

const highestScore = 100

/** The market of a circle in layout A, as the request's tier sees it. */
export function landscapeA(...[request, circle, choice]: Asked) {
  const found = landscapeOf(request, circle, choice)
  if (!isSuppressed(request.tier, found.total_farms)) return found
  return {
    ...found,
    quality: blank(found.quality),
    known: onlyProducts(found.known),
    certifications: null,
    practices: null,
    delivery_options: null,
    verification: blank(found.verification),
    pricing: blank(found.pricing),
    ...suppressed,
  }
}

type Asked = [request: FilterRequest, circle: NamedCircle, choice: ProductChoice | null]
type Known = ReturnType<AreaFigures['allKnown']>
const onlyProducts = (known: Known) => ({ ...blank(known), products: known.products })

/** Describes a circle's farms: all, or only the farms that offer a product. */
function landscapeOf(...[request, circle, choice]: Asked) {
  const { snapshot } = request
  const area = { ...circle, only: choice?.farms }
  const cover = new Cover(snapshot, area)
  const figures = new AreaFigures(snapshot, cover)
  const { farms } = figures
  const known = figures.allKnown()
  const within = (distance_mi: number) =>
    distance_mi < circle.radius_mi ? farmsWithin(snapshot, area, distance_mi) : farms
  const within_25mi = within(25)
  return {
    snapshot: snapshot.id,
    location: circle.center,
    radius_miles: circle.radius_mi,
    product_filter: choice?.asked ?? null,
    ...choiceFields(choice),
    total_farms: farms,
    quality: { ...scores(figures), tiers: tiers(figures) },
    distance_distribution: {
      within_5mi: within(5),
      within_10mi: within(10),
      within_25mi,
      beyond_25mi: farms - within_25mi,
    },
    place_types: figures.byName('place_type'),
    known,
    products: figures.shares('products', mostProducts),
    certifications: figures.shares('certifications'),
    practices: figures.shares('practices', mostPractices),
    delivery_options: figures.shares('delivery_options'),
    verification: {
      self_reported: figures.count('verification_status', 'self_reported'),
      verified: figures.count('verification_status', 'verified'),
      unverified: figures.count('verification_status', 'unverified'),
    },
    pricing: {
      farms_with_structured_prices: known.prices,
      pct_with_prices: percent(known.prices, farms),
    },
    said: saidIn(request, cover),
  }
}

/**
 * Returns a circle's market in layout B, as the request's tier sees it: all farms, a product's prices and competition.
 */
export function landscapeB(...[request, circle, choice]: Asked) {
  const { snapshot, tier } = request
  const cover = new Cover(snapshot, circle)
  const figures = new AreaFigures(snapshot, cover)
  const { premium, standard, basic } = tiers(figures)
  const delivery = (name: string) => figures.count('delivery_options', name)
  const sellers = competition(snapshot, circle, figures, choice)
  const found = {
    snapshot: snapshot.id,
    area: {
      center: circle.center,
      radius_miles: circle.radius_mi,
      total_farms: figures.farms,
    },
    quality_distribution: { Premium: premium, Standard: standard, Basic: basic },
    top_products: topProducts(snapshot.prices, cover, figures, tier),
    certifications: figures.byName('certifications'),
    practices: figures.byName('practices'),
    pricing: pricing(snapshot, circle, choice, sellers.farms_with_product ?? 0, tier),
    competition: sellers,
    ...choiceFields(choice),
    delivery_coverage: {
      farm_pickup: delivery('farm pickup'),
      farmers_market: delivery('farmers market'),
      home_delivery: delivery('home delivery'),
      drop_site: delivery('drop site'),
    },
    known: figures.allKnown(),
    said: saidIn(request, cover),
  }
  if (!isSuppressed(tier, figures.farms)) return found
  return {
    ...found,
    quality_distribution: blank(found.quality_distribution),
    certifications: null,
    practices: null,
    delivery_coverage: blank(found.delivery_coverage),
    known: onlyProducts(found.known),
    ...suppressed,
  }
}

/** Mean (one decimal), median, minimum and maximum quality score; null without farms. */
function scores(figures: AreaFigures) {
  const { farms } = figures
  const counts = new Uint32Array(highestScore + 1)
  let sum = 0
  figures.each('quality_score', (name, count) => {
    const score = Number(name)
    counts[score] = count
    sum += score * count
  })
  const at = (place: number) => {
    let score = 0
    for (let left = place; left >= counts[score]!; score++) left -= counts[score]!
    return score
  }
  if (farms === 0) return { avg_score: null, median_score: null, min_score: null, max_score: null }
  return {
    avg_score: mean(sum, farms),
    median_score: (at((farms - 1) >> 1) + at(farms >> 1)) / 2,
    min_score: at(0),
    max_score: at(farms - 1),
  }
}

const tiers = (figures: AreaFigures) => ({
  premium: figures.count('quality_tier', 'Premium'),
  standard: figures.count('quality_tier', 'Standard'),
  basic: figures.count('quality_tier', 'Basic'),
  incomplete: figures.count('quality_tier', 'incomplete'),
})

function topProducts(prices: FarmPrices, cover: Cover, figures: AreaFigures, tier: Tier) {
  const sums = cover.sums(prices)
  return figures
    .ranked('offered')
    .slice(0, mostProducts)
    .map(({ name, count }) => {
      const { avg: avg_price, unit, count: price_count, kinds } = meanPrice(prices, sums, name)
      const price = { avg_price, unit, price_count }
      const isOfOne = () =>
        price_count === 1 || (price_count <= prices.mostOfFarm && cover.isOfOne(prices, kinds))
      return { product: name, farm_count: count, ...figuresFor(tier, count, price, isOfOne) }
    })
}

/** A product's prices in their most common unit, for keys of a tier; `farms`: farms that offer it. */
function pricing(
  snapshot: Snapshot,
  circle: NamedCircle,
  choice: ProductChoice | null,
  farms: number,
  tier: Tier,
) {
  const found = choice && findPrices(snapshot, { ...circle, only: choice.farms }, choice.priceKinds)
  const most = found?.united.figures()[0] ?? { unit: null, farms: 0, ...priceFigures([]) }
  const { unit, min, max, avg, median, count } = most
  const figures = { unit, min, max, avg, median, count }
  const visible = figuresFor(tier, farms, figures, () => most.farms === 1)
  return { product: choice?.asked ?? null, ...visible }
}

/** Counts the farms that offer the product. */
function competition(
  snapshot: Snapshot,
  circle: NamedCircle,
  figures: AreaFigures,
  choice: ProductChoice | null,
) {
  if (!choice)
    return {
      product: null,
      farms_with_product: null,
      pct: null,
      pct_of_known: null,
      known: null,
      sparse: null,
    }
  const farms = farmsWithin(snapshot, { ...circle, only: choice.farms })
  const { count, ...share } = figures.shareOf('products')(farms)
  return { product: choice.asked, farms_with_product: count, ...share }
}
