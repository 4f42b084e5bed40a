import { z } from 'zod'
import { counted } from '../../../data/counted.ts'
import { filtersOfOption } from '../../query/filters/conditions.ts'
import { farms } from '../../routes/farms/farms.ts'
import { search } from '../../routes/farms/search.ts'
import { defaultRadius, page, near, radius, saidSince, state } from '../parameters.ts'
import { answerText } from '../text.ts'
import { tool } from '../tool.ts'
import { coverageLine, farmLine, hintLines, hiddenNote, type FarmList } from '../farm_lines.ts'

const limit = z.int().min(1).max(20).default(8).describe('Maximum number of farms, 1 to 20')

export const findFarms = tool({
  name: 'find_farms',
  title: 'Find farms',
  description:
    'Lists farms, farmers markets and CSAs near a place (nearest first), or in a state, that sell a product, are open on a day, or have words in their name. The filters open_on, open_between, certifications, practices and payment_methods need a paid key.',
  input: z.strictObject({
    near: near.optional(),
    radius: radius.optional(),
    state: state.optional(),
    products: z.string().optional().describe('Sells all of these: "eggs" or "eggs,honey"'),
    any_product: z
      .boolean()
      .optional()
      .describe('true: any one of the products will do, and of each other list'),
    place_type: z
      .string()
      .optional()
      .describe(
        'farm, farmers_market, csa, ranch, on_farm_market, food_hub, agritourism, market; several: "farm,csa"',
      ),
    q: z.string().optional().describe('Words in the name, city or state, such as "stone creek"'),
    open_on: z.string().optional().describe('Known to be open on "sat", or on a date "2026-07-04"'),
    open_between: z
      .string()
      .optional()
      .describe('With open_on: open at some time in "08:00-12:00"'),
    include_unknown_hours: z
      .boolean()
      .optional()
      .describe('With open_on, true: include farms with unknown hours'),
    certifications: z.string().optional().describe('Such as "USDA organic"'),
    practices: z.string().optional().describe('Such as "pasture raised"'),
    payment_methods: z.string().optional().describe('Such as "SNAP"'),
    said_since: saidSince.optional(),
    limit,
    page,
  }),
  async answer({ limit, page, any_product, include_unknown_hours, ...filters }, { ask }) {
    const { near, radius, open_on } = filters
    const hasLists = filtersOfOption.match.some((name) => name in filters)
    const isAround = near !== undefined || radius !== undefined
    const found = await ask(isAround ? search : farms, {
      ...filters,
      match: hasLists && !any_product ? 'all' : undefined,
      open_unknown: include_unknown_hours && open_on !== undefined ? 'include' : undefined,
      per_page: limit,
      page,
    })
    const { data, meta } = found
    const first = (page - 1) * limit
    return answerText({
      head: [headline(found, radius ?? defaultRadius), ...hintLines(meta)],
      items: data.map((farm, index) => `${first + index + 1}. ${farmLine(farm)}`),
      tail: [
        ...(meta.has_more ? [`More: call again with page ${page + 1}.`] : []),
        ...(open_on !== undefined && !include_unknown_hours ? [unknownHours] : []),
        coverageLine(found),
        ...hiddenNote(data),
      ],
    })
  },
})

const unknownHours =
  'Farms whose hours are unknown are not included: include_unknown_hours adds them.'

function headline({ data, meta }: FarmList, radius: number): string {
  const where = meta.location ? ` within ${radius} miles of ${meta.location.name}` : ''
  const shown = data.length < meta.total ? `, ${data.length} shown` : ''
  return `${counted(meta.total, 'farm')} found${where}${shown}.`
}
