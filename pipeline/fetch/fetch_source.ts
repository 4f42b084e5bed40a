import { open, readFile, rm } from 'node:fs/promises'
import { states } from '../../data/geography/states.ts'
import type { SourceEntry } from '../../data/schema/input/sources_file.ts'
import { tryParse, rowsOf } from '../read/formats/json.ts'
import { download, failure, type Clock, type Validators } from './download.ts'
import { peek, unpacked } from '../read/formats/file.ts'
import { SourceBytes } from '../read/formats/source_bytes.ts'
import { SourceError } from '../read/source_error.ts'

/** The part of a source's entry that its download needs. */
export type Fetched = Pick<SourceEntry, 'key_env' | 'max_mb' | 'user_agent'> & { url: string }

export type FetchOptions = {
  known?: Validators | undefined
  env?: Record<string, string | undefined>
  clock?: Clock
}

/** Default of `key_env`, and of `max_mb`. */
const [usualKey, usualMost_mb] = ['USDA_API_KEY', 200]

/**
 * Downloads a source's file to `path`. In its address, `{key}` is the value of the environment variable
 * `key_env`, which no message contains; an address with `{state}` is fetched for each state, and the rows of
 * all answers are one file of JSON Lines. Throws a SourceError if any download fails.
 */
export async function fetchSource(
  source: Fetched,
  path: string,
  { env = process.env, ...options }: FetchOptions = {},
): Promise<Validators | 'unchanged'> {
  const { url, max_mb = usualMost_mb, user_agent } = source
  const fill = filling(source, env)
  const get = async (state: string, to: string, known?: Validators) => {
    const shown = url.replaceAll('{state}', state)
    const limits = { most_bytes: max_mb * 1_000_000, user_agent }
    const found = await download(new URL(fill(state)), to, { ...options, ...limits, shown, known })
    if (found !== 'unchanged') await checkContent(to, shown)
    return found
  }
  return url.includes('{state}') ? join(path, url, get) : get('', path, options.known)
}

function filling({ url, key_env = usualKey }: Fetched, env: FetchOptions['env'] & {}) {
  const key = env[key_env]
  if (url.includes('{key}') && !key)
    throw failure(
      { shown: url },
      `the environment variable ${key_env} is not set: it holds the key`,
    )
  return (state: string) =>
    url.replaceAll('{state}', state).replaceAll('{key}', encodeURIComponent(key ?? ''))
}

/** Fetches the answers of all states, and writes their rows to one file. */
async function join(
  path: string,
  url: string,
  get: (state: string, part: string) => Promise<unknown>,
): Promise<Validators> {
  const part = `${path}-state`
  await using file = await open(path, 'w', 0o600)
  for (const { abbr } of states) {
    await get(abbr, part)
    const rows = rowsOf(tryParse(await readFile(part, 'utf8')))
    if (rows === null)
      throw failure({ shown: url.replaceAll('{state}', abbr) }, 'the answer is not JSON with rows')
    await file.appendFile(rows.map((row) => JSON.stringify(row) + '\n').join(''))
  }
  await rm(part)
  if ((await file.stat()).size === 0) throw failure({ shown: url }, 'no state has any row')
  return { etag: null, last_modified: null }
}

/** A longer text is no error message. */
const longestMessage = 16_384

/**
 * Checks what a server gave with status 200. Throws a SourceError if it is empty, a web page, an error in
 * JSON, or a gzip file that ends early.
 */
async function checkContent(path: string, shown: string): Promise<void> {
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
