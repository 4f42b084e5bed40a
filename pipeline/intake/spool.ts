import { open } from 'node:fs/promises'

/** The end of a spool at some time. */
type Mark = { bytes: number; count: number }

/** A JSON Lines file being written, for DuckDB to read. Lines are in it once it is closed, not if it is disposed of before. */
export type Spool = AsyncDisposable & {
  path: string
  count: number
  /** Takes a line, as `jsonText` makes it. */
  write(json: string): Promise<void>
  mark(): Promise<Mark>
  /** Removes all lines after a mark. */
  rewind(mark: Mark): Promise<void>
  close(): Promise<void>
}

const batchChars = 1 << 18

/** Opens a new JSON Lines file, for its owner only; memory stays bounded however fast records come. */
export async function openSpool(path: string): Promise<Spool> {
  const file = await open(path, 'ax', 0o600)
  let batch = ''
  const flush = async () => {
    const text = batch
    batch = ''
    await file.appendFile(text)
  }
  const spool: Spool = {
    path,
    count: 0,
    async write(json) {
      batch += `${json}\n`
      spool.count++
      if (batch.length >= batchChars) await flush()
    },
    async mark() {
      await flush()
      return { bytes: (await file.stat()).size, count: spool.count }
    },
    async rewind({ bytes, count }) {
      batch = ''
      await file.truncate(bytes)
      spool.count = count
    },
    async close() {
      await flush()
      await file.close()
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
  return spool
}

/** A backslash escaped, or half a surrogate pair, which is no Unicode text and DuckDB refuses to read. */
const escapes = /\\\\|\\ud[89a-f]../g

/** A record as JSON, with U+FFFD for each half of a surrogate pair, in names of fields too. */
export function jsonText(record: object): string {
  const json = JSON.stringify(record)
  if (!json.includes('\\ud')) return json
  return json.replaceAll(escapes, (found) => (found === '\\\\' ? found : '\ufffd'))
}
