import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The latest exchange of each connection: the last request whose head has arrived. */
const latest = new WeakMap<Duplex, ServerResponse>()

/** Records that a request's head has arrived. */
export const begin = (response: ServerResponse): void => {
  latest.set(response.req.socket, response)
}

/**
 * Returns true if a late message on a connection can still be answered: a next request's head, or a body
 * whose answer has not begun. Otherwise the answer would follow a partial one, or come before an
 * outstanding one.
 */
export function canAnswerLate(socket: Duplex): boolean {
  const response = latest.get(socket)
  if (response === undefined) return true
  const { req, headersSent, writableFinished } = response
  return req.complete ? writableFinished : !headersSent
}
