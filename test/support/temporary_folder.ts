import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Something that ends and cleans up then: a test's own context, or node:test itself for a whole
 * file (`import * as file from 'node:test'`, or `{ after }` of it).
 */
export type Lifetime = { after(cleanUp: () => Promise<void>): void }

/** Makes an empty folder that is removed when the test, or the file, ends. */
export async function temporaryFolder(life: Lifetime): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-'))
  // What a test has started may write there until its own end, which comes later.
  life.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
