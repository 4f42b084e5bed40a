import type { Described } from './described.ts'

/** `farms.sql`: a view of each public table for DuckDB, over the files where they are served or lie. */
export const views = ({ manifest, tables, title }: Described): string =>
  `-- ${title}: the public tables of snapshot ${manifest.id} as views, for DuckDB 1.1 or later.
--${manifest.synthetic ? syntheticLine : ''}
-- Say first where the files are: the folder, or the address that this file came from without its name.
--
--   set variable base = '.';
--   set variable base = 'https://HOST/v1/snapshots/${manifest.id}/files/public';
--
-- DuckDB loads httpfs by itself for an address, and reads of a file only the parts that a query needs.
-- Where base is not set, it is the folder that DuckDB runs in.

set variable base = coalesce(getvariable('base'), '.');

${tables.map(({ name, file, description }) => viewOf(name, file, description)).join('\n\n')}
`

const syntheticLine = `
-- Synthetic: farms in it are generated for testing and do not exist.
--`

const viewOf = (name: string, file: string, description: string): string =>
  `-- ${description}.
create or replace view ${name} as
from read_parquet(getvariable('base') || '/${file}');`
