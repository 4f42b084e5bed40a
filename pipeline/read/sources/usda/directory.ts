import { paymentMethods } from '../../../../data/vocabulary/vocabulary.ts'
import { stated } from '../../adapter.ts'
import type { Row } from '../../row.ts'

/** What USDA's directories have in common. */
export const usda = {
  authority: 'operator',
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
} as const

/** Columns of links to networks that they don't name. */
const nameless = ['OtherMedia', 'Blog']

/**
 * Collects a row's links to networks, from the columns `prefix` + network. The network's name goes
 * before a value that is no address and would say nothing without it.
 */
export function socialLinks(row: Row, prefix: string, networks: readonly string[]) {
  const links = networks.flatMap((network) => {
    const value = row.get(prefix + network)?.trim()
    if (value === undefined) return []
    const namesItself =
      nameless.includes(network) ||
      /\.\w+\/|https?:|www\./i.test(value) ||
      value.toLowerCase().startsWith(network.toLowerCase())
    return [namesItself ? value : `${network}: ${value}`]
  })
  return links.length > 0 ? links : null
}

export const seasons = [1, 2, 3, 4]

/** Up to four seasons, each with dates and times. */
export const seasonSchedules = (row: Row) =>
  stated(
    seasons.map((n) => ({
      name: `season_${n}`,
      season: row.get(`season${n}_date`),
      times: row.get(`season${n}_time`),
      note: row.get(`season${n}_notes`),
    })),
  )

/**
 * Reads when and how a share is paid for (in advance, by installments, for labor): the answers that
 * the form offers. What operators wrote beside them are remarks (`half now, half in June`), no method.
 */
export const termsOfPayment = (row: Row, column: string) =>
  row.list(column)?.filter((term) => paymentMethods.find(term) !== null) ?? null
