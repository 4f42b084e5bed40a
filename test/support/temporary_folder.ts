import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Something that ends and cleans up then: a test's own context, or node:test itself for a whole
 * file (`import * as file from 'node:test'`, or `{ after }` of it).
 */
export type Lifetime = { after(cleanUp: () => Promise<void>): void }

const made: string[] = []
const options = { recursive: true, force: true, maxRetries: 5 } as const

/** Makes an empty folder that is removed at the end of the process, if not before. */
export async function newFolder(prefix = 'farm-directory-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  made.push(folder)
  return folder
}

// The runner skips the `after` of a suite of which no test runs.
process.on('exit', () => {
  for (const folder of made) rmSync(folder, options)
})

/** Makes an empty folder that is removed when the test, or the file, ends. */
export async function temporaryFolder(life: Lifetime): Promise<string> {
  const folder = await newFolder()
  // What a test has started may write there until its own end, which comes later.
  life.after(() => rm(folder, options))
  return folder
}
