import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, readFile, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { makeFolderDurably, moveDurably, syncToDisk, writeDurably } from '../disk/durable_files.ts'
import { lockFolder } from '../disk/folder_lock.ts'
import { fileDigest, sha256Of } from '../file_digest.ts'
import { folderMode } from '../schema/layout.ts'
import { BucketError, type Bucket, type Content } from './bucket.ts'

/** A folder as a bucket: on a shared disk, or served by a static host. */
export function fileBucket(folder: string): Bucket {
  const at = (key: string) => join(folder, key)
  const bucket: Bucket = {
    address: pathToFileURL(folder).href,
    async read(key: string, most_bytes: number, known?: string) {
      const found = await ifPresent(stat(at(key)))
      if (!found) return null
      if (found.size > most_bytes) throw new BucketError(`${at(key)} is too large`)
      const text = await readFile(at(key), 'utf8')
      const version = sha256Of(text)
      return version === known ? ('unchanged' as never) : { text, version }
    },
    async stream(key, from, signal, length = Infinity) {
      await stat(at(key)).catch((error: NodeJS.ErrnoException) => {
        throw new BucketError(`${at(key)}: ${error.code}`)
      })
      return {
        from,
        chunks: createReadStream(at(key), { start: from, end: from + length - 1, signal }),
      }
    },
    async compare(key, content) {
      const found = await ifPresent(fileDigest(at(key)))
      return !found ? 'absent' : isSame(found, content) ? 'same' : 'other'
    },
    put: (key, path, content) => place(at(key), content, (target) => copyFile(path, target)),
    async copy(from, to, content) {
      // For files that never change, two names are as good as two copies.
      const copied = (target: string) =>
        link(at(from), target).catch(() => copyFile(at(from), target))
      await place(at(to), content, copied)
      return true
    },
    async replace(key, text, version) {
      const temporary = await newFile(at(key))
      try {
        await writeDurably(temporary, text)
        if (version === null) return await placeFirst(temporary, at(key))
        using _ = await lockOf(at(key))
        const before = await bucket.read(key, Infinity)
        if (before?.version !== version) return false
        await moveDurably(temporary, at(key))
        return true
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async *list(prefix) {
      const entries = await ifPresent(readdir(at(prefix), { recursive: true, withFileTypes: true }))
      for (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name)
        const found = entry.isFile() ? await ifPresent(stat(path)) : null
        if (found) yield { key: relative(folder, path), bytes: found.size, at: found.mtime }
      }
    },
    async remove(key) {
      await rm(at(key), { force: true })
    },
  }
  return bucket
}

/** Makes a file beside its target, checks it, and moves it there in one step. */
async function place(
  path: string,
  content: Content,
  make: (target: string) => Promise<void>,
): Promise<void> {
  const temporary = await newFile(path)
  try {
    await make(temporary)
    if (!isSame(await fileDigest(temporary), content))
      throw new BucketError(`${path}: the copy differs from the manifest`)
    await syncToDisk(temporary)
    // A link never overwrites; another publisher may have stored the same meanwhile.
    await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !isSame(await fileDigest(path), content)) throw error
    })
    await syncToDisk(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Gives a file an unused name, which two processes can't both do; false = the name is taken. */
async function placeFirst(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await syncToDisk(dirname(path))
  return true
}

/** Another process holds the lock only while it compares and replaces a small file, unless it hangs. */
const longestWait_ms = 30_000

/** Waits until no other process replaces a file. The system releases an ended process's lock. */
async function lockOf(path: string): Promise<Disposable> {
  const place = join(dirname(path), `.${basename(path)}.lock`)
  for (let waited_ms = 0; waited_ms < longestWait_ms; waited_ms += 10) {
    const lock = lockFolder(place)
    if (lock) return lock
    await setTimeout(10)
  }
  throw new BucketError(`${path} is being replaced by another process: see which has ${place} open`)
}

/** A name for a file beside its target. */
async function newFile(path: string): Promise<string> {
  await makeFolderDurably(dirname(path), folderMode(basename(dirname(path))))
  return join(dirname(path), `.${randomUUID()}`)
}

const isSame = (found: Content, { bytes, sha256 }: Content) =>
  found.bytes === bytes && found.sha256 === sha256

const ifPresent = <Result>(promise: Promise<Result>): Promise<Result | null> =>
  promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
