import { LRUCache } from 'lru-cache'
import { versionOf } from '../snapshot/files/file_checks.ts'
import { reader, type ReaderTasks } from '../snapshot/files/reader.ts'

/** A file's digest is reused by other threads for this long. */
const digestFor_ms = 60_000

/** The live snapshot's columns, and the previous one's. */
const heldSnapshots = 2

/** Reads for all workers: each file is read once for several requests, and columns are in shared memory. */
export class SharedReading implements ReaderTasks {
  readonly #digests = new LRUCache<string, ReturnType<ReaderTasks['digest']>>({
    max: 10_000,
    ttl: digestFor_ms,
  })
  readonly #columns = new LRUCache<string, ReturnType<ReaderTasks['columns']>>({
    max: heldSnapshots,
  })

  async digest(path: string, bytesPerSecond?: number): ReturnType<ReaderTasks['digest']> {
    // A fast read does not wait for a slow one.
    const name = `${path} ${await versionOf(path)} ${bytesPerSecond}`
    return once(this.#digests, name, () => reader.ask('digest', path, bytesPerSecond))
  }

  async columns(
    ...[path, ...of]: Parameters<ReaderTasks['columns']>
  ): ReturnType<ReaderTasks['columns']> {
    const name = `${path} ${await versionOf(path)} ${of.join(' ')}`
    return once(this.#columns, name, () => reader.ask('columns', path, ...of))
  }
}

/** Returns the known result or reads it; a failure is retried. Calls extend no lifetime. */
function once<Result>(
  known: LRUCache<string, Promise<Result>>,
  name: string,
  read: () => Promise<Result>,
): Promise<Result> {
  const found = known.get(name)
  if (found) return found
  const reading = read()
  known.set(name, reading)
  reading.catch(() => known.delete(name))
  return reading
}
