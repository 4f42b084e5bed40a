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
export function withOpenFields(free: Profile, paid: Profile): Profile {
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
