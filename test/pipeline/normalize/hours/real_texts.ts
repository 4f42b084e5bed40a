import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { Schedule } from '../../../../pipeline/read/adapter.ts'

const data = new URL('../../../../../shared/data/', import.meta.url)

/** Why tests of the real files are skipped; false where the files are. */
export const skip = existsSync(data) ? false : `needs the source files in ${data.pathname}`

/** The columns of a season and its times, and to say which row it is. */
type Columns = [season: string, times: string | null]
const numbered = (season: string, times: string): Columns[] =>
  [1, 2, 3, 4].map((n) => [season.replace('#', `${n}`), times.replace('#', `${n}`)])

const folders: [folder: string, columns: Columns[]][] = [
  ['usda_farmers_market_directory', numbered('Season#Date', 'Season#Time')],
  [
    'usda_legacy_directories',
    [...numbered('season#_date', 'season#_time'), ['Available_Months', null]],
  ],
  ['usda_local_food_portal', [['season_month', null]]],
  ['state_and_city', [['Operation Season', 'Operation Hours']]],
]

/** A schedule of a real file: of the row of that number, from 1 after the header, and that id. */
export type RealSchedule = Schedule & { file: string; row: number; id: string; column: string }

/** Every season and hours text of the real files, those that belong together side by side. */
export function realSchedules(): RealSchedule[] {
  return folders.flatMap(([folder, columns]) =>
    readdirSync(new URL(folder, data))
      .filter((name) => name.endsWith('.csv.gz'))
      .toSorted()
      .flatMap((name) => schedulesOf(`${folder}/${name}`, columns)),
  )
}

function schedulesOf(file: string, columns: Columns[]): RealSchedule[] {
  const rows = parse<Record<string, string>>(text(file), {
    columns: true,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
  })
  return rows.flatMap((cells, i) =>
    columns.flatMap(([season, times]): RealSchedule[] => {
      const stated = [cells[season] ?? '', (times && cells[times]) ?? '']
      if (stated.join('').trim() === '') return []
      const id = Object.values(cells)[0]!
      const number = /^season(\d)/i.exec(season)?.[1]
      const name = number ? `season_${number}` : 'schedule'
      return [{ file, row: i + 1, id, column: season, name, season: stated[0]!, times: stated[1]! }]
    }),
  )
}

function text(file: string): string {
  const bytes = gunzipSync(readFileSync(new URL(file, data)))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
