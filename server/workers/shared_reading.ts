import { LRUCache } from 'lru-cache'
import { versionOf } from '../snapshot/files/file_checks.ts'
import { reader, type Reading } from '../snapshot/files/reader.ts'

/** What a thread has found out of a file is not found out again by the next for so long. */
const digestFor_ms = 60_000

/** The live snapshot's columns, and those of the one before. */
const heldSnapshots = 2

/** Reads for all workers: what several ask for is read once, and columns are in memory that they share. */
export class SharedReading implements Reading {
  readonly #digests = new LRUCache<string, ReturnType<Reading['digest']>>({
    max: 10_000,
    ttl: digestFor_ms,
  })
  readonly #columns = new LRUCache<string, ReturnType<Reading['columns']>>({ max: heldSnapshots })

  async digest(path: string, bytesPerSecond?: number): ReturnType<Reading['digest']> {
    // Who is in a hurry does not wait for one that reads slowly.
    const name = `${path} ${await versionOf(path)} ${bytesPerSecond}`
    return once(this.#digests, name, () => reader.ask('digest', path, bytesPerSecond))
  }

  async columns(...[path, ...of]: Parameters<Reading['columns']>): ReturnType<Reading['columns']> {
    const name = `${path} ${await versionOf(path)} ${of.join(' ')}`
    return once(this.#columns, name, () => reader.ask('columns', path, ...of))
  }
}

/** What fails is tried again by the next who asks. To ask does not make what is known last longer. */
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
