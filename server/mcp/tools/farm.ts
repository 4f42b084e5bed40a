import { utcDay } from '../../../data/calendar.ts'
import { z } from 'zod'
import { stateOf } from '../../../data/geography/states.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import type { Ask } from '../../ask/ask.ts'
import { Problem } from '../../http/problem.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { farms } from '../../routes/farms/farms.ts'
import { suggest } from '../../routes/lookup/suggest.ts'
import { hiddenNote, placeOf, type ShownFarm } from '../farm_lines.ts'
import { hoursText } from '../hours_text.ts'
import { answerText, clip, dollarText, names, quoted } from '../text.ts'
import { tool } from '../tool.ts'

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
  async answer({ farm_id, name, place }, { ask }) {
    if ((farm_id === undefined) === (name === undefined))
      throw new Problem('bad-request', 'Give farm_id or name, and one of them only.')
    if (farm_id !== undefined && place !== undefined)
      throw new Problem('bad-request', 'Give place beside a name only: farm_id is one farm.')
    if (farm_id !== undefined) return about(ask, farm_id)
    const found = await byName(ask, name!, place)
    const [first] = found.farms
    return found.farms.length === 1 ? about(ask, first!.id) : whichOne(name!, place, found)
  },
})

async function about(ask: Ask, id: string): Promise<string> {
  const snapshot = await snapshotOf(ask, id)
  const { data } = await ask(farmRoute, { id, snapshot })
  return farmText(data, snapshot)
}

type Found = { farms: Named[]; snapshot: string }
type Named = { id: string; name: string; where: string }

/** The most farms that a name is looked up for. */
const limit = 20

/** The farms that a name may mean: those whose name is it or begins with it, if there are any. */
async function byName(ask: Ask, name: string, place: string | undefined): Promise<Found> {
  const { farms, snapshot } = await (place === undefined
    ? suggested(ask, name)
    : namedIn(ask, name, place))
  const given = wordsOf(name).join(' ')
  const begun = farms.filter((each) => wordsOf(each.name).join(' ').startsWith(given))
  return { farms: begun.length > 0 ? begun : farms, snapshot }
}

async function suggested(ask: Ask, name: string): Promise<Found> {
  const { data, meta } = await ask(suggest, { q: name, types: 'farm', limit })
  const named = data.map(({ farm_id, name, detail: where }) => ({ id: farm_id!, name, where }))
  return { farms: named, snapshot: meta.snapshot }
}

async function namedIn(ask: Ask, name: string, place: string): Promise<Found> {
  const { data, meta } = await ask(farms, {
    q: name,
    ...filterBy(place),
    fields: 'id,name,city,state',
    per_page: limit,
  })
  const named = data.map((farm) => ({ id: farm.id, name: farm.name ?? '', where: placeOf(farm) }))
  return { farms: named, snapshot: meta.snapshot }
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

function whichOne(name: string, place: string | undefined, { farms, snapshot }: Found): string {
  if (farms.length === 0)
    return `No farm is called "${name}", nor anything like it${place === undefined ? '' : `, in "${place}"`}. find_farms finds farms by place and product. Snapshot ${snapshot}.`
  const more = farms.length === limit ? ' There may be more: `place` narrows them.' : ''
  return answerText({
    head: [`${farms.length} farms may be "${name}"; call again with one farm_id.${more}`],
    items: farms.map(({ id, name, where }) => `- ${quoted(name, 100)}, ${where}; id ${id}`),
    tail: [`Snapshot ${snapshot}. Coverage: names of farms alone.`],
  })
}

/** The facts of a farm: the name of each, and how it is said; null = unknown, undefined = hidden. */
const facts: [name: string, value: (farm: ShownFarm) => string | null | undefined][] = [
  ['sells', ({ products }) => products && names(products, 60)],
  ['other products', ({ products_other: other }) => (other ? names(other, 20) : undefined)],
  ['address', ({ address, zip }) => address && [address, zip].filter(Boolean).join(', ')],
  ['phone', ({ phone }) => phone],
  ['email', ({ email }) => email],
  ['website', ({ website }) => website && clip(website, 200)],
  [
    'hours',
    ({ hours_json, hours_confirmed_at: said }) => hours_json && hoursText(hours_json, said, 600),
  ],
  ['certifications', ({ certifications }) => certifications && names(certifications, 20)],
  ['practices', ({ practices }) => practices && names(practices, 20)],
  ['delivery', ({ delivery_options }) => delivery_options && names(delivery_options, 20)],
  ['payment', ({ payment_methods }) => payment_methods && names(payment_methods, 20)],
  ['verification', ({ verification_status }) => verification_status],
  ['description', ({ description }) => description && quoted(description, 400)],
]

function farmText(farm: ShownFarm, snapshot: string): string {
  const said = facts.map(([name, value]) => [name, value(farm)] as const)
  const known = said.flatMap(([name, value]) => (value == null ? [] : [`${name}: ${value}`]))
  const unknown = said.flatMap(([name, value]) => (value === null ? [name] : []))
  const listings = farm.product_listings?.map(listingLine) ?? []
  return answerText({
    head: [
      `${quoted(farm.name ?? 'name unknown', 150)} (${farm.place_type ?? 'kind unknown'}), ${placeOf(farm)}${farm.county ? `, county ${farm.county}` : ''}; id ${farm.id}`,
      ...(farm.synthetic ? ['This farm is SYNTHETIC: no such farm exists.'] : []),
      `location: ${farm.lat ?? 'unknown'}, ${farm.lng ?? 'unknown'} (${farm.location_precision ?? 'precision unknown'})`,
      `last confirmed by a source: ${farm.updated_at ? utcDay(farm.updated_at) : 'unknown'}; sources: ${names(farm.sources, 5)}`,
      ...known,
      ...(listings.length > 0 ? ['prices as listed:'] : []),
    ],
    items: listings,
    tail: [
      `Unknown (never collected, which is not "no"): ${unknown.length > 0 ? unknown.join(', ') : 'nothing of the above'}${farm.product_listings?.length === 0 ? ', prices' : ''}.`,
      `Snapshot ${snapshot}. Coverage: one farm, ${known.length} of ${known.length + unknown.length} facts known.`,
      ...hiddenNote([farm]),
    ],
  })
}

type Listing = NonNullable<ShownFarm['product_listings']>[number]

function listingLine({ name, price, unit, in_stock }: Listing): string {
  const stock = { true: 'in stock', false: 'not in stock', null: 'stock unknown' }[String(in_stock)]
  const per = unit === null || price === null ? '' : ` per ${unit}`
  const asked = price === null ? 'price unknown' : dollarText(price) + per
  return `- ${quoted(name ?? 'unnamed', 100)}: ${asked}, ${stock}`
}
