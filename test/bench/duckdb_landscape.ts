import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { withDuckDb } from '../support/duckdb.ts'

const statement = readFileSync(new URL('duckdb_landscape.sql', import.meta.url), 'utf8')

/** A degree of latitude, at least, in miles: the box that is looked into first is a little too large. */
const degree_mi = 68.7

/**
 * Asks DuckDB what landscape requests ask: a prepared statement over a table in memory that has the
 * columns needed, on all cores. Returns how many it answers a second.
 */
export const duckDbLandscapes = (folder: string, paths: string[], seconds: number) =>
  withDuckDb(async (connection) => {
    const file = (name: string) => `read_parquet('${join(folder, 'members', name)}')`
    await connection.run(`
      create table farms as
      select
        lat, lng, place_type, verification_status, quality_tier, quality_score,
        products, certifications, practices, delivery_options,
        id in (select farm_id from ${file('product_listings.parquet')} where price is not null) as priced
      from ${file('farms.parquet')}`)
    const prepared = await connection.prepare(statement)
    const start = performance.now()
    let answered = 0
    for (; performance.now() - start < 1000 * seconds || answered === 0; answered++) {
      prepared.bind(question(paths[answered % paths.length]!))
      await prepared.runAndReadAll()
    }
    return (1000 * answered) / (performance.now() - start)
  })

function question(path: string) {
  const { searchParams } = new URL(path, 'http://localhost')
  const [lat, lng, radius] = ['lat', 'lng', 'radius'].map((name) => Number(searchParams.get(name)))
  const lat_reach = radius! / degree_mi
  const lng_reach = lat_reach / Math.cos(((Math.abs(lat!) + lat_reach) * Math.PI) / 180)
  return { lat: lat!, lng: lng!, radius: radius!, lat_reach, lng_reach }
}
