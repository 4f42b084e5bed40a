import { z } from 'zod'
import { stateOf } from '../../../data/geography/states.ts'
import type { DatedGroup } from '../../../data/schema/said_at.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { targetOf, type Ask } from '../../ask/ask.ts'
import { Problem } from '../../http/problem.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { farms } from '../../routes/farms/farms.ts'
import { suggest } from '../../routes/lookup.ts'
import {
  entryOf,
  farmEntry,
  hiddenNote,
  lastConfirmed,
  pinned,
  placeOf,
  type ShownFarm,
  hoursText,
} from '../farm_lines.ts'
import { dollarText, names, oneLine, perUnit, quoted } from '../text.ts'
import { tool, type ToolAnswer } from '../tool.ts'

const output = z.strictObject({
  farm: farmEntry
    .extend({
      page: z.string().describe('Web page of the farm'),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      facts: z.record(z.string(), z.string()).describe('Known facts, as sources have them'),
      unknown: z.array(z.string()).describe('Facts that were never collected'),
    })
    .nullable()
    .describe('null: none, or several candidates'),
  prices: z.array(
    z.strictObject({
      name: z.string().nullable(),
      price: z.number().nullable(),
      unit: z.string().nullable(),
      in_stock: z.boolean().nullable(),
    }),
  ),
  candidates: z
    .array(z.strictObject({ id: z.string(), name: z.string(), where: z.string() }))
    .describe('Farms that the name may mean'),
})
type FarmAnswer = ToolAnswer<z.output<typeof output>>

export const farm = tool({
  name: 'get_farm',
  title: 'One farm',
  description:
    'Everything about one farm: what it sells, prices, hours, contact (paid keys), and what is unknown. By its id from another answer, or by its name, with `place` if several have it.',
  input: z.strictObject({
    farm_id: z.uuid().optional().describe('Id from another answer'),
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Its name, in full or begun, if there is no id'),
    place: z
      .string()
      .min(2)
      .max(200)
      .optional()
      .describe('Place of the farm with that name: "Ithaca, NY", "Ithaca", "NY" or "New York"'),
  }),
  output,
  async answer({ farm_id, name, place }, { ask, site }) {
    if ((farm_id === undefined) === (name === undefined))
      throw new Problem('bad-request', 'Give farm_id or name, and one of them only.')
    if (farm_id !== undefined && place !== undefined)
      throw new Problem('bad-request', 'Give place beside a name only: farm_id is one farm.')
    if (farm_id !== undefined) return about(ask, site, farm_id)
    const found = await byName(ask, name!, place)
    const [first] = found.farms
    return found.farms.length === 1 ? about(ask, site, first!.id) : whichOne(name!, place, found)
  },
})

async function about(ask: Ask, site: string, id: string): Promise<FarmAnswer> {
  const snapshot = await snapshotOf(ask, id)
  const { data } = await ask(farmRoute, { id, snapshot })
  return farmAnswer(data, snapshot, `${site}/farms/${data.id}`)
}

type Found = { farms: Named[]; snapshot: string; source: string }
type Named = { id: string; name: string; where: string }

/** The most farms that a name is looked up for. */
const limit = 20

/** The farms that a name may mean: those whose name is it or begins with it, if there are any. */
async function byName(ask: Ask, name: string, place: string | undefined): Promise<Found> {
  const { farms, ...found } = await (place === undefined
    ? suggested(ask, name)
    : namedIn(ask, name, place))
  const given = wordsOf(name).join(' ')
  const begun = farms.filter((each) => wordsOf(each.name).join(' ').startsWith(given))
  return { ...found, farms: begun.length > 0 ? begun : farms }
}

async function suggested(ask: Ask, name: string): Promise<Found> {
  const query = { q: name, types: 'farm', limit }
  const { data, meta } = await ask(suggest, query)
  const { snapshot } = meta
  const named = data.map(({ farm_id, name, detail: where }) => ({ id: farm_id!, name, where }))
  return { farms: named, snapshot, source: targetOf(suggest, { ...query, snapshot }) }
}

async function namedIn(ask: Ask, name: string, place: string): Promise<Found> {
  const found = await ask(farms, {
    q: name,
    ...filterBy(place),
    fields: 'id,name,city,state',
    per_page: limit,
  })
  const named = found.data.map(({ id, name, city, state }) => ({
    id,
    name: name ?? '',
    where: [city, state].filter(Boolean).join(', '),
  }))
  return { farms: named, snapshot: found.meta.snapshot, source: pinned(found) }
}

/** `NY`, `Ithaca` or `Ithaca, New York` as filters of a list. */
function filterBy(place: string): { city?: string; state?: string } {
  const [, city, after] = /^(.+),([^,]+)$/.exec(place) ?? []
  const state = stateOf(after ?? place)
  if (state === null) return { city: place }
  return city === undefined ? { state } : { city, state }
}

/** The live snapshot, to ask the same one twice. */
const snapshotOf = async (ask: Ask, farm_id: string) =>
  (await ask(farms, { ids: farm_id, fields: 'id' })).meta.snapshot

function whichOne(
  name: string,
  place: string | undefined,
  { farms, snapshot, source }: Found,
): FarmAnswer {
  const more = farms.length === limit ? ' There may be more: `place` narrows them.' : ''
  const head =
    farms.length === 0
      ? `No farm is called "${name}", nor anything like it${place === undefined ? '' : `, in "${place}"`}. find_farms finds farms by place and product.`
      : `${farms.length} farms may be "${name}"; call again with one farm_id.${more}`
  const candidates = farms.map(({ id, name, where }) => ({
    id,
    name: oneLine(name, 100),
    where: oneLine(where, 80),
  }))
  return {
    head: [head],
    items: candidates.map(
      ({ id, name, where }) => `- ${quoted(name, 100)}, ${quoted(where, 80)}; id ${id}`,
    ),
    tail: ['Coverage: names of farms alone.'],
    data: { farm: null, prices: [], candidates },
    list: 'candidates',
    snapshot,
    sources: [source],
  }
}

type Fact = string | null | undefined

/** Facts of a farm in the source's own words; null = unknown, undefined = hidden. */
const sourceTexts: [
  name: string,
  value: (farm: ShownFarm) => Fact,
  group: DatedGroup | null,
  most: number,
][] = [
  ['other products', ({ products_other }) => products_other?.join(', '), 'products', 400],
  [
    'address',
    ({ address, zip }) => address && [address, zip].filter(Boolean).join(', '),
    null,
    200,
  ],
  ['phone', ({ phone }) => phone, 'contact', 60],
  ['email', ({ email }) => email, 'contact', 100],
  ['website', ({ website }) => website, 'contact', 200],
  ['description', ({ description }) => description, 'text', 400],
]

type ListField =
  'products' | 'certifications' | 'practices' | 'delivery_options' | 'payment_methods'

/** The first terms of a list. */
const termsOf = (field: ListField, most: number) => (farm: ShownFarm) =>
  farm[field] && names(farm[field], most)

/** Facts of a farm in terms of the vocabulary. Hours contain their date. */
const facts: [name: string, value: (farm: ShownFarm) => Fact, group: DatedGroup | null][] = [
  ['sells', termsOf('products', 60), 'products'],
  [
    'hours',
    ({ hours_json, hours_confirmed_at: said }) => hours_json && hoursText(hours_json, said, 600),
    null,
  ],
  ['certifications', termsOf('certifications', 20), 'practices'],
  ['practices', termsOf('practices', 20), 'practices'],
  ['delivery', termsOf('delivery_options', 20), 'delivery_options'],
  ['payment', termsOf('payment_methods', 20), 'payment_methods'],
  ['verification', ({ verification_status }) => verification_status, null],
]

/** The facts of a farm by name; texts of sources as `written`. */
const factsOf = (farm: ShownFarm, written: (text: string, most: number) => string) => [
  ...facts.map(([name, value, group]) => [name, dated(value(farm), farm, group)] as const),
  ...sourceTexts.map(([name, value, group, most]) => {
    const text = value(farm)
    return [name, dated(text ? written(text, most) : text, farm, group)] as const
  }),
]

/** A fact with the day on which a source stated its group. */
function dated(fact: Fact, { said_at }: ShownFarm, group: DatedGroup | null): Fact {
  const day = group && said_at?.[group]
  return fact && day ? `${fact} (stated ${day})` : fact
}

function farmAnswer(farm: ShownFarm, snapshot: string, page: string): FarmAnswer {
  const all = factsOf(farm, quoted)
  const known = all.filter(([, value]) => value)
  const unknown = all.flatMap(([name, value]) => (value === null ? [name] : []))
  const listings = farm.product_listings ?? []
  const missing = farm.product_listings?.length === 0 ? [...unknown, 'prices'] : unknown
  return {
    head: [
      ...farmHead(farm, page),
      ...known.map(([name, value]) => `${name}: ${value}`),
      ...(listings.length > 0 ? ['prices as listed:'] : []),
    ],
    items: listings.map(listingLine),
    tail: [
      `Unknown (never collected, which is not "no"): ${missing.join(', ') || 'nothing of the above'}.`,
      `Coverage: one farm, ${known.length} of ${known.length + unknown.length} facts known.`,
      ...hiddenNote([farm]),
    ],
    data: { farm: dataOf(farm, page, missing), prices: listings.map(priceOf), candidates: [] },
    list: 'prices',
    snapshot,
    sources: [targetOf(farmRoute, { id: farm.id!, snapshot })],
  }
}

const farmHead = (farm: ShownFarm, page: string): string[] => [
  `${quoted(farm.name ?? 'name unknown', 150)} (${farm.place_type ?? 'kind unknown'}), ${placeOf(farm)}${farm.county ? `, county ${farm.county}` : ''}; id ${farm.id}`,
  ...(farm.synthetic ? ['This farm is SYNTHETIC: no such farm exists.'] : []),
  `location: ${farm.lat ?? 'unknown'}, ${farm.lng ?? 'unknown'} (${farm.location_precision ?? 'precision unknown'})`,
  `last confirmed by a source: ${lastConfirmed(farm) ?? 'unknown'}; sources: ${names(farm.sources, 5)}; page: ${page}`,
]

const dataOf = (farm: ShownFarm, page: string, unknown: string[]) => ({
  ...entryOf(farm),
  page,
  lat: farm.lat ?? null,
  lng: farm.lng ?? null,
  facts: Object.fromEntries(
    factsOf(farm, oneLine).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ),
  unknown,
})

const priceOf = ({ name, price, unit, in_stock }: Listing) => ({
  name: name && oneLine(name, 100),
  price,
  unit: unit && oneLine(unit, 40),
  in_stock,
})

type Listing = NonNullable<ShownFarm['product_listings']>[number]

function listingLine({ name, price, unit, in_stock }: Listing): string {
  const stock = { true: 'in stock', false: 'not in stock', null: 'stock unknown' }[String(in_stock)]
  const per = unit === null ? '' : ` ${perUnit(unit)}`
  const asked = price === null ? 'price unknown' : dollarText(price) + per
  return `- ${quoted(name ?? 'unnamed', 100)}: ${asked}, ${stock}`
}
