import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientAddress } from '../access/limits/client_address.ts'
import { rateLimitHeaders } from '../access/limits/rate_limit_headers.ts'
import type { Services } from '../services.ts'
import { Problem } from '../http/problem.ts'

/**
 * Answers a message that is not HTTP, or too large to be read, before any route sees it: with a
 * problem document, and counted for the client's address like any request without a key.
 */
export const answerBadHttp =
  ({ limits, log }: Pick<Services, 'limits' | 'log'>) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    respond(error, socket as Socket).catch((failure: unknown) => {
      log.error({ err: failure }, 'a malformed message could not be answered')
      socket.destroy()
    })

    async function respond({ code }: NodeJS.ErrnoException, client: Socket): Promise<void> {
      const address = clientAddress(client.remoteAddress, undefined, 0)
      const rate = await limits.consume('anonymous', address)
      const problem = rate.allowed ? problemOf(code) : new Problem('too-many-requests', 'slow down')
      const body = JSON.stringify(problem.document('', randomUUID()))
      const length = { 'Content-Length': String(Buffer.byteLength(body)) }
      client.end(head(problem, { ...rateLimitHeaders(rate), ...length }) + body)
    }
  }

const problemOf = (code: string | undefined) =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new Problem('header-fields-too-large', 'the address or the header fields are too large')
    : new Problem('bad-request', 'the message is not valid HTTP')

function head({ status, title }: Problem, fields: Record<string, string>): string {
  const all = { ...fields, 'Content-Type': 'application/problem+json', Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', ''].join('\r\n')
}
