import type { Described } from './described.ts'

/** `farms.sql`: a view of each public table for DuckDB, over the files where they are served or lie. */
export const views = ({ manifest, tables, title }: Described): string =>
  `-- ${title}: the public tables of snapshot ${manifest.id} as views, for DuckDB 1.1 or later.
--${manifest.synthetic ? syntheticLine : ''}
-- Set base first: the folder of the files, or the address of this file without its name.
--
--   set variable base = '.';
--   set variable base = 'https://HOST/v1/snapshots/${manifest.id}/files/public';
--
-- For an address DuckDB loads httpfs by itself and reads only the needed parts of a file.
-- Without base the files are in the folder in which DuckDB runs.

set variable base = coalesce(getvariable('base'), '.');

${tables.map(({ name, file, description }) => viewOf(name, file, description)).join('\n\n')}
`

const syntheticLine = `
-- Synthetic: its farms are generated for tests and do not exist.
--`

const viewOf = (name: string, file: string, description: string): string =>
  `-- ${description}.
create or replace view ${name} as
from read_parquet(getvariable('base') || '/${file}');`
