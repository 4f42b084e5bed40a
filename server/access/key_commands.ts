import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import type { Tier } from '../../data/schema/meta.ts'
import { createKey, emailAddress, keyName, listKeys, revokeKey, setTier } from './keys.ts'
import type { ListedKey, NewKey } from './keys.ts'
import { looksSecret } from './secret.ts'
import type { Store } from './store.ts'
import { printable, textTable } from './text_table.ts'

type Given = { values: Record<string, unknown>; positionals: string[] }
type Output = { json: unknown; text: string }

/** One command: its arguments are read before the store is opened, so that a slip leaves none. */
export type Command = {
  usage: string
  summary: string
  details: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Throws a UsageError where the arguments are not right. */
  read(given: Given, baseUrl: string): (store: Store) => Promise<Output>
}

/** The command line is not one that makes sense; the message says what would. */
export class UsageError extends Error {
  override name = 'UsageError'
}

const tiers: readonly string[] = ['free', 'paid'] satisfies Tier[]

export const commands: Record<string, Command> = {
  create: {
    usage: 'create --name N [--tier free|paid] [--email E]',
    summary: 'make a key and show its secret, once',
    details: [
      '  --name N      label of the key, 1 to 100 characters',
      '  --tier T      free (default) or paid',
      "  --email E     owner's address; the key counts for the limits of this address",
    ].join('\n'),
    options: {
      name: { type: 'string' },
      tier: { type: 'string', default: 'free' },
      email: { type: 'string' },
    },
    read({ values, positionals }, baseUrl) {
      expectArguments(positionals, [])
      if (values.name === undefined) throw new UsageError('--name is missing: give the key a label')
      const name = parsed(keyName, '--name', values.name)
      const tier = tierOf(values.tier)
      const email =
        values.email === undefined ? null : parsed(emailAddress, '--email', values.email)
      return async (store) => {
        const key = await createKey(store, { name, tier, email })
        return { json: key, text: createdText(key, baseUrl) }
      }
    },
  },
  list: {
    usage: 'list',
    summary: 'show every key and its use, without the secrets',
    details: '  Requests of the last second may still be missing from those of today.',
    options: {},
    read({ positionals }) {
      expectArguments(positionals, [])
      return async (store) => {
        const keys = await listKeys(store)
        return { json: keys, text: listText(keys) }
      }
    },
  },
  revoke: {
    usage: 'revoke ID',
    summary: 'end a key for good, at once',
    details: '  ID            id of the key, as list shows it',
    options: {},
    read({ positionals }) {
      const [id = ''] = expectArguments(positionals, ['ID'])
      expectId(id)
      return async (store) => {
        const key = await revokeKey(store, id)
        return { json: key, text: `Revoked ${key.id} (${printable(key.name)}).` }
      }
    },
  },
  tier: {
    usage: 'tier ID free|paid',
    summary: 'move a key to a tier, at once',
    details: '  ID            id of the key, as list shows it',
    options: {},
    read({ positionals }) {
      const [id = '', word] = expectArguments(positionals, ['ID', 'free|paid'])
      expectId(id)
      const tier = tierOf(word)
      return async (store) => {
        const key = await setTier(store, id, tier)
        return { json: key, text: `${key.id} (${printable(key.name)}) is now ${key.tier}.` }
      }
    },
  },
}

function expectArguments(given: string[], names: string[]): string[] {
  const missing = names[given.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  if (given.length > names.length) {
    throw new UsageError(`unexpected argument${shown(given[names.length] ?? '')}`)
  }
  return given
}

function expectId(id: string): void {
  if (z.uuid().safeParse(id).success) return
  throw new UsageError(`not a key's id${shown(id)}; \`npm run keys -- list\` shows the ids`)
}

function tierOf(value: unknown): Tier {
  if (value === 'free' || value === 'paid') return value
  throw new UsageError(`not a tier${shown(String(value))}; give ${tiers.join(' or ')}`)
}

function parsed<Value>(schema: z.ZodType<Value>, option: string, value: unknown): Value {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reason = result.error.issues.map((issue) => issue.message).join(', ')
  throw new UsageError(`${option}${shown(String(value))}: ${reason}`)
}

/** Quotes what was typed for a message, after a blank; a key is never repeated. */
export function shown(text: string): string {
  return looksSecret(text) ? ' (a secret key)' : ` ${JSON.stringify(text)}`
}

function createdText(key: NewKey, baseUrl: string): string {
  return [
    `Created a ${key.tier} key, ${printable(key.name)}:`,
    '',
    `  ${key.key}`,
    '',
    'It is shown only this once and cannot be read back; keep it where only its user can see it.',
    `Its id, for revoke and tier: ${key.id}`,
    '',
    'Try it:',
    '',
    `  curl -H 'X-API-Key: ${key.key}' '${baseUrl}/v1/farms?per_page=3'`,
  ].join('\n')
}

function listText(keys: ListedKey[]): string {
  if (keys.length === 0) return 'No keys yet. Make one: npm run keys -- create --name NAME'
  const headings = ['ID', 'KEY', 'NAME', 'TIER', 'EMAIL', 'CREATED', 'LAST USED', 'TODAY', 'STATE']
  return textTable(
    headings,
    keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      key.name,
      key.tier,
      key.email ?? '–',
      minuteOf(key.created_at),
      key.last_used_at === null ? 'never' : minuteOf(key.last_used_at),
      `${key.requests_today}`,
      key.revoked_at === null ? 'active' : `revoked ${minuteOf(key.revoked_at)}`,
    ]),
  )
}

/** Cuts an instant to its minute; times in the list are UTC. */
function minuteOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`
}
