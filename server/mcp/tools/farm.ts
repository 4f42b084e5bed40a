import { z } from 'zod'
import { hiddenNote, placeOf, type FarmList, type ShownFarm } from '../farm_lines.ts'
import { hoursText } from '../hours_text.ts'
import { Refused, type Ask } from '../ask.ts'
import { answerText, clip, dayOf, dollars, names, quoted } from '../text.ts'
import { tool } from '../tool.ts'

export const farm = tool({
  name: 'get_farm',
  title: 'One farm',
  description:
    'Everything about one farm: what it sells, prices, hours, contact (paid keys), and what is unknown. By its id from another answer, or by its name.',
  input: z.strictObject({
    farm_id: z.uuid().optional().describe('The id that another answer gave'),
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Its name, in full or begun, if there is no id'),
  }),
  async answer({ farm_id, name }, { ask }) {
    if ((farm_id === undefined) === (name === undefined))
      throw new Refused(400, 'Give farm_id or name, and one of them only.')
    if (farm_id !== undefined) return about(ask, farm_id)
    const found = await byName(ask, name!)
    const [first] = found.farms
    return found.farms.length === 1 ? about(ask, first!.farm_id) : whichOne(name!, found)
  },
})

async function about(ask: Ask, id: string): Promise<string> {
  const snapshot = await snapshotOf(ask, id)
  const { data } = await ask<{ data: ShownFarm }>(`/v1/farms/${id}`, { snapshot })
  return farmText(data, snapshot)
}

type Found = { farms: Named[]; snapshot: string }
type Named = { name: string; detail: string; farm_id: string }

/** The farms that a name may mean: those of exactly this name, if there are any. */
async function byName(ask: Ask, name: string): Promise<Found> {
  const query = { q: name, types: 'farm', limit: 20 }
  const { data, meta } = await ask<{ data: Named[]; meta: { snapshot: string } }>(
    '/v1/suggest',
    query,
  )
  const exact = data.filter((each) => each.name.toLowerCase() === name.trim().toLowerCase())
  return { farms: exact.length > 0 ? exact : data, snapshot: meta.snapshot }
}

/** The live snapshot, to ask the same one twice. */
const snapshotOf = async (ask: Ask, farm_id: string) =>
  (await ask<FarmList>('/v1/farms', { ids: farm_id, fields: 'id' })).meta.snapshot

function whichOne(name: string, { farms, snapshot }: Found): string {
  if (farms.length === 0)
    return `No farm is called "${name}", nor anything like it. find_farms finds farms by place and product. Snapshot ${snapshot}.`
  return answerText({
    head: [`${farms.length} farms may be "${name}"; call again with one farm_id:`],
    items: farms.map((each) => `- ${quoted(each.name, 100)}, ${each.detail}; id ${each.farm_id}`),
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
      `last confirmed by a source: ${farm.updated_at ? dayOf(farm.updated_at) : 'unknown'}; sources: ${names(farm.sources, 5)}`,
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
  const asked = price === null ? 'price unknown' : dollars(price) + per
  return `- ${quoted(name ?? 'unnamed', 100)}: ${asked}, ${stock}`
}
