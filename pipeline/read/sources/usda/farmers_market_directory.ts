import {
  nothingKnown,
  type Adapter,
  type Schedule,
  type SourceFarm,
  type SourceRow,
} from '../../adapter.ts'
import type { Row } from '../../row.ts'
import { mapRows, type FileKind } from '../../rows.ts'
import { socialLinks } from './social.ts'
import { columns45, columns59, media, oldSchedule, payments, products, seasons } from './columns.ts'
import { fault, shiftedBack } from './shift.ts'

/**
 * USDA's National Farmers Market Directory, as its "Export to Excel" wrote it until 2021: 59 columns
 * since late 2013, 45 before, of the same names. Columns are found by name, in any order; a copy
 * that lost its header line is read where it has one of these layouts in its order.
 */
export const usdaFarmersMarketDirectory: Adapter = {
  kind: 'usda-farmers-market-directory',
  authority: 'operator',
  description: "USDA's National Farmers Market Directory, the export with FMID and MarketName",
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
  attribution: 'USDA Agricultural Marketing Service, National Farmers Market Directory',
  read: (path) => mapRows(path, fileKind, readRow),
}

const fits = (row: Row) => fault(row) === null

const fileKind: FileKind = {
  kind: usdaFarmersMarketDirectory.kind,
  needed: ['FMID', 'MarketName', 'street', 'city', 'State', 'zip', 'x', 'y'].map((name) => [name]),
  headerless: [columns59, columns45].map((names) => ({ names, fits })),
}

function readRow(row: Row): SourceRow {
  const rejected = fault(row)
  if (rejected === null) return row.readAs(toSourceFarm(row))
  const repaired = shiftedBack(row)
  if (repaired)
    return row.readAs({
      ...toSourceFarm(repaired),
      corrections: ['fields shifted by a column put back'],
    })
  return row.rejectedFor(rejected)
}

/**
 * Products, payment methods and Organic are yes/no flags. No flag at Y is read as "not collected":
 * some editions are blank where others have N in the same rows, and of the rows without a product
 * nearly all are without a payment method too. For a single flag, N tells nothing that a list of
 * terms could hold.
 */
function toSourceFarm(row: Row): SourceFarm {
  const site = row.get('Location')
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
    social_links: socialLinks(row, networks),
    description: site === null || site === 'Other' ? null : `Location: ${site}`,
    products: flagged(row, products),
    practices: flagged(row, ['Organic']),
    payment_methods: flagged(row, payments),
    verification_status: 'self_reported',
    schedules: schedules(row),
    updated_at: row.get('updateTime'),
  }
}

const networks = media.map((name) => ({
  network: name === 'OtherMedia' ? '' : name,
  names: [name],
}))

/** The columns of `columns` that are flagged Y; null where none is, see `toSourceFarm`. */
function flagged(row: Row, columns: readonly string[]): string[] | null {
  const found = columns.filter((column) => /^\s*y/i.test(row.get(column) ?? ''))
  return found.length > 0 ? found : null
}

/** Up to four seasons, each with dates and times. */
function schedules(row: Row): Schedule[] {
  const stated = [
    ...seasons.map((n) => ({
      name: `season_${n}`,
      season: row.get(`Season${n}Date`),
      times: row.get(`Season${n}Time`),
    })),
    { name: 'schedule', season: null, times: row.get(oldSchedule) },
  ]
  return stated.filter(({ season, times }) => season !== null || times !== null)
}
