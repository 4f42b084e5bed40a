import { counted } from '../../../data/digit_grouping.ts'
import { html } from '../../../data/html.ts'
import { rateLimitHeaders } from '../../access/limits/limits.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { clientOf } from '../../routes/callers.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import { Problem } from '../../http/problem.ts'
import type { Visit } from '../visit.ts'
import type { Profile } from './profile.ts'

/** Paid fields for every visitor of a farm's own page: its sources publish them openly. */
const openFields = [
  'address',
  'zip',
  'hours',
  'hours_json',
  'payment_methods',
  'payment_methods_other',
  'provenance',
] as const satisfies (keyof Profile)[]

/** Adds to a farm's free fields its openly published fields, from its paid record. */
function withOpenFields(free: Profile, paid: Profile): Profile {
  const open = Object.fromEntries(openFields.map((name) => [name, paid[name]]))
  const { phone = null, website = null } = paid.contact ?? {}
  const { hours, contact, payment_methods } = paid.said_at
  return {
    ...free,
    ...open,
    contact: { phone, website, email: null },
    said_at: { ...free.said_at, hours, contact, payment_methods },
  }
}

/**
 * A farm with the fields that its sources publish openly; `refusal`: header fields of an answer without
 * them, because the client was shown as many farms as one address is in a day.
 */
export async function openly(farm: Profile, { tier, http, services }: Visit) {
  const { config, limits } = services
  if (tier === 'paid' || config.pageFields === 'free') return { farm, refusal: null }
  const rate = await limits.consume('farmShown', clientOf(http.req, config))
  if (!rate.allowed) return { farm, refusal: rateLimitHeaders(rate) }
  const { data: paid } = await askingHere('paid', services)(farmRoute, { id: farm.id })
  return { farm: withOpenFields(farm, paid), refusal: null }
}

export const limitNotice = html`<p class="notice">
  You have seen as many farms today as one address is shown: address, hours, telephone, website and
  payment are left out until tomorrow (UTC). <a href="/console">A key</a> has its own limit.
</p>`

/**
 * Asks for some farms by their ids, in this order, with the fields that a farm's own page shows. `gone`: the
 * ids without a farm. `isLimited`: the client was shown as many farms as one address is in a day.
 */
export async function keptFarms(ids: readonly string[], visit: Visit) {
  const found = await Promise.all(ids.map((id) => keptFarm(id, visit)))
  return {
    farms: found.flatMap((each) => each?.farm ?? []),
    gone: ids.filter((_, at) => found[at] === null),
    isLimited: found.some((each) => each !== null && each.refusal !== null),
  }
}

/** `1 farm is no longer listed.` */
export const goneWords = ({ length }: readonly string[]): string =>
  `${counted(length, 'farm')} ${length === 1 ? 'is' : 'are'} no longer listed.`

async function keptFarm(id: string, visit: Visit) {
  try {
    return await openly((await visit.ask(farmRoute, { id })).data, visit)
  } catch (error) {
    if (error instanceof Problem && ['not-found', 'gone'].includes(error.kind)) return null
    throw error
  }
}
