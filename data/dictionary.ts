import { columnsOf } from './schema/tables/table.ts'
import { schemaVersion } from './schema/manifest.ts'
import { tables } from './schema/tables/tables.ts'

/** What each column of each published file means: part of every snapshot. */
export const dictionary = () => ({
  schema_version: schemaVersion,
  null_means: 'not collected; never "no"',
  tables: tables.map(({ path, tier, description, schema }) => ({
    path,
    tier,
    description,
    columns: columnsOf(schema),
  })),
})
