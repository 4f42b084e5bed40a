import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { preparedPlace } from '../../documents/places.ts'
import { runners } from '../../documents/run_fence.ts'
import type { Lifetime } from '../../support/temporary_folder.ts'
import { fences } from './recipe.ts'

export const realData = join(import.meta.dirname, '../../../../shared/data')

/** Why tests that read the real files are skipped; false where they are there. */
export const realFilesAreMissing =
  !existsSync(realData) && 'the real files (../shared/data) are not here'

const cleanUps: (() => Promise<void>)[] = []
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

let built: Promise<string> | undefined

/** The folder of a snapshot of the real files, built once for the files of the process. Only to be read. */
export const realSnapshot = (): Promise<string> =>
  (built ??= builtAsDocumented({ after: (cleanUp) => cleanUps.push(cleanUp) }))

/** Builds the real files as data/recipes/README.md says. */
async function builtAsDocumented(life: Lifetime): Promise<string> {
  const place = await preparedPlace(life, [])
  const files = join(place.folder, 'FILES')
  await mkdir(files)
  for (const name of ['farmers_market_directory', 'legacy_directories', 'local_food_portal'])
    await symlink(join(realData, `usda_${name}`), join(files, `usda_${name}`))
  await symlink(join(realData, 'state_and_city'), join(files, 'state_and_city'))
  const { text } = fences.find((each) => each.section === 'The real files')!
  const { status, err } = await runners['sh']!(place, text, '')
  assert.equal(status, 0, err)
  const live = readFileSync(join(files, 'build/current'), 'utf8').trim()
  return join(files, 'build/snapshots', live)
}
