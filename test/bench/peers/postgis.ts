import { readFileSync } from 'node:fs'
import pg from 'pg'
import { limits, meters_per_mile, type Engine, type Farms } from './engine.ts'

const schema = readFileSync(new URL('postgis.sql', import.meta.url), 'utf8')

/** So many connections, and so many queries at a time. */
const connections = 8
const rowsAtOnce = 5000

/** PostGIS: a GiST index, a prepared statement, over the socket that `url` names. */
export const postGis: Engine = async (farms, url) => {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query(schema)
  await fill(pool, farms)
  await pool.query('create index on farms using gist (place)')
  await pool.query('vacuum analyze farms')
  return async ({ lat, lng }) => {
    const { rows } = await pool.query({ ...nearest, values: [lng, lat] })
    return rows
  }
}

async function fill(pool: pg.Pool, { lat, lng, located, card }: Farms): Promise<void> {
  for (let first = 0; first < located; first += rowsAtOnce) {
    const end = Math.min(first + rowsAtOnce, located)
    const rows = Array.from({ length: end - first }, (_, place) => first + place)
    await pool.query(
      `insert into farms
       select farm, st_point(lng, lat, 4326)::geography, card
       from unnest($1::integer[], $2::float8[], $3::float8[], $4::text[]) as t (farm, lng, lat, card)`,
      [rows, [...lng.subarray(first, end)], [...lat.subarray(first, end)], rows.map(card)],
    )
  }
}

/** On the sphere, as all others. The inner query goes by the index, nearest first. */
const nearest = {
  name: 'nearest',
  text: `
    select card, meters / ${meters_per_mile} as distance_mi
    from (
      select card, st_distance(place, center, false) as meters
      from farms, (select st_point($1, $2, 4326)::geography as center) as asked
      order by place <-> center
      limit ${limits.farms}
    ) as found
    where meters <= ${limits.radius_mi * meters_per_mile}
    order by meters`,
}
