import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'

/** A JSON Lines file being written, for DuckDB to read. */
type Spool = {
  path: string
  count: number
  /** Takes a line, as `jsonText` makes it. */
  write(json: string): Promise<void>
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
    async write(json) {
      batch += `${json}\n`
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

/** A backslash escaped, or half a surrogate pair, which is no Unicode text and DuckDB refuses to read. */
const escapes = /\\\\|\\ud[89a-f]../g

/** A record as JSON, with U+FFFD for each half of a surrogate pair, in names of fields too. */
export function jsonText(record: object): string {
  const json = JSON.stringify(record)
  if (!json.includes('\\ud')) return json
  return json.replaceAll(escapes, (found) => (found === '\\\\' ? found : '\ufffd'))
}
