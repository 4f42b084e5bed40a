import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type RawAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** As it came: not decompressed. */
  body: Buffer
}

/** Asks a server without what fetch adds to a request and takes from an answer. */
export function askRaw(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  request(new URL(path, url), { method, headers, agent: false }, (response) => {
    buffer(response).then(
      (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
      reject,
    )
  })
    .on('error', reject)
    .end()
  return promise
}
