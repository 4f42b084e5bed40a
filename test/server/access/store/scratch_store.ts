import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Store } from '../../../../server/access/store/store.ts'
import { openTestStore } from '../../../support/services.ts'

/** Makes an empty folder that goes when the test ends. */
export async function scratchFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-access-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Opens a store of the test's own, in a new folder or in the one given. */
export async function scratchStore(t: TestContext, folder?: string): Promise<Store> {
  const store = await openTestStore(folder ?? (await scratchFolder(t)))
  t.after(() => store.close())
  return store
}
