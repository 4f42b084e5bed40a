import type { Columns } from '../../../data/schema/serving/columns.ts'
import type { Database } from '../../database/database.ts'
import { readNumbers } from './numbers.ts'

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
