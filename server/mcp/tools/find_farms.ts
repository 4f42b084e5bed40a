import { z } from 'zod'
import { counted } from '../../../data/digit_grouping.ts'
import { filtersOfOption } from '../../query/filters/conditions.ts'
import { badParameters, Problem } from '../../http/problem.ts'
import { farms } from '../../routes/farms/farms.ts'
import { find } from '../../routes/farms/find.ts'
import { search } from '../../routes/farms/search.ts'
import {
  defaultRadius,
  listPage,
  page,
  near,
  radius,
  saidSince,
  several,
  state,
} from '../parameters.ts'
import { tool } from '../tool.ts'
import {
  coverageEntry,
  coverageLine,
  entryOf,
  farmEntry,
  farmLine,
  hintLines,
  hiddenNote,
  pinned,
  readLines,
  type FarmList,
} from '../farm_lines.ts'

const limit = z.int().min(1).max(20).default(8).describe('Maximum number of farms, 1 to 20')

export const findFarms = tool({
  name: 'find_farms',
  title: 'Find farms',
  description:
    'Lists farms, farmers markets and CSAs near a place (nearest first), or in a state, that sell a product, are open on a day, or have words in their name. The filters open_on, open_between, certifications, practices and payment_methods need a paid key.',
  input: z.strictObject({
    text: z
      .string()
      .max(200)
      .optional()
      .describe(
        'The whole question, such as "eggs open saturday near Albany, NY", in English or Spanish, in place of the filters below',
      ),
    near: near.optional(),
    radius: radius.optional(),
    state: state.optional(),
    products: several.optional().describe('Sells all of these: "eggs" or "eggs,honey"'),
    any_product: z
      .boolean()
      .optional()
      .describe('true: any one of the products will do, and of each other list'),
    place_type: several
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
    certifications: several.optional().describe('Such as "USDA organic"'),
    practices: several.optional().describe('Such as "pasture raised"'),
    payment_methods: several.optional().describe('Such as "SNAP"'),
    said_since: saidSince.optional(),
    limit,
    page,
  }),
  output: z.strictObject({
    place: z.string().nullable().describe('Center of the search'),
    radius_miles: z.number().nullable(),
    understood: z
      .record(z.string(), z.string())
      .optional()
      .describe('Parameters that the text was read as'),
    hints: z.array(z.string()),
    ...listPage,
    farms: z.array(farmEntry),
    coverage: coverageEntry,
  }),
  async answer(
    { limit, page, any_product, include_unknown_hours, text, said_since, ...filters },
    { ask },
  ) {
    if (text !== undefined) requireAlone(filters)
    const { near, radius, open_on } = filters
    const hasLists = filtersOfOption.match.some((name) => name in filters)
    const isAround = near !== undefined || radius !== undefined
    const paging = { said_since, per_page: limit, page }
    const found =
      text === undefined
        ? await ask(isAround ? search : farms, {
            ...filters,
            ...paging,
            match: hasLists && !any_product ? 'all' : undefined,
            open_unknown: include_unknown_hours && open_on !== undefined ? 'include' : undefined,
          })
        : onePlace(text, await ask(find, { text, ...paging }))
    const { data, meta } = found
    const first = (page - 1) * limit
    const miles = radius ?? Number(meta.understood?.['radius'] ?? defaultRadius)
    return {
      head: [headline(found, miles), ...readLines(meta), ...hintLines(meta)],
      items: data.map((farm, index) => `${first + index + 1}. ${farmLine(farm)}`),
      tail: [
        ...(meta.has_more ? [`More: call again with page ${page + 1}.`] : []),
        ...(open_on !== undefined && !include_unknown_hours ? [unknownHours] : []),
        coverageLine(found),
        ...hiddenNote(data),
      ],
      data: dataOf(found, miles),
      list: 'farms',
      snapshot: meta.snapshot,
      sources: [pinned(found)],
    }
  },
})

const dataOf = ({ data, meta }: FarmList, miles: number) => ({
  place: meta.location?.name ?? null,
  radius_miles: meta.location ? miles : null,
  ...(meta.understood && { understood: meta.understood }),
  hints: [...readLines(meta).slice(1), ...hintLines(meta)],
  total: meta.total,
  page: meta.page,
  has_more: meta.has_more,
  farms: data.map(entryOf),
  coverage: meta.coverage,
})

/** Throws a 400 Problem that lists the places, if the text names one of several. */
function onePlace(text: string, found: FarmList): FarmList {
  const place = found.meta.ambiguous?.find(({ parameter }) => parameter === 'near')
  const others = place?.others.filter(({ parameter }) => parameter === 'near') ?? []
  if (!place || others.length === 0) return found
  const errors = [place, ...others].map(({ value }) => ({
    parameter: 'text',
    message: `\`${place.text}\` may be ${value}`,
    suggestion: text.replace(place.text, () => value),
  }))
  const detail = `text: several places are called \`${place.text}\`: name one`
  throw new Problem('bad-request', detail, { errors })
}

/** Throws a 400 Problem for filters beside a text, which would be ignored. */
function requireAlone(filters: Record<string, unknown>): void {
  const given = Object.keys(filters).filter((name) => filters[name] !== undefined)
  if (given.length === 0) return
  throw badParameters(
    given.map((parameter) => ({ parameter, message: 'is part of the text: give text alone' })),
  )
}

const unknownHours =
  'Farms whose hours are unknown are not included: include_unknown_hours adds them.'

function headline({ data, meta }: FarmList, radius: number): string {
  const where = meta.location ? ` within ${counted(radius, 'mile')} of ${meta.location.name}` : ''
  const shown = data.length < meta.total ? `, ${data.length} shown` : ''
  return `${counted(meta.total, 'farm')} found${where}${shown}.`
}
