import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

/** A JSON Lines file being written: the hand-over from the reading of sources to DuckDB. */
export type Spool = {
  path: string
  count: number
  write(record: object): Promise<void>
  close(): Promise<void>
}

const batchChars = 1 << 18

/** Opens a new JSON Lines file; memory stays bounded however fast records come. */
export function openSpool(path: string): Spool {
  const stream = createWriteStream(path, { flags: 'wx' })
  const failed = finished(stream)
  failed.catch(() => {}) // reported by write() and close(), which wait for it
  let batch = ''
  const flush = async () => {
    const full = !stream.write(batch)
    batch = ''
    if (full) await Promise.race([once(stream, 'drain'), failed])
  }
  return {
    path,
    count: 0,
    async write(record) {
      batch += jsonLine(record)
      this.count++
      if (batch.length >= batchChars) await flush()
    },
    async close() {
      await flush()
      stream.end()
      await failed
    },
  }
}

/** JSON escapes half a surrogate pair, which is no Unicode text and DuckDB refuses to read. */
const mayHoldHalfAPair = /\\ud[89a-f]/

function jsonLine(record: object): string {
  const line = JSON.stringify(record)
  return (mayHoldHalfAPair.test(line) ? JSON.stringify(wellFormed(record)) : line) + '\n'
}

/** The value with U+FFFD for each half of a surrogate pair, in names of fields too. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  )
}
