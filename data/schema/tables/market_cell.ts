import { z } from 'zod'
import { free, paid } from '../meta.ts'

/** Resolutions of the cells: some 12,400, 1,770 and 250 km². */
export const marketResolutions = [3, 4, 5] as const
/**
 * The resolution that has rows of single products too. Coarser figures follow by merging; finer rows
 * would mostly be of one or two farms, and twice as many take twice as long to make.
 */
export const productResolution = 4

/** Public rows of fewer farms hold no figures of the paid tier, which would be those of one farm. */
export const leastFarmsShown = 5

const hidden = `null in the public file for rows of fewer than ${leastFarmsShown} farms`
const hiddenNames = `${hidden}, and without names of fewer than ${leastFarmsShown} farms`
const hiddenPrices = `null in rows of all products; the public file leaves out units in which fewer than ${leastFarmsShown} farms have a price`

const dollars = { unit: 'US dollars' }
const count = z.int32().min(0)
const counts = z.record(z.string(), z.int32().min(1))
const amounts = z.record(z.string(), z.number().min(0)).nullable()

const farms = <Field extends z.ZodType>(field: Field, description: string) =>
  free(field, `${description}. To merge rows, add up`, { unit: 'farms' })
const known = (what: string) => farms(count.nullable(), `Farms whose ${what} are known; ${hidden}`)
const addByName = 'To merge rows, add up by name'
const byName = (description: string, example: object) =>
  free(counts.nullable(), `${description}. ${addByName}`, { example })

/**
 * Figures of the farms of one H3 cell, for every product or one. Each can be merged exactly: the
 * figures of an area are the sums of its cells, of one resolution and, for a product, of its rows.
 */
export const memberMarketCell = z.strictObject({
  resolution: free(
    z.int32().min(marketResolutions[0]).max(5),
    `H3 resolution of the cell: ${marketResolutions.join(', ')}; rows of a product have ${productResolution}. Merge rows of one resolution only: the farms of a cell are in each coarser one too`,
    { example: 4 },
  ),
  cell: free(
    z.string().min(1),
    'H3 cell. A farm belongs to the ancestors of its h3_cell; a farm without a location to none',
    { example: '842baa1ffffffff' },
  ),
  product: free(
    z.string().min(1).nullable(),
    'The row is of the farms that state this product, in any spelling; its kinds have rows of their own. Null = of all farms of the cell',
    { example: 'eggs' },
  ),
  farms: farms(count, 'How many farms the row is of'),
  products_known: farms(count, 'Of them, those whose products are known'),
  farms_by_place_type: free(counts, `Place type to farms. ${addByName}`, {
    example: { farm: 12, csa: 3 },
  }),
  farms_by_product: byName(
    'Product, as farms.parquet spells it, to farms; null in rows of one product',
    { eggs: 7 },
  ),
  farms_by_quality_tier: byName(`Quality tier, or incomplete, to farms; ${hidden}`, {
    Standard: 9,
    incomplete: 1,
  }),
  farms_by_quality_score: byName(
    `Quality score (0 to 100) to farms, from which mean and median follow exactly; ${hidden}`,
    { '61': 2 },
  ),
  farms_by_verification: byName(`Verification status to farms; ${hidden}`, { self_reported: 11 }),
  certifications_known: known('certifications'),
  farms_by_certification: byName(`Certification to farms; ${hiddenNames}`, { 'USDA organic': 2 }),
  practices_known: known('practices'),
  farms_by_practice: byName(`Growing practice to farms; ${hiddenNames}`, { organic: 4 }),
  delivery_options_known: known('delivery options'),
  farms_by_delivery_option: byName(`Delivery option to farms; ${hiddenNames}`, {
    'farm pickup': 5,
  }),
  farms_with_prices: farms(
    count.nullable(),
    `Farms that state a price: of anything, or in rows of a product of that one; ${hidden}`,
  ),
  price_farms: byName(
    `Unit to farms with a price in it. Prices are brought to pound, dozen or quart where they convert; an empty unit = none was stated; ${hiddenPrices}`,
    { dozen: 6 },
  ),
  price_count: byName(`Unit to number of prices; ${hiddenPrices}`, { dozen: 7 }),
  price_sum: free(
    amounts,
    `Unit to the sum of its prices in whole millionths of a dollar, so that sums are exact; ${hiddenPrices}. To merge rows, add up by unit; the mean is price_sum / price_count / 1,000,000`,
    { unit: 'millionths of a US dollar' },
  ),
  price_min: free(
    amounts,
    `Unit to its lowest price; ${hiddenPrices}. To merge rows, take the least`,
    dollars,
  ),
  price_max: free(
    amounts,
    `Unit to its highest price; ${hiddenPrices}. To merge rows, take the greatest`,
    dollars,
  ),
  prices: paid(
    z.record(z.string(), z.array(z.number().positive()).min(1)).nullable(),
    'Unit to all its prices, ascending; null in rows of all products. To merge rows, put the lists together: median and quartiles follow exactly',
    { ...dollars, example: { dozen: [4.5, 5, 6.5] } },
  ),
})
export type MemberMarketCell = z.infer<typeof memberMarketCell>

/** The same without single prices, and with gaps where a row would show the paid fields of one farm. */
export const marketCell = memberMarketCell.omit({ prices: true })
export type MarketCell = z.infer<typeof marketCell>

type Figure = keyof MarketCell
/**
 * Columns whose names are left out where fewer than `leastFarmsShown` farms have them: what a
 * vocabulary does not know may be one farm's own words.
 */
export const hiddenNameFigures: Figure[] = [
  'farms_by_certification',
  'farms_by_practice',
  'farms_by_delivery_option',
]
/** Columns that are null in public rows of fewer than `leastFarmsShown` farms. */
export const hiddenFigures: Figure[] = [
  'farms_by_quality_tier',
  'farms_by_quality_score',
  'farms_by_verification',
  'certifications_known',
  'practices_known',
  'delivery_options_known',
  'farms_with_prices',
  ...hiddenNameFigures,
]
/** Columns whose units are left out where fewer than `leastFarmsShown` farms have a price in them. */
export const hiddenPriceFigures: Figure[] = [
  'price_farms',
  'price_count',
  'price_sum',
  'price_min',
  'price_max',
]
