import { randomUUID } from 'node:crypto'
import { instantOf } from '../instants.ts'
import { audit, changeKeys, type ChangedBy, type KeyChange } from '../store/changes.ts'
import { foldEmail } from '../email_address.ts'
import type { AccountsTable } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

export type Account = AccountsTable

/** No account has the address or id. */
export class AccountNotFound extends Error {
  override name = 'AccountNotFound'
}

export type ListedAccount = Account & { active_keys: number; sessions: number }

const columns = ['id', 'email', 'created_at', 'signed_in_at'] as const

/** Confirms a proved address: creates its account if missing, and hands over its keys. */
export async function confirmAccount(store: Store, address: string): Promise<Account> {
  const email = foldEmail(address)
  return changeKeys(store, 'email', async (change) => {
    const account = await accountOf(change, email)
    await handOver({ ...change, actor: { account_id: account.id } }, account)
    return change.trx
      .updateTable('accounts')
      .set({ signed_in_at: instantOf(change.now) })
      .where('id', '=', account.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/** Lists every account, oldest first, with its active keys and unexpired sessions. */
export async function listAccounts({ db, now }: Store): Promise<ListedAccount[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(columns)
    .select((eb) => [
      eb
        .selectFrom('keys')
        .whereRef('keys.account_id', '=', 'accounts.id')
        .where('keys.revoked_at', 'is', null)
        .select((keys) => keys.fn.countAll().as('count'))
        .as('active_keys'),
      eb
        .selectFrom('sessions')
        .whereRef('sessions.account_id', '=', 'accounts.id')
        .where('sessions.expires_at', '>', instantOf(now()))
        .select((sessions) => sessions.fn.countAll().as('count'))
        .as('sessions'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    active_keys: Number(row.active_keys),
    sessions: Number(row.sessions),
  }))
}

/** Finds an account by address or id. Throws AccountNotFound. */
export async function findAccount(store: Store, emailOrId: string): Promise<Account> {
  const account = await store.db
    .selectFrom('accounts')
    .select(columns)
    .where((eb) => eb.or([eb('email', '=', foldEmail(emailOrId)), eb('id', '=', emailOrId)]))
    .executeTakeFirst()
  if (account === undefined)
    throw new AccountNotFound(`no account has the address or id ${JSON.stringify(emailOrId)}`)
  return account
}

/**
 * Closes an account permanently: revokes its keys and the keys of its address, ends its sessions, and
 * erases its address, its keys' names and origins, and their recorded failures. Confirming the address
 * again creates a new account. Throws AccountNotFound.
 */
export async function closeAccount(
  store: Store,
  { account: emailOrId, caller = 'operator' }: { account: string; caller?: ChangedBy },
): Promise<Account & { revoked: number }> {
  const account = await findAccount(store, emailOrId)
  return changeKeys(store, caller, async (change) => {
    await handOver(change, account)
    const revoked = await revokeAll(change, account.id)
    const { trx } = change
    await forgetKeys(change, account.id)
    await trx.deleteFrom('sessions').where('account_id', '=', account.id).execute()
    await trx.deleteFrom('sign_ins').where('email', '=', account.email).execute()
    await trx
      .updateTable('reports')
      .set({ email: null })
      .where('email', '=', account.email)
      .execute()
    await trx.deleteFrom('accounts').where('id', '=', account.id).execute()
    await audit(change, { action: 'account closed', account_id: account.id })
    return { ...account, revoked }
  })
}

async function accountOf(change: KeyChange, email: string): Promise<Account> {
  const { trx, now } = change
  const known = await trx
    .selectFrom('accounts')
    .select(columns)
    .where('email', '=', email)
    .executeTakeFirst()
  if (known !== undefined) return known
  const at = instantOf(now)
  const account = { id: randomUUID(), email, created_at: at, signed_in_at: at }
  await trx.insertInto('accounts').values(account).execute()
  await audit(change, { action: 'account created', account_id: account.id })
  return account
}

async function handOver(change: KeyChange, { id, email }: Account): Promise<void> {
  const keys = await change.trx
    .updateTable('keys')
    .set({ account_id: id, revision: change.revision })
    .where('email', '=', email)
    .where('account_id', 'is', null)
    .returning(['id', 'prefix'])
    .execute()
  for (const key of keys) await audit(change, { action: 'key handed over', key, account_id: id })
}

/** Revokes every key of an account; returns the number that were active. */
async function revokeAll(change: KeyChange, account_id: string): Promise<number> {
  const { trx, revision, now } = change
  const keys = await trx
    .updateTable('keys')
    .set({ revoked_at: instantOf(now), revision })
    .where('account_id', '=', account_id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'prefix'])
    .execute()
  for (const key of keys) await audit(change, { action: 'key revoked', key, account_id })
  return keys.length
}

/** Erases what the owner entered and requested with the account's keys, revoked or active. */
async function forgetKeys({ trx }: KeyChange, account_id: string): Promise<void> {
  const own = trx.selectFrom('keys').select('id').where('account_id', '=', account_id)
  await trx.deleteFrom('key_failures').where('key_id', 'in', own).execute()
  await trx.deleteFrom('usage_endpoints').where('key_id', 'in', own).execute()
  await trx
    .updateTable('keys')
    .set({ email: null, name: 'of a closed account' })
    .where('account_id', '=', account_id)
    .execute()
  await trx
    .updateTable('keys')
    .set({ origins: '[]' })
    .where('account_id', '=', account_id)
    .where('origins', 'is not', null)
    .execute()
  // Audit entries about origins hold the origins in `detail`.
  await trx
    .updateTable('audit')
    .set({ detail: null })
    .where('key_id', 'in', own)
    .where('detail', 'like', '%://%')
    .execute()
}
