import { z } from 'zod'

const text = z.string().min(1)
const texts = (description: string, example: string[]) =>
  z.array(text).optional().meta({ description, example })
const count = (description: string, example: number) =>
  z.int32().min(0).optional().meta({ description, example })

const csa = z.strictObject({
  shares: count('Number of shares', 50),
  share_sizes: texts('Sizes of shares', ['Full shares', 'Half shares']),
  box_choice: texts('Rule for the content of a box', [
    'CSA decides product based on supply availability',
  ]),
  available_from: z.iso
    .date()
    .optional()
    .meta({ description: 'Date from which shares could be bought', example: '2024-02-01' }),
  weeks: count('Number of weeks in the season', 20),
  supplying_farms: count('Number of supplying farms', 3),
  operating: text.optional().meta({
    description: 'Time in operation when last updated',
    example: '6 - 10 years',
  }),
})

const onFarmMarket = z.strictObject({
  facilities: texts('Facilities for visitors', ['Flush toilets']),
  activities: texts('Activities for visitors', ['Educational tours/ classes']),
})

const farmersMarket = z.strictObject({
  site: texts('Type of site', ['Closed-off public street']),
  indoors: texts("Indoors or outdoors, in the source's words", ['No Indoor']),
})

const foodHub = z.strictObject({
  legal_status: texts('Legal form', ['Non-Profit']),
  procurement: texts('Ways of procurement', ['Sell on a consignment basis']),
  operations: texts('Operations', ['Aggregation', 'Distribution']),
  producer_services: texts('Services for producers', ['Transportation services']),
  community_services: texts('Services for its community', ['Nutrition/cooking education']),
  locality: z
    .record(text, z.enum(['local', 'both', 'non-local']))
    .optional()
    .meta({ description: 'Origin of products, by product', example: { honey: 'local' } }),
})

/** Fields that sources have for one place type only, with the sources' values. A missing key is unknown. */
export const details = z
  .strictObject({
    owner_groups: texts('Groups to which the owners belong by their own statement', [
      'Women-Owned Business',
    ]),
    memberships: texts('Memberships in organizations', ['National Young Farmers Coalition']),
    csa: csa.optional().meta({ description: 'Facts about a CSA' }),
    on_farm_market: onFarmMarket.optional().meta({ description: 'Facts about an on-farm market' }),
    agritourism: onFarmMarket.optional().meta({ description: 'Facts about an agritourism place' }),
    farmers_market: farmersMarket.optional().meta({ description: 'Facts about a farmers market' }),
    food_hub: foodHub.optional().meta({ description: 'Facts about a food hub' }),
  })
  .meta({ id: 'Details' })
export type Details = z.infer<typeof details>
