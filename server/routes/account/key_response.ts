import { z } from 'zod'
import type { Outcome } from '../../access/store/schema.ts'
import { component, count, instant, list, object, text, uuid } from '../../http/answer_fields.ts'

/** Schemas of the key endpoints' answers. */

const key = text(
  'Key: `svc_live_`, or `svc_pub_` for a browser key, and 32 hexadecimal digits. Shown once, in this answer only',
  'svc_live_0123456789abcdef0123456789abcdef',
)
const id = uuid('Key id', '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47')
const name = text('Label of the key', 'my farm finder')
const kind = z.enum(['secret', 'browser']).meta({
  description: 'Key type: secret = for programs; browser = for web pages',
  example: 'secret',
})
const origins = list(
  'The origins whose pages it is for',
  text('Origin, or a pattern of origins', 'https://farms.example'),
)
  .nullable()
  .meta({
    description: 'Origins whose pages may use the browser key; null = secret key',
    example: null,
  })
const tier = z.enum(['free', 'paid']).meta({ description: 'Tier of the key', example: 'free' })
const daily_limit = z
  .int()
  .min(1)
  .meta({ unit: 'requests', description: 'Maximum number of requests per UTC day', example: 1000 })
const at = (description: string) => instant(`${description} (UTC)`, '2026-11-21T09:30:00.000Z')
const requests = (description: string) => count(description, { unit: 'requests', example: 31 })

export const createdKey = component('CreatedKey', 'New key', {
  key,
  id,
  kind,
  origins,
  tier,
  daily_limit,
})

const formerSecret = component('FormerSecret', 'Former secret, replaced by a rotation', {
  prefix: text('First characters of the secret; null = unknown', 'svc_live_4567').nullable(),
  valid_until: at('Time until which this secret remains valid'),
})

const listedKey = component('ListedKey', 'Key without its secret', {
  id,
  name,
  prefix: text('First characters of the secret', 'svc_live_0123'),
  kind,
  origins,
  tier,
  daily_limit,
  requests_today: requests('Requests on this UTC day'),
  last_used_at: at('Time of the last request; null = never used').nullable(),
  created_at: at('Creation time'),
  former_secrets: list('Former secrets that are still valid', formerSecret),
})

export const keyList = component('KeyList', 'Keys of an account', {
  data: list('Active keys', listedKey),
})

export const changedKey = component('ChangedKey', 'Browser key with changed origins', {
  id,
  name,
  kind: kind.meta({ example: 'browser' }),
  origins: origins.meta({ example: ['https://farms.example'] }),
})

export const rotatedKey = component('RotatedKey', 'Key with a new secret', {
  key,
  id,
  name,
  tier,
  daily_limit,
  former_key_valid_until: at('Time until which the former secret remains valid'),
})

const outcomes = {
  answered: requests('Requests with an answer (2xx, 301)'),
  not_modified: requests("Requests without change since the client's copy (304)"),
  client_error: requests('Faulty requests (4xx except 429)'),
  limited: requests('Requests over the limit (429)'),
  server_error: requests('Requests that failed in the server (5xx)'),
} satisfies Record<Outcome, z.ZodType>

const day = component('DayOfUse', 'Requests of one day, by outcome', {
  day: z.iso.date().meta({ description: 'UTC day', example: '2026-11-21' }),
  ...outcomes,
})

export const usageOfKey = component('UsageOfKey', 'Requests with a key, by outcome', {
  data: object('Key, active or revoked, and its use', {
    id,
    name,
    tier,
    days: list('Last 90 UTC days, oldest first', day),
  }),
})
