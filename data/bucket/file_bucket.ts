import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moveDurably, syncToDisk, writeDurably } from '../disk/durable_files.ts'
import { fileDigest } from '../file_digest.ts'
import { BucketError, type Bucket, type Content } from './bucket.ts'

/** A folder as a bucket: of a disk that is shared, or that a static host serves. */
export function fileBucket(folder: string): Bucket {
  const at = (key: string) => join(folder, key)
  const bucket: Bucket = {
    address: pathToFileURL(folder).href,
    async read(key: string, most_bytes: number, known?: string) {
      const found = await ifPresent(stat(at(key)))
      if (!found) return null
      if (found.size > most_bytes) throw new BucketError(`${at(key)} is too large`)
      const text = await readFile(at(key), 'utf8')
      const version = versionOf(text)
      return version === known ? ('unchanged' as never) : { text, version }
    },
    async stream(key, from, signal) {
      await stat(at(key)).catch((error: NodeJS.ErrnoException) => {
        throw new BucketError(`${at(key)}: ${error.code}`)
      })
      return { from, chunks: createReadStream(at(key), { start: from, signal }) }
    },
    async compare(key, content) {
      const found = await ifPresent(fileDigest(at(key)))
      return !found ? 'absent' : isSame(found, content) ? 'same' : 'other'
    },
    put: (key, path, content) => place(at(key), content, (target) => copyFile(path, target)),
    async copy(from, to, content) {
      // Of files that never change two names are as good as two copies.
      const copied = (target: string) =>
        link(at(from), target).catch(() => copyFile(at(from), target))
      await place(at(to), content, copied)
      return true
    },
    async replace(key, text, version) {
      const before = await bucket.read(key, Infinity)
      if ((before?.version ?? null) !== version) return false
      const temporary = await newFile(at(key))
      await writeDurably(temporary, text)
      await moveDurably(temporary, at(key))
      return true
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

/** Has a file made beside its place, checks it, and puts it there in one step. */
async function place(
  path: string,
  content: Content,
  make: (target: string) => Promise<void>,
): Promise<void> {
  const temporary = await newFile(path)
  try {
    await make(temporary)
    if (!isSame(await fileDigest(temporary), content))
      throw new BucketError(`${path}: what was copied is not what the manifest says`)
    await syncToDisk(temporary)
    await link(temporary, path) // which overwrites nothing
    await syncToDisk(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
}

/** A name for a file that is made beside its place. */
async function newFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  return join(dirname(path), `.${randomUUID()}`)
}

const isSame = (found: Content, { bytes, sha256 }: Content) =>
  found.bytes === bytes && found.sha256 === sha256

const versionOf = (text: string) => createHash('sha256').update(text).digest('hex')

const ifPresent = <Result>(promise: Promise<Result>): Promise<Result | null> =>
  promise.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
