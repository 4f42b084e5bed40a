import type { Column } from '../../data/schema/tables/table.ts'

/** How timestamps are written in JSON: RFC 3339, UTC, whole seconds. */
const rfc3339 = "'%Y-%m-%dT%H:%M:%SZ'"

/** A select list of columns as JSON has them. */
export const jsonSelectList = (columns: Column[]): string =>
  columns
    .map(({ name, type }) =>
      type === 'TIMESTAMPTZ' ? `strftime("${name}", ${rfc3339}) as "${name}"` : `"${name}"`,
    )
    .join(', ')
