import { z } from 'zod'
import { counted } from '../../../data/digit_grouping.ts'
import { targetOf } from '../../ask/ask.ts'
import { delivery } from '../../routes/market/delivery.ts'
import { landscape, layoutB, type LandscapeB } from '../../routes/market/landscape.ts'
import { areaOf, coverageEntry, coverageLine, hintLines, pinned } from '../farm_lines.ts'
import { defaultRadius, near, product, radius, saidSince } from '../parameters.ts'
import { dollarText, perUnit } from '../text.ts'
import { tool } from '../tool.ts'

type Area = Awaited<ReturnType<typeof areaOf>>

const counts = z
  .record(z.string(), z.number().nullable())
  .nullable()
  .describe('Farms by value; null: hidden from free keys for so few farms')

export const market = tool({
  name: 'describe_market',
  title: 'The market around a place',
  description:
    'Figures of the farms around a place: number, place types, most frequent products, practices, delivery; with a product, the number that offers it.',
  input: z.strictObject({
    near,
    radius: radius.default(defaultRadius),
    product: product.optional(),
    said_since: saidSince.optional(),
  }),
  output: z.strictObject({
    place: z.string(),
    radius_miles: z.number(),
    farms: z.number(),
    place_types: counts,
    product: z
      .strictObject({
        name: z.string(),
        farms: z.number().nullable().describe('Farms that offer it'),
        known: z.number().nullable().describe('Farms whose products are known'),
        did_you_mean: z.string().nullable(),
      })
      .optional(),
    certifications: counts,
    practices: counts,
    delivery: counts,
    coverage: coverageEntry,
    top_products: z.array(
      z.strictObject({
        product: z.string(),
        farms: z.number(),
        avg_price: z.number().nullable(),
        unit: z.string().nullable(),
      }),
    ),
  }),
  async answer({ near, radius, product, said_since }, { ask }) {
    const area = await areaOf(ask, { near, radius, said_since })
    const { snapshot, location } = area.meta
    const query = { near, radius_miles: radius, product, said_since, snapshot }
    const found = layoutB(await ask(landscape, query))
    const circle = { near, radius, said_since, snapshot }
    const { delivery_options } = await ask(delivery, circle)
    const options = delivery_options && countsOf(delivery_options)
    const place = location?.name ?? near
    const kinds = kindsOf(area).map(([value, count]) => `${value} ${count}`)
    return {
      head: [
        `${counted(found.area.total_farms, 'farm')} within ${radius} miles of ${place}: ${kinds.join(', ') || 'none'}.`,
        ...hintLines(product === undefined ? area.meta : found),
        ...(product === undefined || isUnknown(found) ? [] : [competition(product, found)]),
        `Most offered (products ${known(found, 'products')}):`,
      ],
      items: found.top_products.map(productLine),
      tail: [
        shares('Certifications', found.certifications, known(found, 'certifications')),
        shares('Practices', found.practices, known(found, 'practices')),
        shares('Delivery', options, known(found, 'delivery_options')),
        coverageLine(area),
      ],
      data: { place, radius_miles: radius, ...dataOf(area, found, product), delivery: options },
      list: 'top_products',
      snapshot,
      sources: [pinned(area), targetOf(landscape, query), targetOf(delivery, circle)],
    }
  },
})

const kindsOf = ({ meta }: Area) =>
  (meta.facets?.place_type ?? []).map(({ value, count }) => [value, count] as const)

const dataOf = (area: Area, found: LandscapeB, product: string | undefined) => ({
  farms: found.area.total_farms,
  place_types: Object.fromEntries(kindsOf(area)),
  ...(product !== undefined && {
    product: {
      name: found.competition.product ?? product,
      farms: found.competition.farms_with_product,
      known: found.competition.known,
      did_you_mean: found.did_you_mean ?? null,
    },
  }),
  certifications: found.certifications,
  practices: found.practices,
  coverage: area.meta.coverage,
  top_products: found.top_products.map(({ product, farm_count: farms, avg_price, unit }) => ({
    product,
    farms,
    avg_price,
    unit,
  })),
})

const countsOf = (shares: { name: string; count: number }[]) =>
  Object.fromEntries(shares.map(({ name, count }) => [name, count]))

/** Returns true if the product is no term of the vocabulary. */
const isUnknown = ({ matched_products }: LandscapeB) => matched_products?.length === 0

const hidden = 'hidden from free keys for so few farms'

const known = ({ known }: LandscapeB, of: keyof LandscapeB['known']) =>
  known[of] == null ? hidden : `known for ${counted(known[of], 'farm')}`

function productLine({ product, farm_count, avg_price, unit }: LandscapeB['top_products'][number]) {
  const price =
    avg_price === null ? '' : `, ${dollarText(avg_price)} ${perUnit(unit ?? 'unit')} on average`
  return `- ${product}: ${counted(farm_count, 'farm')}${price}`
}

function competition(product: string, { competition: found }: LandscapeB): string {
  const { farms_with_product, pct_of_known, known, sparse } = found
  const few = sparse ? ', too few to generalize' : ''
  const share =
    pct_of_known === null
      ? ''
      : `, ${pct_of_known} % of the ${known} whose products are known${few}`
  return `${found.product ?? product}: offered by ${counted(farms_with_product ?? 0, 'farm')}${share}.`
}

function shares(title: string, counts: Record<string, number | null> | null, of: string): string {
  if (counts === null) return `${title}: ${hidden}.`
  const said = Object.entries(counts)
    .filter(([, count]) => count !== null && count > 0)
    .slice(0, 12)
    .map(([name, count]) => `${name} ${count}`)
  return `${title} (${of}): ${said.join(', ') || 'none'}.`
}
