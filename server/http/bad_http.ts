import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { Problem } from './problem.ts'

/** Answers a message that is not HTTP, or too large to be read, before any route sees it. */
export function answerBadHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('header-fields-too-large', 'the header fields are too large')
      : new Problem('bad-request', 'the message is not valid HTTP')
  const body = JSON.stringify(problem.document('', randomUUID()))
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
