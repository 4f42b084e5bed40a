import { mapValue, type DuckDBMapValue, type DuckDBValue } from '@duckdb/node-api'

/** An object as a map that a statement takes as a parameter. */
export const mapOf = (values: Record<string, DuckDBValue>): DuckDBMapValue =>
  mapValue(Object.entries(values).map(([key, value]) => ({ key, value })))
