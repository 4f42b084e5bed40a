import { z } from 'zod'
import { emailAddress } from '../../access/email_address.ts'
import { rotateKey, rotationsIn24h } from '../../access/keys/key_rotation.ts'
import {
  createOwnKey,
  keyName,
  keyOf,
  keyOfRequest,
  revokeKey,
  setOrigins,
  type NewKey,
} from '../../access/keys/keys.ts'
import { keyOrigins, mostOrigins } from '../../access/keys/key_origins.ts'
import type { Once } from '../../access/keys/key_requests.ts'
import { dailyLimitOf } from '../../access/limits/limits.ts'
import { text } from '../../http/answer_fields.ts'
import { badParameters } from '../../http/problem.ts'
import { described } from '../../http/parameters/described.ts'
import { uuid } from '../../http/parameters/parameters.ts'
import type { Services } from '../../services.ts'
import { clientOf } from '../callers.ts'
import { apiRoute, type Http, type Route } from '../route.ts'
import { dailyLimit, keysWithUse, limitCreation } from './account_keys.ts'
import { changedKey, createdKey, keyList, rotatedKey, usageOfKey } from './key_response.ts'
import { anyoneOrSession, noStore, ownAccount, type GivenSession } from './session.ts'
import { done, success } from './sessions.ts'

const name = described(keyName, { type: 'string', minLength: 1, maxLength: 100 }).meta({
  description: 'Label of 1 to 100 characters after trimming',
  example: 'my farm finder',
})
const email = described(emailAddress, { type: 'string', format: 'email', maxLength: 254 }).meta({
  description: 'Email address of the owner; case does not matter for limits',
  example: 'ann@example.org',
})
const origins = described(keyOrigins, {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: mostOrigins,
}).meta({
  description:
    'Origins whose pages may use the browser key, such as `https://farms.example`. `https://*.farms.example` covers every name below `farms.example`; `http://localhost:*` covers every port of the local machine',
  example: ['https://farms.example'],
})
const kind = z.enum(['secret', 'browser'], 'must be secret or browser').default('secret').meta({
  description: 'Key type: secret = for programs; browser = for web pages, with `origins`',
  example: 'browser',
})
const wanted = { name, kind, origins: origins.optional() }
const fits = ({ kind, origins }: { kind: string; origins?: unknown }) =>
  (kind === 'browser') === (origins !== undefined)
const misfit = {
  path: ['origins'],
  error: 'are for a browser key, which needs them: send kind browser with origins, or neither',
}
const byEmail = z
  .strictObject({ ...wanted, email })
  .refine(fits, misfit)
  .meta({
    id: 'KeyByEmail',
    description: 'Body without a session',
    example: { name: 'my farm finder', email: 'ann@example.org' },
  })
const ofAccount = z
  .strictObject(wanted)
  .refine(fits, misfit)
  .meta({
    id: 'KeyOfAccount',
    description: 'Body with a session',
    example: { name: 'my web page', kind: 'browser', origins: ['https://farms.example'] },
  })
const change = z.strictObject({ origins })
const graceHours = 'must be a whole number from 0 to 720'
const rotation = z.strictObject({
  grace_hours: z.int(graceHours).min(0, graceHours).max(720, graceHours).default(24).meta({
    unit: 'hours',
    description: 'Time for which the former secret remains valid; 0 = it ends at once',
    example: 24,
  }),
})
const id = uuid.meta({
  description: 'Key id',
  example: '7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47',
})
const notFound = { 'not-found': 'no key has the id "7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47"' }

const create = apiRoute({
  method: 'post',
  path: '/v1/keys',
  caller: anyoneOrSession,
  headers: noStore,
  body: {
    schema: z.union([byEmail, ofAccount]),
    choose: ({ session }) => (session === undefined ? byEmail : ofAccount),
  },
  operation: 'createKey',
  tag: 'Keys',
  summary: 'Create a key',
  details: ({ accountKeyLimits: account, emailKeyLimits: email }) =>
    `Creates a key of the signed-in account. Without a session it creates a key of \`email\`. Only this answer contains the key; nothing is mailed. An account has up to ${account.active} active keys and creates up to ${account.created_in_24_h} in 24 hours. An email address has up to ${email.active} and creates up to ${email.created_in_24_h}. Over the first limit the server returns 409, over the second 429.`,
  answers: { 201: { description: 'New key', schema: createdKey } },
  problems: { conflict: true },
  heeds: z.strictObject({
    'Idempotency-Key': text(
      '16 to 255 characters, best a UUID. The same request of the same account or address returns the same key for 24 hours; another body returns 409',
      '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    ).optional(),
  }),
  async answer({ http, session, body }, services) {
    const once = onceOf(http, session, body, services)
    const { store } = services
    const earlier = once && (await keyOfRequest(store.db, once, store.now()))
    if (!earlier) await limitCreation(http, services)
    const made = earlier ?? (await createKey(session, { ...body, once }, services))
    const { key, id, kind, origins, tier } = made
    const daily_limit = dailyLimit(services.config, dailyLimitOf(made))
    return { status: 201 as const, body: { key, id, kind, origins, tier, daily_limit } }
  },
})

/** The request as one that may be sent again; undefined without the header. Throws a 400 Problem for a bad one. */
function onceOf(
  { req }: Http,
  session: GivenSession | undefined,
  body: object,
  { config }: Services,
): Once | undefined {
  const given = req.headers['idempotency-key']
  if (given === undefined) return undefined
  const token = String(given).replace(/^"(.*)"$/, '$1')
  if (!/^[!-~]{16,255}$/.test(token)) {
    const message = 'must have 16 to 255 characters without spaces, best a UUID'
    throw badParameters([{ parameter: 'Idempotency-Key', message }])
  }
  const owner = session ? `account ${session.account.id}` : `address ${clientOf(req, config)}`
  return { owner, token, body: JSON.stringify(body) }
}

function createKey(
  session: GivenSession | undefined,
  body: { name: string; email?: string; origins?: string[] | undefined; once?: Once | undefined },
  { store, config }: Services,
): Promise<NewKey> {
  const { email = '', ...wanted } = body
  return session === undefined
    ? createOwnKey(store, { email }, wanted, config.emailKeyLimits)
    : createOwnKey(store, { account_id: session.account.id }, wanted, config.accountKeyLimits)
}

const list = apiRoute({
  method: 'get',
  path: '/v1/keys',
  ...ownAccount,
  operation: 'listKeys',
  tag: 'Keys',
  summary: 'List the active keys of the account',
  details: 'Active keys without their secrets, oldest first. A session is needed.',
  answers: { 200: { description: 'Active keys, oldest first', schema: keyList } },
  answer: async ({ session: { account } }, services) => ({
    body: { data: await keysWithUse(services, account.id) },
  }),
})

const revoke = apiRoute({
  method: 'delete',
  path: '/v1/keys',
  ...ownAccount,
  query: z.strictObject({ id }),
  operation: 'revokeKey',
  tag: 'Keys',
  summary: 'Revoke a key of the account',
  details: 'The key stops working at once and permanently. A session is needed.',
  answers: { 200: { description: 'Confirmation: the key is revoked', schema: done } },
  problems: notFound,
  async answer({ session: { account }, query: { id } }, { store }) {
    await revokeKey(store, { id, caller: { account_id: account.id } })
    return { body: success }
  },
})

const changeOrigins = apiRoute({
  method: 'patch',
  path: '/v1/keys/:id',
  ...ownAccount,
  params: z.object({ id }),
  body: { schema: change },
  operation: 'changeKey',
  tag: 'Keys',
  summary: 'Change the origins of a browser key',
  details: 'The new origins apply at once. A session is needed.',
  answers: { 200: { description: 'Key with its origins', schema: changedKey } },
  problems: {
    ...notFound,
    conflict:
      'the key 7d4f5a0e-2b61-4c0e-9a53-6c1f0e8b2d47 is a secret key, which is for no page; make a browser key',
  },
  async answer({ session: { account }, params, body }, { store }) {
    const caller = { account_id: account.id }
    const changed = await setOrigins(store, { id: params.id, origins: body.origins, caller })
    const { id, name, kind, origins } = changed
    return { body: { id, name, kind, origins } }
  },
})

const rotate = apiRoute({
  method: 'post',
  path: '/v1/keys/:id/rotate',
  ...ownAccount,
  params: z.object({ id }),
  body: { schema: rotation, optional: true },
  operation: 'rotateKey',
  tag: 'Keys',
  summary: 'Replace the secret of a key',
  details: `The former secret remains valid for \`grace_hours\`. A key rotates up to ${rotationsIn24h} times in 24 hours; then the server returns 429.`,
  answers: { 200: { description: 'Key with its new secret', schema: rotatedKey } },
  problems: { ...notFound, conflict: true },
  async answer({ session, params, body: { grace_hours } }, { store, config }) {
    const caller = { account_id: session.account.id }
    const rotated = await rotateKey(store, { id: params.id, grace_hours, caller })
    const { key, id, name, tier, former_key_valid_until } = rotated
    const daily_limit = dailyLimit(config, dailyLimitOf(rotated))
    return { body: { key, id, name, tier, daily_limit, former_key_valid_until } }
  },
})

const use = apiRoute({
  method: 'get',
  path: '/v1/keys/:id/usage',
  ...ownAccount,
  params: z.object({ id }),
  operation: 'getKeyUsage',
  tag: 'Keys',
  summary: 'Show the use of a key by day',
  details: 'Requests of the last 90 days by outcome. A session is needed.',
  answers: { 200: { description: 'Requests of each day', schema: usageOfKey } },
  problems: notFound,
  async answer({ session: { account }, params: { id } }, { store, outcomes }) {
    const { name, tier } = await keyOf(store.db, id, { account_id: account.id })
    const days = await outcomes.history(id)
    return { body: { data: { id, name, tier, days } } }
  },
})

/** Creating, listing, changing, rotating and revoking keys, and their requests by outcome. */
export const keyRoutes: Route[] = [create, list, revoke, changeOrigins, rotate, use]
