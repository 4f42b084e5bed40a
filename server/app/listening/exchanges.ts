import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The latest exchange of each connection: that of the last request whose head has arrived. */
const latest = new WeakMap<Duplex, ServerResponse>()

/** Notes that a request's head has arrived. */
export const begin = (response: ServerResponse): void => {
  latest.set(response.req.socket, response)
}

/**
 * Whether what is late on a connection can still be answered: the head of its next request, or a body
 * of which nothing is answered yet. Else something would follow an answer that was begun, or come
 * before one that is still to be given.
 */
export function canAnswerLate(socket: Duplex): boolean {
  const response = latest.get(socket)
  if (response === undefined) return true
  const { req, headersSent, writableFinished } = response
  return req.complete ? writableFinished : !headersSent
}
