import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Every change of the store's schema in order; a name sorts after those before it and is never
 * changed once released. `text` and `integer` mean the same in SQLite and PostgreSQL.
 */
export const migrations: Record<string, Migration> = {
  '0001_keys_and_usage': {
    async up(db: Kysely<unknown>) {
      await createKeys(db)
      await createKeyRevision(db)
      await createUsage(db)
      await createAddressCounts(db)
    },
  },
  '0002_accounts_rotation_and_audit': {
    async up(db: Kysely<unknown>) {
      await createAccounts(db)
      await createSignIns(db)
      await createSessions(db)
      await createFormerSecrets(db)
      await createUsageOutcomes(db)
      await createAudit(db)
      await db.schema.alterTable('keys').addColumn('account_id', 'text').execute()
      await index(db, 'keys', ['account_id', 'created_at'])
    },
  },
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tier', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()
  await index(db, 'keys', ['email', 'created_at'])
  await index(db, 'keys', ['revision'])
}

async function createKeyRevision(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('key_revision')
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into key_revision (value) values (0)`.execute(db)
}

async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage')
    .addColumn('key_id', 'text', (column) => column.notNull().references('keys.id'))
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_used_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_primary_key', ['key_id', 'day'])
    .execute()
  await index(db, 'usage', ['day'])
}

async function createAddressCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('address_counts')
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('window_start', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('address_counts_primary_key', ['policy', 'window_start', 'address'])
    .execute()
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('signed_in_at', 'text', (column) => column.notNull())
    .execute()
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('asker_hash', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('next', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'sign_ins', ['expires_at'])
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'sessions', ['account_id'])
  await index(db, 'sessions', ['expires_at'])
}

async function createFormerSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_secrets')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull().references('keys.id'))
    .addColumn('replaced_at', 'text', (column) => column.notNull())
    .addColumn('valid_until', 'text', (column) => column.notNull())
    .execute()
  await index(db, 'former_secrets', ['key_id'])
}

async function createUsageOutcomes(db: Kysely<unknown>): Promise<void> {
  const counted = ['answered', 'not_modified', 'client_error', 'limited', 'server_error']
  let table = db.schema
    .createTable('usage_outcomes')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_outcomes_primary_key', ['key_id', 'day'])
  for (const name of counted) table = table.addColumn(name, 'integer', (column) => column.notNull())
  await table.execute()
  await index(db, 'usage_outcomes', ['day'])
}

async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('account_id', 'text')
    .addColumn('detail', 'text')
    .execute()
  await index(db, 'audit', ['revision'])
  await index(db, 'audit', ['key_id', 'revision'])
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  const name = `${table}_by_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}
