import type { Draw } from './draw.ts'
import type { Endpoint } from './endpoints.ts'
import type { RealServer } from './real_server.ts'

/** A request and what it says besides its path. */
export type Request = { path: string; headers: Record<string, string> }

/** What an answer must be, or it is not what is meant to be measured. */
export type Expected = {
  name: string
  /** null = any. */
  status: number | null
  bytes: Endpoint['bytes']
}

/** Whatever the answer. */
export const anything = { status: null, bytes: [0, Infinity] } as const

/** A request is drawn for each answer: an endless row of them. */
export type Requests = { next: () => Request; expected: Expected }

/** So many clients have an answer already, and ask again and again whether it is still the one. */
const revalidated = 200

/** Begins the requests of an endpoint. The tags that they carry, if any, are those of the server's answers. */
export async function requestsOf(
  { name, tier, bytes, revalidates, path }: Endpoint,
  draw: Draw,
  server: RealServer,
): Promise<Requests> {
  // Answers with another coding have another tag, so every request of a run says the same.
  const headers = { 'X-API-Key': server.keys[tier], 'Accept-Encoding': 'identity' }
  const expected = { name, status: revalidates ? 304 : 200, bytes }
  const next = () => ({ path: path(draw), headers })
  if (!revalidates) return { next, expected }
  const known: Request[] = []
  for (let client = 0; client < revalidated; client++) known.push(await withTag(server.url, next()))
  let asked = 0
  return { next: () => known[asked++ % revalidated]!, expected }
}

async function withTag(url: URL, { path, headers }: Request): Promise<Request> {
  const response = await fetch(new URL(path, url), { headers })
  await response.arrayBuffer()
  const tag = response.headers.get('ETag')
  if (tag === null) throw new Error(`${path}: ${response.status} without an ETag`)
  return { path, headers: { ...headers, 'If-None-Match': tag } }
}

/** Throws where an answer is not what is meant to be measured: names both, and the request. */
export function requireExpected(
  { name, status, bytes: [least, most] }: Expected,
  answer: { status: number; bytes: number },
  path: string,
): void {
  const isStatus = status === null || answer.status === status
  if (isStatus && answer.bytes >= least && answer.bytes <= most) return
  throw new Error(
    `${name}: expected ${status} with ${least} to ${most} bytes, got ${answer.status} with ${answer.bytes}, for ${path}`,
  )
}
