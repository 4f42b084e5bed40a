import { z } from 'zod'
import type { Outcome } from '../../access/store/schema.ts'

/** What the key endpoints answer, as schemas. */

const key = z.string().meta({
  description: 'The secret, `svc_live_` and 32 hexadecimal digits; shown only here, and only once',
  example: 'svc_live_0123456789abcdef0123456789abcdef',
})
const id = z
  .uuid()
  .meta({ description: 'Id of the key', example: '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47' })
const name = z.string().meta({ description: 'Its label', example: 'my farm finder' })
const tier = z.enum(['free', 'paid']).meta({ description: 'Its tier', example: 'free' })
const daily_limit = z
  .int()
  .min(1)
  .meta({ unit: 'requests', description: 'Requests it may make in a UTC day', example: 1000 })
const at = (description: string) =>
  z.iso
    .datetime()
    .meta({ description: `${description} (UTC)`, example: '2026-11-21T09:30:00.000Z' })
const count = (description: string) =>
  z.int().min(0).meta({ unit: 'requests', description, example: 31 })

export const createdKey = z
  .strictObject({ key, id, tier, daily_limit })
  .meta({ id: 'CreatedKey', description: 'A key as it is made' })

const listedKey = z
  .strictObject({
    id,
    name,
    prefix: z.string().meta({ description: 'How the secret begins', example: 'svc_live_0123' }),
    tier,
    daily_limit,
    requests_today: count('Requests on this UTC day'),
    last_used_at: at('When it was last used; null = never').nullable(),
    created_at: at('When it was made'),
  })
  .meta({ id: 'ListedKey', description: 'A key without its secret' })

export const keyList = z
  .strictObject({ data: z.array(listedKey).meta({ description: 'The keys' }) })
  .meta({ id: 'KeyList' })

export const rotatedKey = z
  .strictObject({
    key,
    id,
    name,
    tier,
    daily_limit,
    former_key_valid_until: at('Until when the former secret opens the key too'),
  })
  .meta({ id: 'RotatedKey', description: 'A key with another secret' })

const outcomes = {
  answered: count('Requests that were answered (2xx, 301)'),
  not_modified: count('Requests whose answer the client had already (304)'),
  client_error: count('Requests at fault (4xx but 429)'),
  limited: count('Requests over the limit (429)'),
  server_error: count('Requests that failed here (5xx)'),
} satisfies Record<Outcome, z.ZodType>

const day = z
  .strictObject({
    day: z.iso.date().meta({ description: 'The UTC day', example: '2026-11-21' }),
    ...outcomes,
  })
  .meta({ id: 'DayOfUse' })

export const usageOfKey = z
  .strictObject({
    data: z
      .strictObject({
        id,
        name,
        tier,
        days: z.array(day).meta({ description: 'The last 90 UTC days, oldest first' }),
      })
      .meta({ description: 'The key, revoked or not, and its use' }),
  })
  .meta({ id: 'UsageOfKey' })
