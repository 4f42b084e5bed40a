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

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  const name = `${table}_by_${columns.join('_')}`
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}
