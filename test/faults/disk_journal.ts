import { existsSync, lstatSync, readFileSync } from 'node:fs'
import files, { type FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'

/** A change of a disk, or a call that forces changes to it. */
export type DiskOperation =
  | { what: 'mkdir' | 'create' | 'remove' | 'sync'; path: string }
  | { what: 'write'; path: string; content: string }
  | { what: 'rename' | 'link'; path: string; to: string }

/** The content of a file as text that keeps every byte. */
export const contentOf = (path: string): string => readFileSync(path, 'latin1')

/**
 * Runs an action and records what it does to files below `root` by `node:fs/promises`, in order. The test
 * must run alone in its process.
 */
export async function journalOf(
  root: string,
  action: () => Promise<unknown>,
): Promise<DiskOperation[]> {
  const journal: DiskOperation[] = []
  const note = (operation: DiskOperation) => {
    if (resolve(operation.path).startsWith(root)) journal.push(operation)
  }
  const original = { ...files }
  Object.assign(files, wrapped(original, note))
  syncBuiltinESMExports()
  try {
    await action()
  } finally {
    Object.assign(files, original)
    syncBuiltinESMExports()
  }
  return journal
}

function wrapped(original: typeof files, note: (operation: DiskOperation) => void) {
  const written = (path: string) => note({ what: 'write', path, content: contentOf(path) })
  return {
    async open(path: string, ...rest: [string?, number?]) {
      const isNew = !existsSync(path)
      const handle = await original.open(path, ...rest)
      if (isNew) note({ what: 'create', path })
      return watched(handle, {
        written: () => written(path),
        synced: () => note({ what: 'sync', path }),
      })
    },
    async writeFile(path: string, ...rest: [string, object?]) {
      const isNew = !existsSync(path)
      await original.writeFile(path, ...rest)
      if (isNew) note({ what: 'create', path })
      written(path)
    },
    async copyFile(from: string, path: string) {
      await original.copyFile(from, path)
      note({ what: 'create', path })
      written(path)
    },
    async mkdir(path: string, options?: { recursive?: boolean }) {
      const missing = options?.recursive ? missingOf(path) : [path]
      const made = await original.mkdir(path, options)
      for (const each of missing) note({ what: 'mkdir', path: each })
      return made
    },
    async rename(path: string, to: string) {
      await original.rename(path, to)
      note({ what: 'rename', path, to })
    },
    async link(path: string, to: string) {
      await original.link(path, to)
      note({ what: 'link', path, to })
    },
    async rm(path: string, options?: object) {
      const isThere = existsSync(path)
      await original.rm(path, options)
      if (isThere) note({ what: 'remove', path })
    },
  }
}

/** Missing folders of a path, from the top. */
function missingOf(path: string): string[] {
  if (existsSync(path)) return []
  const above = resolve(path, '..')
  return [...missingOf(above), path]
}

type Call = (...args: unknown[]) => Promise<unknown>

function watched(handle: FileHandle, on: { written: () => void; synced: () => void }): FileHandle {
  const calls = {
    writeFile: on.written,
    appendFile: on.written,
    truncate: on.written,
    sync: on.synced,
  }
  for (const [name, done] of Object.entries(calls)) {
    const call = (handle as unknown as Record<string, Call>)[name]!.bind(handle)
    const watchedCall: Call = async (...args) => {
      await call(...args)
      done()
    }
    Object.assign(handle, { [name]: watchedCall })
  }
  return handle
}

/** Every file and folder below a folder, parents first, as operations that make them and force them to the disk. */
export async function operationsOf(root: string): Promise<DiskOperation[]> {
  const names = (await files.readdir(root, { recursive: true })).toSorted()
  return names.map((name) => {
    const path = resolve(root, name)
    return lstatSync(path).isDirectory()
      ? { what: 'mkdir', path }
      : { what: 'write', path, content: contentOf(path) }
  })
}
