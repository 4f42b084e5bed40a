import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWhole } from '../../data/file_digest.ts'
import type { Layout } from '../../data/schema/layout.ts'
import { currentSnapshot, publishedIds, readManifest } from '../../pipeline/snapshots/snapshots.ts'

/** Seeds and number of tries: `npm run test:faults` tries others, and more. */
export const seed = Number(process.env['PROPERTY_SEED'] ?? 0)
export const tries = (everyDay: number, inCampaign: number): number =>
  skip ? everyDay : inCampaign

/** A file that takes the number of faults of each process in the campaign. */
const tally = process.env['FAULT_CAMPAIGN']

/** Of a test that runs in the campaign only. */
export const skip = tally === undefined ? 'a part of npm run test:faults' : false

let faults = 0
export const countFault = (): void => void faults++
if (tally !== undefined) process.on('exit', () => appendFileSync(tally, `${faults}\n`))

/** What is broken in a build folder: a live snapshot, or one to go back to, that is missing or not whole. */
export async function brokenIn(places: Layout): Promise<string[]> {
  const ids = await publishedIds(places)
  const live = await currentSnapshot(places)
  const broken = live === null || ids.includes(live) ? [] : [`current names ${live}, which is gone`]
  for (const id of ids) broken.push(...(await faultsOf(places.snapshot(id))))
  return broken
}

async function faultsOf(folder: string): Promise<string[]> {
  const manifest = await readManifest(folder).catch((error: Error) => error)
  if (manifest instanceof Error) return [`${folder}: ${manifest.message}`]
  const faults: string[] = []
  for (const { path, sha256 } of manifest.files)
    if (!(await isWhole(join(folder, path), sha256))) faults.push(`${folder}: ${path} is not whole`)
  return faults
}
