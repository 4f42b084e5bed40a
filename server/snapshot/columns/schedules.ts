import { z } from 'zod'
import {
  scheduleFiles,
  timeZonesFile,
  type ScheduleArrays,
} from '../../../data/schema/serving/schedules.ts'
import type { ServingFolder } from './serving_folder.ts'

/** The opening hours of all farms, compiled (data/schema/schedules.ts). */
export type Schedules = ScheduleArrays & { timeZones: string[] }

/** Opens the schedules of a snapshot. Throws where a file has another size than the others imply. */
export async function openSchedules(folder: ServingFolder, farms: number): Promise<Schedules> {
  const { ofRow, zone, seasons, from, to, week, openings, opens, closes } = scheduleFiles
  const schedules = folder.lengthOf(zone, Uint16Array)
  const seasonCount = folder.lengthOf(from, Int32Array)
  const openingCount = folder.lengthOf(opens, Uint16Array)
  return {
    ofRow: await folder.array(ofRow, Uint32Array, farms),
    zone: await folder.array(zone, Uint16Array, schedules),
    seasons: await folder.array(seasons, Uint32Array, schedules + 1),
    from: await folder.array(from, Int32Array, seasonCount),
    to: await folder.array(to, Int32Array, seasonCount),
    week: await folder.array(week, Uint32Array, seasonCount),
    openings: await folder.array(openings, Uint32Array),
    opens: await folder.array(opens, Uint16Array, openingCount),
    closes: await folder.array(closes, Uint16Array, openingCount),
    timeZones: z.array(z.string()).parse(await folder.json(timeZonesFile)),
  }
}
