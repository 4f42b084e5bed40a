import { z } from 'zod'

const text = z.string().min(1)
const texts = (description: string, example: string[]) =>
  z.array(text).optional().meta({ description, example })
const count = (description: string, example: number) =>
  z.int32().min(0).optional().meta({ description, example })

const csa = z.strictObject({
  shares: count('How many shares it offers', 50),
  share_sizes: texts('Sizes of shares', ['Full shares', 'Half shares']),
  box_choice: texts('Who decides what is in a box', [
    'CSA decides product based on supply availability',
  ]),
  available_from: z.iso
    .date()
    .optional()
    .meta({ description: 'From when shares could be bought', example: '2024-02-01' }),
  weeks: count('Weeks of the season', 20),
  supplying_farms: count('How many farms supply it', 3),
  operating: text.optional().meta({
    description: 'How long it had operated when last updated',
    example: '6 - 10 years',
  }),
})

const onFarmMarket = z.strictObject({
  facilities: texts('What visitors find there', ['Flush toilets']),
  activities: texts('What visitors can do there', ['Educational tours/ classes']),
})

const farmersMarket = z.strictObject({
  site: texts('What kind of site it is on', ['Closed-off public street']),
  indoors: texts('Whether it is indoors, in the words of the source', ['No Indoor']),
})

const foodHub = z.strictObject({
  legal_status: texts('Legal form', ['Non-Profit']),
  procurement: texts('How it takes products in', ['Sell on a consignment basis']),
  operations: texts('What it does with products', ['Aggregation', 'Distribution']),
  producer_services: texts('What it does for producers', ['Transportation services']),
  community_services: texts('What it does for its community', ['Nutrition/cooking education']),
  locality: z
    .record(text, z.enum(['local', 'both', 'non-local']))
    .optional()
    .meta({ description: 'Where products come from, by product', example: { honey: 'local' } }),
})

/**
 * What sources ask of one type of place only, in their own words. A key that is missing is not known.
 */
export const details = z
  .strictObject({
    owner_groups: texts('Groups that its owners say they belong to', ['Women-Owned Business']),
    memberships: texts('Organizations that it belongs to', ['National Young Farmers Coalition']),
    csa: csa.optional().meta({ description: 'Of a CSA' }),
    on_farm_market: onFarmMarket.optional().meta({ description: 'Of an on-farm market' }),
    agritourism: onFarmMarket.optional().meta({ description: 'Of an agritourism place' }),
    farmers_market: farmersMarket.optional().meta({ description: 'Of a farmers market' }),
    food_hub: foodHub.optional().meta({ description: 'Of a food hub' }),
  })
  .meta({ id: 'Details' })
export type Details = z.infer<typeof details>
