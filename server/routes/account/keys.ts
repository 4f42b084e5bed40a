import { z } from 'zod'
import { emailAddress } from '../../access/email_address.ts'
import { rotateKey } from '../../access/keys/key_rotation.ts'
import { createKeyByEmail, createKeyOfAccount, keyName, revokeKey } from '../../access/keys/keys.ts'
import type { Services } from '../../services.ts'
import { readJson } from '../../http/body.ts'
import { described } from '../../http/parameters/described.ts'
import { uuid } from '../../http/parameters/parameters.ts'
import { parseQueryString, readQuery } from '../../http/parameters/query_string.ts'
import { givenSession, refuseForeignChange, requireSession } from './session.ts'
import { dailyLimit, keysWithUse, limitCreation } from './account_keys.ts'
import { createdKey, keyList, rotatedKey, usageOfKey } from './key_response.ts'
import { keyIdOf, keyUse } from './key_use.ts'
import type { Call, PlainRoute } from '../plain_route.ts'
import { done } from './session_response.ts'

const name = described(keyName, { type: 'string', minLength: 1, maxLength: 100 }).meta({
  description: 'A label of 1 to 100 characters after trimming',
  example: 'my farm finder',
})
const email = described(emailAddress, { type: 'string', format: 'email', maxLength: 254 }).meta({
  description: 'Whose key it is; limits count it whatever its case',
  example: 'ann@example.org',
})
const keyByEmail = z.strictObject({ name, email }).meta({ id: 'KeyByEmail' })
const keyOfAccount = z.strictObject({ name }).meta({ id: 'KeyOfAccount' })
const graceHours = 'must be a whole number from 0 to 720'
const rotation = z.strictObject({
  grace_hours: z.int(graceHours).min(0, graceHours).max(720, graceHours).default(24).meta({
    unit: 'hours',
    description: 'How long the former secret opens the key too; 0 = it ends at once',
    example: 24,
  }),
})
const noQuery = z.strictObject({})
const keyId = uuid.meta({
  description: 'Id of the key',
  example: '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47',
})
const oneKey = z.strictObject({ id: keyId })
const inPath = z.object({ id: keyId })

const hour_ms = 60 * 60 * 1000

const ofBody = ['content-too-large', 'unsupported-media-type'] as const
const ofSession = ['unauthorized', 'forbidden'] as const

/** Making, listing, rotating and revoking keys, and what came of their requests. */
export const keyRoutes: PlainRoute[] = [
  {
    method: 'post',
    path: '/v1/keys',
    describe: {
      operation: 'createKey',
      summary: 'Makes a key: of the account that is signed in, else of an email address',
      details:
        'The secret is in this answer only. An account has up to 5 active keys and makes up to 10 in 24 hours, an email address 3 and 5; over the first it is a 409, over the second a 429.',
      caller: 'anyone or session',
      body: { schema: z.union([keyByEmail, keyOfAccount]) },
      answers: { 201: { description: 'The key', schema: createdKey, headers: ['Cache-Control'] } },
      problems: [...ofBody, 'unauthorized', 'forbidden', 'conflict'],
    },
    handle: create,
  },
  {
    method: 'get',
    path: '/v1/keys',
    describe: {
      operation: 'listKeys',
      summary: 'The active keys of the account, oldest first',
      caller: 'session',
      answers: { 200: { description: 'They', schema: keyList, headers: ['Cache-Control'] } },
      problems: ofSession,
    },
    handle: list,
  },
  {
    method: 'delete',
    path: '/v1/keys',
    describe: {
      operation: 'revokeKey',
      summary: 'Revokes a key of the account for good, and at once',
      caller: 'session',
      query: oneKey,
      answers: { 200: { description: 'It is revoked', schema: done } },
      problems: [...ofSession, 'not-found'],
    },
    handle: revoke,
  },
  {
    method: 'post',
    path: '/v1/keys/:id/rotate',
    describe: {
      operation: 'rotateKey',
      summary: 'Gives a key of the account another secret; the former one goes on for a while',
      details: 'Up to 10 times in 24 hours; then it is a 429.',
      caller: 'session',
      params: inPath,
      body: { schema: rotation, optional: true },
      answers: {
        200: { description: 'The new secret', schema: rotatedKey, headers: ['Cache-Control'] },
      },
      problems: [...ofBody, ...ofSession, 'not-found', 'conflict'],
    },
    handle: rotate,
  },
  {
    method: 'get',
    path: '/v1/keys/:id/usage',
    describe: {
      operation: 'getKeyUsage',
      summary: 'What came of the requests of a key of the account, day by day',
      caller: 'session',
      params: inPath,
      answers: { 200: { description: 'It', schema: usageOfKey, headers: ['Cache-Control'] } },
      problems: [...ofSession, 'not-found'],
    },
    handle: keyUse,
  },
]

async function create(context: Call, services: Services): Promise<void> {
  readQuery(noQuery, parseQueryString(context.querystring))
  const session = await givenSession(context, services)
  refuseForeignChange(context, session, services)
  const { store, config } = services
  const request =
    session === undefined
      ? await readJson(context, keyByEmail)
      : await readJson(context, keyOfAccount)
  await limitCreation(context, services)
  const key =
    session === undefined
      ? await createKeyByEmail(store, request as NewKeyByEmail, config.emailKeyLimits)
      : await createKeyOfAccount(
          store,
          { name: request.name, account_id: session.account.id },
          config.accountKeyLimits,
        )
  const { key: secret, id, tier } = key
  context.status = 201
  context.set('Cache-Control', 'no-store')
  context.body = { key: secret, id, tier, daily_limit: dailyLimit(config, tier) }
}

type NewKeyByEmail = z.output<typeof keyByEmail>

async function list(context: Call, services: Services): Promise<void> {
  const { account } = await requireSession(context, services)
  readQuery(noQuery, parseQueryString(context.querystring))
  context.set('Cache-Control', 'no-store')
  context.body = { data: await keysWithUse(services, account.id) }
}

async function revoke(context: Call, services: Services): Promise<void> {
  const session = await requireSession(context, services)
  refuseForeignChange(context, session, services)
  const { id } = readQuery(oneKey, parseQueryString(context.querystring))
  await revokeKey(services.store, { id, caller: { account_id: session.account.id } })
  context.body = { success: true }
}

async function rotate(context: Call, services: Services): Promise<void> {
  const session = await requireSession(context, services)
  refuseForeignChange(context, session, services)
  readQuery(noQuery, parseQueryString(context.querystring))
  const id = keyIdOf(context)
  const { grace_hours } = await readJson(context, rotation, { optional: true })
  const caller = { account_id: session.account.id }
  const { store, config } = services
  const rotated = await rotateKey(store, { id, grace_ms: grace_hours * hour_ms, caller })
  const { key, name, tier, former_key_valid_until } = rotated
  const daily_limit = dailyLimit(config, tier)
  context.set('Cache-Control', 'no-store')
  context.body = { key, id, name, tier, daily_limit, former_key_valid_until }
}
