import { z } from 'zod'
import { UsageError } from '../../../data/command_line.ts'
import {
  accountName,
  idOf,
  minuteOf,
  operator,
  optionValue,
  readTier,
  printable,
  textTable,
  type Command,
} from './command.ts'
import { listKeys, type ListedKey } from '../keys/key_list.ts'
import { rotateKey } from '../keys/key_rotation.ts'
import { emailAddress } from '../email_address.ts'
import { exampleOrigin } from '../../http/addresses/page_origin.ts'
import { keyOriginsText } from '../keys/key_origins.ts'
import { createKey, keyName, revokeKey, setOrigins, setTier, type NewKey } from '../keys/keys.ts'
import { findAccount } from '../accounts/accounts.ts'

const idArgument = '  ID            id of the key, as list shows it'

const graceHours = z
  .string()
  .transform((text) => (/^\d{1,3}$/.test(text) ? Number(text) : NaN))
  .refine((hours) => hours <= 720, 'must be a whole number from 0 to 720')

export const keyCommands: Record<string, Command> = {
  create: {
    usage: 'create --name N [--tier free|paid | --origins O] [--email E | --account A]',
    summary: 'make a key and show its secret, once',
    details: `\
  --name N      label of the key, 1 to 100 characters
  --tier T      free (default) or paid
  --origins O   make a browser key for pages of these origins: one to ten, comma-separated, such as
                https://farms.example, https://*.farms.example, http://localhost:*
  --email E     owner's address; the key counts for the limits of this address
  --account A   account that owns the key, by address or id`,
    options: {
      name: { type: 'string' },
      tier: { type: 'string', default: 'free' },
      origins: { type: 'string' },
      email: { type: 'string' },
      account: { type: 'string' },
    },
    read({ values }, baseUrl) {
      if (values.name === undefined) throw new UsageError('--name is missing: give the key a label')
      const name = optionValue(keyName, '--name', values.name)
      const tier = readTier(values.tier)
      const origins = optionValue(keyOriginsText.optional(), '--origins', values.origins)
      if (origins && tier === 'paid')
        throw new UsageError('--origins makes a browser key, which sees the free tier only')
      const email =
        values.email === undefined ? null : optionValue(emailAddress, '--email', values.email)
      if (email !== null && values.account !== undefined)
        throw new UsageError('--email and --account exclude each other')
      const owner = optionValue(accountName.optional(), '--account', values.account)
      return async (store) => {
        const account = owner === undefined ? null : await findAccount(store, owner)
        const account_id = account?.id ?? null
        const request = { name, tier, origins, email, account_id }
        const key = await createKey(store, { ...request, caller: operator() })
        return { json: key, text: createdText(key, baseUrl) }
      }
    },
  },
  list: {
    usage: 'list',
    summary: 'show every key and its use, without the secrets',
    details: "  Requests of the last second may be missing from today's count.",
    read: () => async (store) => {
      const keys = await listKeys(store)
      return { json: keys, text: listText(keys) }
    },
  },
  revoke: {
    usage: 'revoke ID',
    summary: 'revoke a key permanently, at once',
    details: idArgument,
    arguments: ['ID'],
    read({ positionals }) {
      const id = idOf(positionals[0])
      return async (store) => {
        const key = await revokeKey(store, { id, caller: operator() })
        return { json: key, text: `Revoked ${key.id} (${printable(key.name)}).` }
      }
    },
  },
  rotate: {
    usage: 'rotate ID [--grace-hours H]',
    summary: 'give a key a new secret, shown once',
    details: `${idArgument}
  --grace-hours H   how long the former secret still works: 0 to 720, default 24`,
    arguments: ['ID'],
    options: { 'grace-hours': { type: 'string', default: '24' } },
    read({ values, positionals }, baseUrl) {
      const id = idOf(positionals[0])
      const grace_hours = optionValue(graceHours, '--grace-hours', values['grace-hours'])
      return async (store) => {
        const key = await rotateKey(store, { id, grace_hours, caller: operator() })
        const until = `The former secret works until ${key.former_key_valid_until}.`
        return { json: key, text: `${createdText(key, baseUrl, 'Rotated')}\n\n${until}` }
      }
    },
  },
  origins: {
    usage: 'origins ID O',
    summary: 'replace the origins of a browser key, at once',
    details: `${idArgument}
  O             one to ten origins, comma-separated; they replace the present ones`,
    arguments: ['ID', 'O'],
    read({ positionals }) {
      const id = idOf(positionals[0])
      const origins = optionValue(keyOriginsText, 'O', positionals[1])
      return async (store) => {
        const key = await setOrigins(store, { id, origins, caller: operator() })
        return { json: key, text: `${key.id} (${printable(key.name)}) is for ${pagesOf(key)}.` }
      }
    },
  },
  tier: {
    usage: 'tier ID free|paid',
    summary: 'move a key to a tier, at once',
    details: idArgument,
    arguments: ['ID', 'free|paid'],
    read({ positionals }) {
      const [id, tier] = [idOf(positionals[0]), readTier(positionals[1])]
      return async (store) => {
        const key = await setTier(store, { id, tier, caller: operator() })
        return { json: key, text: `${key.id} (${printable(key.name)}) is now ${key.tier}.` }
      }
    },
  },
}

function createdText(key: NewKey, baseUrl: string, done = 'Created'): string {
  if (key.kind === 'browser') return createdBrowserText(key, baseUrl, done)
  return `${done} a ${key.tier} key, ${printable(key.name)}:

  ${key.key}

It is shown only once and can't be read back. Keep it secret.
Id, for revoke and tier: ${key.id}

Try it:

  curl -H 'X-API-Key: ${key.key}' '${baseUrl}/v1/farms?per_page=3'`
}

function createdBrowserText(key: NewKey, baseUrl: string, done: string): string {
  const origin = exampleOrigin(key.origins![0]!)
  return `${done} a browser key, ${printable(key.name)}, for ${pagesOf(key)}:

  ${key.key}

The source of these pages may contain it. It is stored as a hash and shown only once.
Id, for revoke and origins: ${key.id}

Try it, as a page of ${origin} would:

  curl -H 'X-API-Key: ${key.key}' -H 'Origin: ${origin}' '${baseUrl}/v1/farms?per_page=3'`
}

const pagesOf = ({ origins }: Pick<NewKey, 'origins'>): string =>
  `pages of ${(origins ?? []).join(', ')}`

function listText(keys: ListedKey[]): string {
  if (keys.length === 0) return 'No keys yet. Make one: npm run keys -- create --name NAME'
  return textTable(
    ['ID', 'KEY', 'NAME', 'TIER', 'EMAIL', 'CREATED', 'LAST USED', 'TODAY', 'STATE'],
    keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.name,
      key.tier,
      key.email ?? '–',
      minuteOf(key.created_at),
      key.last_used_at === null ? 'never' : minuteOf(key.last_used_at),
      `${key.requests_today}`,
      stateOf(key),
    ]),
  )
}

function stateOf({ revoked_at, former_secrets, ...key }: ListedKey): string {
  if (revoked_at !== null) return `revoked ${minuteOf(revoked_at)}`
  const pages = key.kind === 'browser' ? `, for ${pagesOf(key)}` : ''
  const former = former_secrets.map(({ prefix, valid_until }) => {
    const which = prefix === null ? 'a former secret' : `former ${prefix}…`
    return `; ${which} until ${minuteOf(valid_until)}`
  })
  return `active${pages}${former.join('')}`
}
