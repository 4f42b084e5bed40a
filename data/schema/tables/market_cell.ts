import { z } from 'zod'
import { free, paid } from '../meta.ts'

/** Resolutions of the cells, of about 12,400, 1,770 and 250 km². */
export const marketResolutions = [3, 4, 5] as const
/**
 * The resolution that also has rows for single products. Coarser figures follow by merging; finer rows
 * would mostly cover one or two farms, and there would be twice as many.
 */
export const productResolution = 4

/**
 * Public rows with fewer farms have no figures of paid fields: they could reveal a single farm's values.
 */
export const leastFarmsShown = 5

const hidden = `in the public file, of a row of fewer than ${leastFarmsShown} farms`
const hiddenNames = `. The public file omits names of fewer than ${leastFarmsShown} farms`
const hiddenPrices = `. The public file omits units in which fewer than ${leastFarmsShown} farms have a price`
const ofOneProduct = { nulls: 'in a row of all products' }

const dollars = { unit: 'US dollars' }
const count = z.int32().min(0)
const counts = z.record(z.string(), z.int32().min(1))
const amounts = z.record(z.string(), z.number().min(0)).nullable()

const farms = <Field extends z.ZodType>(field: Field, description: string, more = {}) =>
  free(field, `${description}. To merge rows, add up`, { unit: 'farms', ...more })
const known = (what: string) =>
  farms(count.nullable(), `Farms whose ${what} are known`, { nulls: hidden })
const addByName = 'To merge rows, add up by name'
const byName = (description: string, example: object, nulls: string = hidden) =>
  free(counts.nullable(), `${description}. ${addByName}`, { example, nulls })

/**
 * Figures of the farms in one H3 cell, for all products or one. They merge exactly: the figures of an area
 * are the sums of its cells at one resolution; a product's are the sums of its rows.
 */
export const memberMarketCell = z.strictObject({
  resolution: free(
    z.int32().min(marketResolutions[0]).max(5),
    `H3 resolution of the cell: ${marketResolutions.join(', ')}; rows of one product are at ${productResolution} only. Merge rows of one resolution only: each farm is in one cell per resolution`,
    { example: 4 },
  ),
  cell: free(
    z.string().min(1),
    'H3 cell. A farm is in the ancestors of its h3_cell; a farm without a location is in none',
    { example: '842baa1ffffffff' },
  ),
  product: free(
    z.string().min(1).nullable(),
    'Product of the row: farms that state it in any spelling. Varieties have their own rows',
    { example: 'eggs', nulls: 'all farms of the cell' },
  ),
  farms: farms(count, 'Number of farms in the row'),
  products_known: farms(count, 'Farms whose products are known'),
  farms_by_place_type: free(counts, `Number of farms by place type. ${addByName}`, {
    example: { farm: 12, csa: 3 },
  }),
  farms_by_product: byName(
    'Number of farms by product, spelled as in farms.parquet',
    { eggs: 7 },
    'in a row of one product',
  ),
  farms_by_quality_tier: byName(`Number of farms by quality tier, or incomplete`, {
    Standard: 9,
    incomplete: 1,
  }),
  farms_by_quality_score: byName(
    `Number of farms by quality score (0 to 100), which gives the exact mean and median`,
    { '61': 2 },
  ),
  farms_by_verification: byName(`Number of farms by verification status`, {
    self_reported: 11,
  }),
  certifications_known: known('certifications'),
  farms_by_certification: byName(`Number of farms by certification${hiddenNames}`, {
    'USDA organic': 2,
  }),
  practices_known: known('practices'),
  farms_by_practice: byName(`Number of farms by growing practice${hiddenNames}`, { organic: 4 }),
  delivery_options_known: known('delivery options'),
  farms_by_delivery_option: byName(`Number of farms by delivery option${hiddenNames}`, {
    'farm pickup': 5,
  }),
  farms_with_prices: farms(
    count.nullable(),
    `Number of farms with a price; in a product's row, with a price of that product`,
    { nulls: hidden },
  ),
  price_farms: byName(
    `Number of farms with a price, by unit. Prices are converted to pound, dozen or quart if possible; an empty unit = none was stated${hiddenPrices}`,
    { dozen: 6 },
    ofOneProduct.nulls,
  ),
  price_count: byName(`Number of prices by unit${hiddenPrices}`, { dozen: 7 }, ofOneProduct.nulls),
  price_sum: free(
    amounts,
    `Sum of the prices by unit, in whole millionths of a dollar so that sums are exact${hiddenPrices}. To merge rows, add up by unit; the mean is price_sum / price_count / 1,000,000`,
    { unit: 'millionths of a US dollar', ...ofOneProduct },
  ),
  price_min: free(amounts, `Lowest price by unit${hiddenPrices}. To merge rows, take the lowest`, {
    ...dollars,
    ...ofOneProduct,
  }),
  price_max: free(
    amounts,
    `Highest price by unit${hiddenPrices}. To merge rows, take the highest`,
    { ...dollars, ...ofOneProduct },
  ),
  prices: paid(
    z.record(z.string(), z.array(z.number().positive()).min(1)).nullable(),
    'All prices by unit, ascending. To merge rows, join the lists, which give the exact median and quartiles',
    { ...dollars, ...ofOneProduct, example: { dozen: [4.5, 5, 6.5] } },
  ),
})
export type MemberMarketCell = z.infer<typeof memberMarketCell>

/**
 * The same without the prices themselves, and with gaps for rows that could reveal a single farm's paid
 * fields.
 */
export const marketCell = memberMarketCell.omit({ prices: true })
export type MarketCell = z.infer<typeof marketCell>

type Figure = keyof MarketCell
/**
 * Columns that omit names used by fewer than `leastFarmsShown` farms: a rare claim's name would reveal its
 * farm.
 */
export const hiddenNameFigures: Figure[] = [
  'farms_by_certification',
  'farms_by_practice',
  'farms_by_delivery_option',
]
/** Columns that are null in public rows with fewer than `leastFarmsShown` farms. */
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
/** Columns that omit units in which fewer than `leastFarmsShown` farms have a price. */
export const hiddenPriceFigures: Figure[] = [
  'price_farms',
  'price_count',
  'price_sum',
  'price_min',
  'price_max',
]
