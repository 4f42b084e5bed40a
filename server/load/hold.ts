import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** For how long nothing is read from a connection: no refusal asks for less patience. */
const hold_ms = 1000

/** When a request of a connection was last refused, by performance.now(). */
const refused_ms = new WeakMap<Socket, number>()

/**
 * After a second refusal within a second, reads nothing from the connection for a while: a client that
 * does not mind `Retry-After` waits, at no cost to others.
 */
export function hold(response: ServerResponse): void {
  const { socket } = response
  if (!socket) return
  const now_ms = performance.now()
  const isRepeated = now_ms - (refused_ms.get(socket) ?? -Infinity) < hold_ms
  refused_ms.set(socket, now_ms)
  if (!isRepeated) return
  response.once('finish', () => {
    socket.pause()
    setTimeout(() => socket.resume(), hold_ms).unref()
  })
}
