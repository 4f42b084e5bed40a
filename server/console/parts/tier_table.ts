import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { farm, freeFields, paidFields, profileFields } from '../../../data/schema/tables/farm.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import type { Config } from '../../config.ts'
import { dailyLimit } from '../../routes/account/account_keys.ts'
import type { Route } from '../../routes/route.ts'
import { table } from '../../pages/table.ts'

/** The tiers, from the routes, the schemas and the configuration. */
export function tierTable(config: Config, dataRoutes: readonly Route[]): Html {
  const routes = (tier: Tier) =>
    dataRoutes.filter(({ caller }) => tier === 'paid' || caller.tier === tier)
  const files = (tier: Tier) => tables.filter((file) => tier === 'paid' || file.tier === tier)
  const fields = { free: freeFields.length, paid: Object.keys(farm.shape).length }
  const row = (name: string, cell: (tier: Tier) => string) => [name, cell('free'), cell('paid')]
  return table(
    'Keys of each tier',
    ['What', 'Free', 'Paid'],
    [
      row('Requests a day (UTC)', (tier) => groupDigits(dailyLimit(config, tier))),
      row('Fields of a farm', (tier) => `${fields[tier]} of ${fields.paid}`),
      row('Data endpoints', (tier) => `${routes(tier).length} of ${dataRoutes.length}`),
      row('Tables to download', (tier) => `${files(tier).length} of ${tables.length}`),
      row('Filters', (tier) => (tier === 'free' ? 'on its fields' : 'on every field')),
    ],
  )
}

/** Every field of a farm, with its tier. */
export function fieldTable(): Html {
  const tierOf = (field: keyof typeof farm.shape) => farm.shape[field].meta()?.tier ?? 'free'
  const rows = [...freeFields, ...paidFields, ...profileFields].map((field) => [
    html`<code>${field}</code>`,
    tierOf(field),
    farm.shape[field].meta()?.description ?? '',
  ])
  return table('Fields of a farm', ['Field', 'Tier', 'Meaning'], rows)
}

/** The endpoints that refuse free keys. */
export const paidEndpoints = (dataRoutes: readonly Route[]): string[] =>
  dataRoutes.filter(({ caller }) => caller.tier === 'paid').map(({ path }) => path)
