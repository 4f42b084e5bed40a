import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { clientAddress } from '../access/limits/client_address.ts'
import { rateLimitHeaders } from '../access/limits/limits.ts'
import type { Services } from '../services.ts'
import { Problem } from '../http/problem.ts'
import { canAnswerLate } from './listening/connections.ts'

/** Time for a client to read the answer before its connection is cut. */
const parting_ms = 1000

/**
 * Answers a message that is not HTTP, too large or too slow, before any route sees it. It sends a problem
 * document, and counts it for the client's address like any request without a key. A Problem is sent as it
 * is, and not counted. Then the connection ends.
 */
export const answerBadHttp =
  ({ config, limits, log }: Pick<Services, 'config' | 'limits' | 'log'>) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && !canAnswerLate(socket))
      return void socket.destroy()
    respond(error, socket as Socket).catch((failure: unknown) => {
      log.error({ err: failure }, 'a malformed message could not be answered')
      socket.destroy()
    })

    async function respond(cause: NodeJS.ErrnoException, client: Socket): Promise<void> {
      const address = clientAddress(client.remoteAddress, undefined, 0)
      const isCounted = !(cause instanceof Problem)
      const rate = await limits[isCounted ? 'consume' : 'peek']('anonymous', address)
      if (!isCounted) rate.allowed = true
      const problem = rate.allowed
        ? problemOf(cause)
        : new Problem('too-many-requests', 'slow down')
      const body = JSON.stringify(problem.document('', randomUUID(), config.publicUrl ?? ''))
      const length = { 'Content-Length': String(Buffer.byteLength(body)) }
      client.end(head(problem, { ...rateLimitHeaders(rate), ...problem.headers, ...length }) + body)
      setTimeout(() => client.destroy(), parting_ms).unref()
    }
  }

function problemOf(cause: NodeJS.ErrnoException): Problem {
  if (cause instanceof Problem) return cause
  if (cause.code === 'HPE_HEADER_OVERFLOW')
    return new Problem('header-fields-too-large', 'the address or the header fields are too large')
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request-timeout', 'the request did not arrive completely in time')
  if (cause.code === 'HPE_INVALID_URL')
    return new Problem('bad-request', 'the address has unescaped characters: send é as %C3%A9')
  return new Problem('bad-request', 'the message is not valid HTTP')
}

function head({ status, title }: Problem, fields: Record<string, string>): string {
  const all = { ...fields, 'Content-Type': 'application/problem+json', Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${title}`, ...lines, '', ''].join('\r\n')
}
