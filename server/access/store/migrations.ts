import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration, type MigratorProps } from 'kysely/migration'
import type { StoreSchema } from './schema.ts'
import { StoreError } from './store_errors.ts'

/**
 * The store's schema changes in order. Each name sorts after the earlier ones and never changes once
 * released. `text` and `integer` mean the same in SQLite and PostgreSQL.
 */
export const migrations: Record<string, Migration> = {
  '0001_keys_and_usage': migration(
    `create table keys (
      id text primary key,
      hash text not null unique,
      prefix text not null,
      name text not null,
      tier text not null,
      email text,
      created_at text not null,
      revoked_at text,
      revision integer not null
    )`,
    'create index keys_by_email_created_at on keys (email, created_at)',
    'create index keys_by_revision on keys (revision)',
    'create table key_revision (value integer not null)',
    'insert into key_revision (value) values (0)',
    `create table usage (
      key_id text not null references keys (id),
      day text not null,
      count integer not null,
      last_used_at text not null,
      constraint usage_primary_key primary key (key_id, day)
    )`,
    'create index usage_by_day on usage (day)',
    `create table address_counts (
      policy text not null,
      address text not null,
      window_start text not null,
      count integer not null,
      constraint address_counts_primary_key primary key (policy, window_start, address)
    )`,
  ),
  '0002_accounts_rotation_and_audit': migration(
    `create table accounts (
      id text primary key,
      email text not null unique,
      created_at text not null,
      signed_in_at text not null
    )`,
    `create table sign_ins (
      hash text primary key,
      asker_hash text not null,
      email text not null,
      next text not null,
      expires_at text not null
    )`,
    'create index sign_ins_by_expires_at on sign_ins (expires_at)',
    `create table sessions (
      hash text primary key,
      account_id text not null,
      created_at text not null,
      seen_at text not null,
      expires_at text not null
    )`,
    'create index sessions_by_account_id on sessions (account_id)',
    'create index sessions_by_expires_at on sessions (expires_at)',
    `create table former_secrets (
      hash text primary key,
      key_id text not null references keys (id),
      replaced_at text not null,
      valid_until text not null
    )`,
    'create index former_secrets_by_key_id on former_secrets (key_id)',
    `create table usage_outcomes (
      key_id text not null,
      day text not null,
      answered integer not null,
      not_modified integer not null,
      client_error integer not null,
      limited integer not null,
      server_error integer not null,
      constraint usage_outcomes_primary_key primary key (key_id, day)
    )`,
    'create index usage_outcomes_by_day on usage_outcomes (day)',
    `create table audit (
      id text primary key,
      revision integer not null,
      at text not null,
      actor text not null,
      action text not null,
      key_id text,
      account_id text,
      detail text
    )`,
    'create index audit_by_revision on audit (revision)',
    'create index audit_by_key_id_revision on audit (key_id, revision)',
    'alter table keys add column account_id text',
    'create index keys_by_account_id_created_at on keys (account_id, created_at)',
  ),
  // A key has had today's prefix since its last rotation; its earlier prefixes are unknown.
  '0003_prefixes_of_their_time': migration(
    'alter table former_secrets add column prefix text',
    'alter table audit add column key_prefix text',
    `update audit
      set key_prefix = (select keys.prefix from keys where keys.id = audit.key_id)
      where not exists (
        select 1 from audit as later
        where later.key_id = audit.key_id
          and later.action = 'key rotated'
          and later.revision > audit.revision
      )`,
  ),
  '0004_browser_keys': migration('alter table keys add column origins text'),
  '0005_endpoints_failures_and_clients': migration(
    `create table usage_endpoints (
      key_id text not null,
      day text not null,
      endpoint text not null,
      status integer not null,
      within_5_ms integer not null,
      within_25_ms integer not null,
      within_100_ms integer not null,
      within_500_ms integer not null,
      slower integer not null,
      constraint usage_endpoints_primary_key primary key (key_id, day, endpoint, status)
    )`,
    'create index usage_endpoints_by_day on usage_endpoints (day)',
    `create table key_failures (
      request_id text primary key,
      key_id text not null,
      at text not null,
      method text not null,
      path text not null,
      status integer not null,
      detail text not null
    )`,
    'create index key_failures_by_key_id_at on key_failures (key_id, at)',
    'alter table sessions add column agent text',
    'alter table sessions add column address text',
  ),
  '0006_reports': migration(
    `create table reports (
      number integer primary key,
      farm_id text not null,
      farm_name text not null,
      kind text not null,
      note text,
      link text,
      email text,
      at text not null,
      closed_at text,
      outcome text,
      closed_by text
    )`,
    'create index reports_by_farm_id on reports (farm_id)',
    'create index reports_by_closed_at on reports (closed_at)',
    'create table report_numbers (value integer not null)',
    'insert into report_numbers (value) values (0)',
  ),
  '0007_key_requests': migration(
    `create table key_requests (
      hash text primary key,
      body_hash text not null,
      salt text not null,
      key_id text not null references keys (id),
      created_at text not null
    )`,
    'create index key_requests_by_created_at on key_requests (created_at)',
  ),
}

function migration(...statements: string[]): Migration {
  return {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  }
}

/** Runs the missing migrations. Throws a StoreError for a store that a newer version wrote. */
export async function migrateStore(
  db: Kysely<StoreSchema>,
  store: string,
  options: Pick<MigratorProps, 'disableTransactions'> = {},
): Promise<void> {
  if (await isMigrated(db, store)) return
  const provider = { getMigrations: async () => migrations }
  const { error } = await new Migrator({ db, provider, ...options }).migrateToLatest()
  if (error !== undefined) throw error
}

/** Returns true if no migration is missing. Throws a StoreError as migrateStore does. */
export async function isMigrated(db: Kysely<StoreSchema>, store: string): Promise<boolean> {
  const applied = await appliedTo(db)
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new StoreError(
      `${store} was written by a newer version of this program ` +
        `(it has the migration ${unknown.join(', ')}; this version knows up to ` +
        `${Object.keys(migrations).at(-1)}): run that version, or restore the store saved before it`,
    )
  return applied.length === Object.keys(migrations).length
}

async function appliedTo(db: Kysely<StoreSchema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const query = sql<{ name: string }>`select name from kysely_migration order by name`
  return (await query.execute(db)).rows.map(({ name }) => name)
}
