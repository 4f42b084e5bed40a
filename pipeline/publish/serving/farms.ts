import { noDay, noZip, type Columns } from '../../../data/schema/serving/columns.ts'
import { groupNames } from '../../../data/schema/said_at.ts'
import type { Database } from '../../database/database.ts'
import { readNumbers, readOrder } from './numbers.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'

type Row = [
  id: string,
  lat: number | null,
  lng: number | null,
  cell: bigint | null,
  changedAt: number | null,
]

/**
 * The points, ids and times of change of `published.farms`. `cells`: the published H3 cells of farms with a
 * location.
 */
export async function farmColumns(
  database: Database,
  farms: number,
): Promise<Columns['farms'] & { cells: BigUint64Array }> {
  const lat = new Float64Array(farms).fill(NaN)
  const lng = new Float64Array(farms).fill(NaN)
  const changedAt = new Uint32Array(farms)
  const id = Buffer.alloc(farms * 16)
  const cells: bigint[] = []
  let row = 0
  for await (const chunk of database.chunks(
    "select id, lat, lng, ('0x' || h3_cell)::ubigint, epoch(changed_at) from published.farms",
  ))
    for (const [uuid, latitude, longitude, cell, changed] of chunk as Row[]) {
      id.write(uuid.replaceAll('-', ''), row * 16, 'hex')
      if (latitude !== null && longitude !== null && cell !== null) {
        lat[row] = latitude
        lng[row] = longitude
        cells.push(cell)
      }
      changedAt[row++] = changed ?? 0
    }
  const filtered = await filteredColumns(database, farms)
  return { lat, lng, id, changedAt, ...filtered, cells: BigUint64Array.from(cells) }
}

/** What only filters look at. `saidAt`: the days of `said_at`, group by group in each row. */
async function filteredColumns(database: Database, farms: number) {
  const zip = new Uint32Array(farms)
  const countyFips2020 = new Uint32Array(farms)
  const updatedAt = new Float64Array(farms)
  const firstListed = new Int32Array(farms)
  const lastListed = new Int32Array(farms)
  const groups = groupNames.map(() => new Int32Array(farms))
  const dayOf = (date: string) => `coalesce(${date} - date '1970-01-01', ${noDay})::integer`
  const sql = `
    select
      coalesce(zip::uinteger, ${noZip}),
      coalesce(county_fips_2020::uinteger, 0),
      coalesce(epoch_ms(updated_at)::double, 'nan'::double),
      ${['first_listed', 'last_listed', ...groupNames.map((group) => `said_at.${group}`)].map(dayOf).join(', ')}
    from published.farms
    order by rowid`
  const read = { zip, countyFips2020, updatedAt, firstListed, lastListed }
  await readNumbers(database, sql, ...Object.values(read), ...groups)
  const saidAt = new Int32Array(farms * groups.length)
  for (const [group, days] of groups.entries())
    for (let row = 0; row < farms; row++) saidAt[row * groups.length + group] = days[row]!
  return { ...read, saidAt }
}

/** The cities of the farms. */
export async function cityColumns(database: Database, farms: number): Promise<Columns['cities']> {
  const found = await database.rows<{ city: string }>(`select city from (${cities}) order by place`)
  const ofRow = new Uint32Array(farms)
  await readNumbers(database, cityOfRow(found.length), ofRow)
  return { names: found.map(({ city }) => city), ofRow }
}

const cities = `
  select city, (row_number() over (order by city) - 1)::uinteger as place
  from (select distinct city from published.farms where city is not null)`

const cityOfRow = (unknown: number) => `
  select coalesce(place, ${unknown})::uinteger
  from published.farms
  left join (${cities}) as cities using (city)
  order by farms.rowid`

/** The names of `published.farms`, folded and sorted. */
export async function farmNameColumns(database: Database): Promise<Columns['farmNames']> {
  const keys: Buffer[] = []
  for await (const chunk of database.chunks('select name from published.farms'))
    for (const [name] of chunk as [string | null][])
      keys.push(Buffer.from(wordsOf(name ?? '').join(' ')))
  const rows = Uint32Array.from(keys.keys()).sort((a, b) => keys[a]!.compare(keys[b]!) || a - b)
  const starts = new Uint32Array(rows.length + 1)
  for (const [place, row] of rows.entries()) starts[place + 1] = starts[place]! + keys[row]!.length
  return { rows, keys: Buffer.concat(Array.from(rows, (row) => keys[row]!)), starts }
}

/** The row orders that lists are sorted by; ties by id everywhere. */
export async function orderColumns(database: Database, farms: number): Promise<Columns['orders']> {
  const rowsBy = (order: string) =>
    readOrder(database, farms, `select rowid::uinteger from published.farms order by ${order}`)
  return {
    byId: await rowsBy('id'),
    byName: await rowsBy('lower(strip_accents(name)), id'),
    byNameDescending: await rowsBy('lower(strip_accents(name)) desc, id'),
    byQuality: await rowsBy('quality_score, id'),
    byQualityDescending: await rowsBy('quality_score desc, id'),
    byUpdated: await rowsBy('updated_at nulls last, id'),
    byUpdatedDescending: await rowsBy('updated_at desc nulls last, id'),
    // Null is this snapshot, the newest of all.
    byChanged: await rowsBy('changed_at nulls last, id'),
    byChangedDescending: await rowsBy('changed_at desc nulls first, id'),
    byRating: await rowsBy('google_rating desc nulls last, id'),
  }
}
