import { peek, unpacked } from '../read/formats/file.ts'
import { rowsOf, tryParse } from '../read/formats/json.ts'
import { SourceBytes } from '../read/formats/source_bytes.ts'
import { SourceError } from '../read/source_error.ts'
import { failure } from './download.ts'

/** A longer text is no error message. */
const longestMessage = 16_384

/**
 * Checks what a server gave with status 200. Throws a SourceError if it is empty, a web page, an error in
 * JSON, or a gzip file that ends early.
 */
export async function checkContent(path: string, shown: string): Promise<void> {
  await using file = await SourceBytes.open(path)
  try {
    const [first, rest] = await peek(unpacked(file))
    const fault = faultOf(first)
    if (fault !== null) throw failure({ shown }, fault)
    for await (const _ of rest); // to the end, which only a whole gzip file has
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw failure({ shown }, error.message.replaceAll(path, 'the file').replace(`${shown}: `, ''))
  }
}

function faultOf(first: Buffer): string | null {
  const text = first
    .toString()
    .replace(/^\ufeff/, '')
    .trim()
  if (text === '') return 'the answer is empty'
  if (text.startsWith('<')) {
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim()
    return `the answer is a web page${title ? ` (${title.slice(0, 80)})` : ''}, not data`
  }
  const value = text.length > longestMessage ? undefined : tryParse(text)
  return isErrorText(value)
    ? `the answer is an error: ${JSON.stringify(value).slice(0, 120)}`
    : null
}

/** `"apikey error"`, `{"error": …}`: JSON without rows that is no listing either. */
function isErrorText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string'
  const has = (...names: string[]) => names.some((name) => name in value)
  const isError = has('error', 'errors', 'message', 'detail')
  return isError && !has('name', 'source_id') && rowsOf(value) === null
}
