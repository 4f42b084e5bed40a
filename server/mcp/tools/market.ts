import { z } from 'zod'
import { counted } from '../../../data/counted.ts'
import { landscape, layoutB, type LandscapeB } from '../../routes/market/landscape.ts'
import { areaOf } from '../area.ts'
import { coverageLine, hintLines } from '../farm_lines.ts'
import { defaultRadius, near, product, radius, saidSince } from '../parameters.ts'
import { answerText, dollarText } from '../text.ts'
import { tool } from '../tool.ts'

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
  async answer({ near, radius, product, said_since }, { ask }) {
    const area = await areaOf(ask, { near, radius, said_since })
    const { snapshot, location, facets } = area.meta
    const found = layoutB(
      await ask(landscape, { near, radius_miles: radius, product, said_since, snapshot }),
    )
    const kinds = (facets?.place_type ?? []).map(({ value, count }) => `${value} ${count}`)
    return answerText({
      head: [
        `${counted(found.area.total_farms, 'farm')} within ${radius} miles of ${location?.name ?? near}: ${kinds.join(', ') || 'none'}.`,
        ...hintLines(area.meta),
        ...(product === undefined ? [] : [competition(product, found)]),
        `Most offered, of ${known(found, 'products')}:`,
      ],
      items: found.top_products.map(productLine),
      tail: [
        shares('Certifications', found.certifications, known(found, 'certifications')),
        shares('Practices', found.practices, known(found, 'practices')),
        shares('Delivery', found.delivery_coverage, known(found, 'delivery_options')),
        coverageLine(area),
      ],
    })
  },
})

const hidden = 'hidden from free keys for so few farms'

const known = ({ known }: LandscapeB, of: keyof LandscapeB['known']) =>
  known[of] == null ? `the farms if known (${hidden})` : `${counted(known[of], 'farm')} if known`

function productLine({ product, farm_count, avg_price, unit }: LandscapeB['top_products'][number]) {
  const price = avg_price === null ? '' : `, ${dollarText(avg_price)} per ${unit} on average`
  return `- ${product}: ${counted(farm_count, 'farm')}${price}`
}

function competition(
  product: string,
  { competition: found, did_you_mean: did }: LandscapeB,
): string {
  const { farms_with_product, pct_of_known, known, sparse } = found
  const few = sparse ? ', too few to generalize' : ''
  const share =
    pct_of_known === null
      ? ''
      : `, ${pct_of_known} % of the ${known} whose products are known${few}`
  const meant = did ? ` Did you mean "${did}"?` : ''
  return `${found.product ?? product}: offered by ${counted(farms_with_product ?? 0, 'farm')}${share}.${meant}`
}

function shares(title: string, counts: Record<string, number | null> | null, of: string): string {
  if (counts === null) return `${title}: ${hidden}.`
  const said = Object.entries(counts)
    .filter(([, count]) => count !== null && count > 0)
    .slice(0, 12)
    .map(([name, count]) => `${name} ${count}`)
  return `${title}, of ${of}: ${said.join(', ') || 'none known'}.`
}
