import { open } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { isLoopback } from '../../data/schema/input/sources_file.ts'
import { groupDigits } from '../../data/digit_grouping.ts'
import { pipelineVersion } from '../version.ts'
import { SourceError } from '../read/source_error.ts'

/** The server's names for a version of a file, for the next request. */
export type Validators = { etag: string | null; last_modified: string | null }

export type DownloadOptions = {
  /** The address in messages, without keys. */
  shown: string
  /** The version that is there; it is not sent again. */
  known?: Validators | undefined
  most_bytes: number
  user_agent?: string | undefined
  clock?: Clock
}

/** Waits, and calls a function after some time unless it is canceled. */
export type Clock = {
  wait(ms: number): Promise<unknown>
  after(ms: number, run: () => void): () => void
}

const systemClock: Clock = {
  wait: (ms) => setTimeout(ms),
  after(ms, run) {
    const timer = globalThis.setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Waits before further tries, at most for each `Retry-After`, for all tries, and without a byte. */
const pauses_ms = [2_000, 15_000, 60_000, 180_000]
const [mostPause_ms, deadline_ms, stall_ms] = [300_000, 1_200_000, 60_000]
const mostRedirects = 5

/** A failure that may pass; `pause_ms`: the server asks for this pause. */
class Passing extends Error {
  readonly pause_ms: number | null

  constructor(message: string, pause_ms: number | null = null) {
    super(message)
    this.pause_ms = pause_ms
  }
}

/**
 * Downloads a file to `path`, again after failures that may pass. Throws a SourceError that names the address
 * and the last failure. Follows redirects to https only; on this machine also to http.
 */
export async function download(
  url: URL,
  path: string,
  { clock = systemClock, ...options }: DownloadOptions,
): Promise<Validators | 'unchanged'> {
  const end = new AbortController()
  const cancel = clock.after(deadline_ms, () => end.abort())
  try {
    for (const pause_ms of [...pauses_ms, null])
      try {
        return await attempt(url, path, { clock, ...options }, end.signal)
      } catch (error) {
        if (!(error instanceof Passing)) throw error
        if (pause_ms === null || end.signal.aborted) throw failure(options, error.message)
        await clock.wait(Math.min(mostPause_ms, error.pause_ms ?? pause_ms))
      }
  } finally {
    cancel()
  }
  throw new Error('unreachable')
}

export const failure = ({ shown }: Pick<DownloadOptions, 'shown'>, why: string) =>
  new SourceError(`${shown}: ${why}`, { reason: 'not_fetched' })

type Attempt = DownloadOptions & { clock: Clock }

async function attempt(url: URL, path: string, options: Attempt, ended: AbortSignal) {
  const { known, clock } = options
  const stalled = new AbortController()
  const watch = () => clock.after(stall_ms, () => stalled.abort())
  let unwatch = watch()
  const signal = AbortSignal.any([ended, stalled.signal])
  try {
    const response = await answerOf(url, options, signal)
    if (response.status === 304 && known) return 'unchanged'
    await checkStatus(response, options)
    await write(response, path, options, () => {
      unwatch()
      unwatch = watch()
    })
    const header = (name: string) => response.headers.get(name)
    return { etag: header('ETag'), last_modified: header('Last-Modified') }
  } catch (error) {
    if (error instanceof Passing || error instanceof SourceError || isOfDisk(error)) throw error
    if (stalled.signal.aborted) throw new Passing(`nothing arrived for ${stall_ms / 1000} s`)
    if (ended.aborted) throw new Passing(`it took longer than ${deadline_ms / 60_000} min`)
    throw new Passing(reasonOf(error as Error))
  } finally {
    unwatch()
  }
}

async function answerOf(url: URL, options: Attempt, signal: AbortSignal): Promise<Response> {
  const { etag, last_modified } = options.known ?? { etag: null, last_modified: null }
  const headers = {
    'Accept-Encoding': 'identity',
    'User-Agent': options.user_agent ?? `farm-directory/${pipelineVersion}`,
    ...(etag && { 'If-None-Match': etag }),
    ...(last_modified && { 'If-Modified-Since': last_modified }),
  }
  let at = url
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await fetch(at, { headers, redirect: 'manual', signal })
    if (![301, 302, 303, 307, 308].includes(response.status)) return response
    await response.body?.cancel()
    const to = URL.parse(response.headers.get('Location') ?? '', at.href)
    if (to === null || !mayRedirect(at, to))
      throw failure(options, `redirects to ${to?.origin ?? 'no address'}, which is not https`)
    at = to
  }
  throw failure(options, `redirects more than ${mostRedirects} times`)
}

const mayRedirect = (from: URL, to: URL) =>
  to.protocol === 'https:' || (to.protocol === 'http:' && isLoopback(from) && isLoopback(to))

const passingStatuses = [408, 425, 429, 500, 502, 503, 504]
const remedies: Record<number, string> = {
  401: ': check the key',
  403: ': check the key; some servers also refuse unknown programs, so try a user_agent in the entry',
  404: ': correct its url',
  410: ': correct its url',
}

async function checkStatus(response: Response, options: Attempt): Promise<void> {
  const { status, body, headers } = response
  if (status === 200) return
  await body?.cancel()
  const message = `the server answers ${status}${remedies[status] ?? ''}`
  if (!passingStatuses.includes(status)) throw failure(options, message)
  const seconds = Number(headers.get('Retry-After') ?? NaN)
  throw new Passing(message, seconds >= 0 ? seconds * 1000 : null)
}

async function write(response: Response, path: string, options: Attempt, arrived: () => void) {
  const { headers, body } = response
  const isPlain = !headers.has('Content-Encoding') && headers.has('Content-Length')
  const length = isPlain ? Number(headers.get('Content-Length')) : null
  const checkSize = (bytes: number) => {
    const most = options.most_bytes
    if (bytes > most)
      throw failure(options, `over ${groupDigits(most)} bytes: raise max_mb if that is right`)
  }
  checkSize(length ?? 0)
  await using file = await open(path, 'w', 0o600)
  let bytes = 0
  for await (const chunk of body ?? []) {
    arrived()
    bytes += chunk.length
    checkSize(bytes)
    await file.appendFile(chunk)
  }
  if (length !== null && bytes !== length)
    throw new Passing(`it ended at ${groupDigits(bytes)} of ${groupDigits(length)} bytes`)
}

/** The reason without the address, which may hold a key. */
function reasonOf({ cause }: Error): string {
  const { code = 'no connection' } = (cause ?? {}) as { code?: string }
  if (code === 'UND_ERR_SOCKET') return 'the server closed the connection before the file ended'
  return `the connection failed (${code})`
}

const isOfDisk = (error: unknown) =>
  ['write', 'open', 'fsync'].includes((error as NodeJS.ErrnoException).syscall ?? '') &&
  (error as NodeJS.ErrnoException).code !== 'EPIPE'
