import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'

/** Lends a connection to an empty DuckDB in memory, which shares nothing with that of a build. */
export async function withDuckDb<Result>(
  work: (connection: DuckDBConnection) => Promise<Result>,
): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run("set timezone = 'UTC'")
    return await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

/** Replaces a Parquet file by what a query makes of it, whose `$source` is the file's path. */
export const rewriteParquet = (path: string, sql: string, compression = 'snappy'): Promise<void> =>
  withDuckDb(async (connection) => {
    await connection.run(`create table changed as ${sql}`, { source: path })
    await connection.run(
      `copy changed to '${path}' (format parquet, compression ${compression}, parquet_version v2, geoparquet_version v1)`,
    )
  })
