import { html } from '../../../data/html.ts'
import type { Tier } from '../../../data/schema/meta.ts'
import { rateLimitHeaders } from '../../access/limits/rate_limit_headers.ts'
import { askingHere } from '../../ask/ask_here.ts'
import { clientOf } from '../../routes/callers.ts'
import { farm as farmRoute } from '../../routes/farms/farm.ts'
import type { Http } from '../../routes/route.ts'
import type { Services } from '../../services.ts'
import type { Profile } from './profile.ts'

/** Paid fields on a farm's own page for every visitor: its sources publish them openly. */
const openFields = [
  'address',
  'zip',
  'hours',
  'hours_json',
  'payment_methods',
  'payment_methods_other',
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
export async function openly(farm: Profile, tier: Tier, { req }: Http, services: Services) {
  const { config, limits } = services
  if (tier === 'paid' || config.pageFields === 'free') return { farm, refusal: null }
  const rate = await limits.consume('farmShown', clientOf(req, config))
  if (!rate.allowed) return { farm, refusal: rateLimitHeaders(rate) }
  const { data: paid } = await askingHere('paid', services)(farmRoute, { id: farm.id })
  return { farm: withOpenFields(farm, paid), refusal: null }
}

export const limitNotice = html`<p class="notice">
  You have seen as many farms today as one address is shown: address, hours, telephone, website and
  payment are left out until tomorrow (UTC). <a href="/console">A key</a> has its own limit.
</p>`
