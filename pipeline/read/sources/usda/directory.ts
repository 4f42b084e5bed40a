import { paymentMethods } from '../../../../data/vocabulary/vocabulary.ts'
import { stated } from '../../adapter.ts'
import type { Row } from '../../row.ts'

/** Properties that USDA's directories share. */
export const usda = {
  authority: 'operator',
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
} as const

/** Name of the rule for listings whose form marks credit cards, whatever the operator states. */
export const cardsWithheld = 'credit cards withheld: marked on every listing'

/** Columns of links that do not name their network. */
const nameless = ['OtherMedia', 'Blog']

/**
 * Collects a row's links to networks, from the columns `prefix` + network. The network's name precedes a
 * value that is not an address.
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
 * Reads terms of payment for a share (in advance, by installments, for labor) that the form offers. Texts
 * that operators added are remarks (`half now, half in June`), not methods.
 */
export const termsOfPayment = (row: Row, column: string) =>
  row.list(column)?.filter((term) => paymentMethods.stated(term) !== null) ?? null
