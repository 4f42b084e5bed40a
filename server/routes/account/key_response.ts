import { z } from 'zod'
import type { Outcome } from '../../access/store/schema.ts'
import { component, count, instant, list, object, text, uuid } from '../../http/answer_fields.ts'

/** What the key endpoints answer, as schemas. */

const key = text(
  'The key: `svc_live_`, or `svc_pub_` for a browser key, and 32 hexadecimal digits; shown only here, and only once',
  'svc_live_0123456789abcdef0123456789abcdef',
)
const id = uuid('Id of the key', '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47')
const name = text('Its label', 'my farm finder')
const kind = z.enum(['secret', 'browser']).meta({
  description: 'secret = for programs; browser = for web pages',
  example: 'secret',
})
const origins = list(
  'The origins whose pages it is for',
  text('An origin, or a pattern of some', 'https://farms.example'),
)
  .nullable()
  .meta({
    description: 'The origins whose pages a browser key is for; null = a secret key',
    example: ['https://farms.example'],
  })
const tier = z.enum(['free', 'paid']).meta({ description: 'Tier of the key', example: 'free' })
const daily_limit = z
  .int()
  .min(1)
  .meta({ unit: 'requests', description: 'Requests it may make in a UTC day', example: 1000 })
const at = (description: string) => instant(`${description} (UTC)`, '2026-11-21T09:30:00.000Z')
const requests = (description: string) => count(description, { unit: 'requests', example: 31 })

export const createdKey = component('CreatedKey', 'A key as it is made', {
  key,
  id,
  kind,
  origins,
  tier,
  daily_limit,
})

const formerSecret = component('FormerSecret', 'A secret that a rotation replaced', {
  prefix: text('How it begins; null = not known', 'svc_live_4567').nullable(),
  valid_until: at('Until when it opens the key too'),
})

const listedKey = component('ListedKey', 'A key without its secret', {
  id,
  name,
  prefix: text('How the secret begins', 'svc_live_0123'),
  kind,
  origins,
  tier,
  daily_limit,
  requests_today: requests('Requests on this UTC day'),
  last_used_at: at('When it was last used; null = never').nullable(),
  created_at: at('When it was made'),
  former_secrets: list('Secrets from before a rotation that still open the key', formerSecret),
})

export const keyList = component('KeyList', 'The keys of an account', {
  data: list('The keys', listedKey),
})

export const changedKey = component('ChangedKey', 'A browser key with other origins', {
  id,
  name,
  kind,
  origins,
})

export const rotatedKey = component('RotatedKey', 'A key with another secret', {
  key,
  id,
  name,
  tier,
  daily_limit,
  former_key_valid_until: at('Until when the former secret opens the key too'),
})

const outcomes = {
  answered: requests('Requests that were answered (2xx, 301)'),
  not_modified: requests('Requests whose answer the client had already (304)'),
  client_error: requests('Requests at fault (4xx but 429)'),
  limited: requests('Requests over the limit (429)'),
  server_error: requests('Requests that failed here (5xx)'),
} satisfies Record<Outcome, z.ZodType>

const day = component('DayOfUse', 'What came of the requests of a day', {
  day: z.iso.date().meta({ description: 'The UTC day', example: '2026-11-21' }),
  ...outcomes,
})

export const usageOfKey = component('UsageOfKey', 'What came of the requests of a key', {
  data: object('The key, revoked or not, and its use', {
    id,
    name,
    tier,
    days: list('The last 90 UTC days, oldest first', day),
  }),
})
