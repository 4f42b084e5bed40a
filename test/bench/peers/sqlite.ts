import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { limits, type Engine, type Found } from './engine.ts'

const statement = readFileSync(new URL('sqlite.sql', import.meta.url), 'utf8')

/** A degree of latitude, at least, in miles: the box is a little too large. */
const degree_mi = 68.7

/** SQLite's R*Tree, in the process; boxes are of single precision, the coordinates beside them are not. */
export const sqlite: Engine = async ({ lat, lng, located, card }, folder) => {
  const database = new Database(join(folder, 'farms.sqlite'))
  database.pragma('journal_mode = off')
  database.pragma('synchronous = off')
  database.pragma('mmap_size = 4000000000')
  database.exec(`
    create virtual table places using rtree(row, west, east, south, north, +lat, +lng);
    create table cards (row integer primary key, card text not null) strict`)
  const place = database.prepare('insert into places values (?, ?, ?, ?, ?, ?, ?)')
  const text = database.prepare('insert into cards values (?, ?)')
  database.transaction(() => {
    for (let row = 0; row < located; row++) {
      const [y, x] = [lat[row]!, lng[row]!]
      place.run(row, x, x, y, y, y, x)
      text.run(row, card(row))
    }
  })()
  const nearest = database.prepare(statement)
  const lat_reach = limits.radius_mi / degree_mi
  return (center) => {
    const lng_reach = lat_reach / Math.cos(((Math.abs(center.lat) + lat_reach) * Math.PI) / 180)
    return nearest.all({
      ...center,
      ...limits,
      south: center.lat - lat_reach,
      north: center.lat + lat_reach,
      west: center.lng - lng_reach,
      east: center.lng + lng_reach,
    }) as Found[]
  }
}
