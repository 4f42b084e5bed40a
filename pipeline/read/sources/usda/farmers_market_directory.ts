import { nothingKnown, stated, type SourceFarm, type SourceRow } from '../../adapter.ts'
import { parseInstant } from '../../instant.ts'
import { isYes, joinLists } from '../../values.ts'
import type { Row } from '../../row.ts'
import { rowAdapter } from '../../rows.ts'
import { columns45, columns59, media, payments, products, fault, shiftedBack } from './shift.ts'
import { cardsWithheld, seasonSchedules, socialLinks, usda } from './directory.ts'

/**
 * USDA's National Farmers Market Directory, as its "Export to Excel" wrote it until 2021: 59 columns since
 * late 2013, 45 before, with the same names. Finds columns by name, in any order; a copy without a header
 * line must have one of these layouts in its order.
 */
export const usdaFarmersMarketDirectory = rowAdapter(
  {
    ...usda,
    kind: 'usda-farmers-market-directory',
    description: "USDA's National Farmers Market Directory, the export with FMID and MarketName",
    attribution: 'USDA Agricultural Marketing Service, National Farmers Market Directory',
    needed: 'FMID MarketName street city State zip x y'.split(' ').map((name) => [name]),
    headerless: [columns59, columns45].map((names) => ({
      names,
      fits: (row) => fault(row) === null,
    })),
  },
  readRow,
)

function readRow(row: Row): SourceRow {
  const rejected = fault(row)
  const repaired = rejected === null ? null : shiftedBack(row)
  if (!repaired) return row.as(rejected, toSourceFarm)
  const farm = toSourceFarm(repaired)
  const corrections = ['fields shifted by a column put back', ...(farm.corrections ?? [])]
  return row.readAs({ ...farm, corrections })
}

/**
 * Since this day the form saved every listing with Credit Y: 5,558 of 5,558 in the editions of 2017 to 2021.
 * Of 2,196 listings saved in the 16 months before, 719 have N. So a later Y states nothing. Beside products,
 * an N in all other columns of payment is then a statement of its own, so that an older Y does not outlive it.
 */
const creditAlwaysSince = '2014-08-13'
const paymentsButCredit = payments.filter((name) => name !== 'Credit')

/**
 * Products and payment methods are yes/no flags. If no flag is Y, they count as "not collected": some
 * editions are blank where others have N in the same rows. Nearly all rows without a product are also
 * without a payment method.
 */
function toSourceFarm(row: Row): SourceFarm {
  const site = row.get('Location')
  const updated_at = row.get('updateTime')
  const hasCredit = isYes(row.get('Credit'))
  const withheld = hasCredit && (parseInstant(updated_at) ?? '') >= creditAlwaysSince
  const paid = flagged(row, withheld ? paymentsButCredit : payments)
  const sold = flagged(row, products)
  return {
    ...nothingKnown,
    source_id: row.id('FMID'),
    name: row.get('MarketName')!,
    place_type: 'farmers_market',
    address: row.get('street'),
    city: row.get('city'),
    county: row.get('County'),
    state: row.get('State'),
    zip: row.get('zip'),
    lat: row.get('y'),
    lng: row.get('x'),
    website: row.get('Website'),
    social_links: socialLinks(row, '', media),
    details: site === null || site === 'Other' ? null : { farmers_market: { site: [site] } },
    products: sold,
    practices: practices(row, sold !== null || paid !== null),
    payment_methods: withheld && sold !== null ? (paid ?? []) : paid,
    verification_status: 'self_reported',
    schedules: [
      ...seasonSchedules(row),
      // Before 2013, one text for dates and times.
      ...stated([{ name: 'schedule', season: null, times: row.get('Schedule') }]),
    ],
    updated_at,
    ...(withheld ? { corrections: [cardsWithheld] } : {}),
  }
}

/**
 * The form's only question about practices: Organic is `Y`, `N`, or `-` without an answer. An N beside other
 * answers is a statement of its own, so that an older Y does not outlive it.
 */
function practices(row: Row, isAnswered: boolean): string[] | null {
  const isNo = isAnswered && row.get('Organic')?.trim().toUpperCase() === 'N'
  return isNo ? [] : flagged(row, ['Organic'])
}

/** The columns flagged Y; null if none is, see `toSourceFarm`. */
const flagged = (row: Row, columns: readonly string[]) =>
  joinLists(columns.filter((column) => isYes(row.get(column))))
