import { z } from 'zod'
import {
  closeAccount,
  findAccount,
  listAccounts,
  type ListedAccount,
} from '../accounts/accounts.ts'
import { readAuditLog, type AuditEntry } from '../accounts/audit_log.ts'
import {
  accountName,
  idOf,
  minuteOf,
  operator,
  optionValue,
  textTable,
  type Command,
} from './command.ts'
import { endSessionsOf } from '../accounts/sessions.ts'

const entries = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number)

const ofAccount = {
  details: '  ACCOUNT       its email address or id, as accounts shows them',
  arguments: ['ACCOUNT'],
}

/** Commands for accounts, and for the audit log of accounts and keys. */
export const accountCommands: Record<string, Command> = {
  accounts: {
    usage: 'accounts',
    summary: 'show every account, its active keys and its sessions',
    details: '  The first sign-in with an email address creates an account.',
    read: () => async (store) => {
      const accounts = await listAccounts(store)
      return { json: accounts, text: accountsText(accounts) }
    },
  },
  'sign-out': {
    usage: 'sign-out ACCOUNT',
    summary: 'end every session of an account, at once',
    ...ofAccount,
    read({ positionals }) {
      const name = optionValue(accountName, 'ACCOUNT', positionals[0])
      return async (store) => {
        const { id, email } = await findAccount(store, name)
        const ended = await endSessionsOf(store, id)
        const text = `Sessions of ${email} that were ended: ${ended}.`
        return { json: { id, email, ended }, text }
      }
    },
  },
  'close-account': {
    usage: 'close-account ACCOUNT',
    summary: 'revoke the keys of an account, end its sessions, forget its address',
    ...ofAccount,
    read({ positionals }) {
      const account = optionValue(accountName, 'ACCOUNT', positionals[0])
      return async (store) => {
        const closed = await closeAccount(store, { account, caller: operator() })
        const text = `Closed ${closed.email}; keys that were revoked: ${closed.revoked}.`
        return { json: closed, text }
      }
    },
  },
  audit: {
    usage: 'audit [--id ID] [--entries N]',
    summary: 'show the audit log of keys and accounts, newest first',
    details: `\
  --id ID       of this key or account only
  --entries N   at most N entries, default 100`,
    options: { id: { type: 'string' }, entries: { type: 'string', default: '100' } },
    read({ values }) {
      const limit = optionValue(entries, '--entries', values.entries)
      const id = values.id === undefined ? undefined : idOf(values.id)
      return async (store) => {
        const log = await readAuditLog(store, { id, limit })
        return { json: log, text: auditText(log) }
      }
    },
  },
}

function accountsText(accounts: ListedAccount[]): string {
  if (accounts.length === 0)
    return 'No accounts yet. The first sign-in with an email address creates one.'
  return textTable(
    ['ID', 'EMAIL', 'CREATED', 'SIGNED IN', 'KEYS', 'SESSIONS'],
    accounts.map((account) => [
      account.id,
      account.email,
      minuteOf(account.created_at),
      minuteOf(account.signed_in_at),
      `${account.active_keys}`,
      `${account.sessions}`,
    ]),
  )
}

function auditText(log: AuditEntry[]): string {
  if (log.length === 0) return 'The audit log is empty.'
  return textTable(
    ['AT', 'WHO', 'WHAT', 'KEY', 'PREFIX', 'ACCOUNT', 'MORE'],
    log.map((entry) => [
      entry.at,
      entry.actor,
      entry.action,
      entry.key_id ?? '–',
      entry.key_prefix === null ? '–' : `${entry.key_prefix}…`,
      entry.account_id ?? '–',
      entry.detail === null ? '' : JSON.stringify(entry.detail),
    ]),
  )
}
