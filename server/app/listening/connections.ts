import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock, clientAddress } from '../../access/limits/client_address.ts'
import type { Config } from '../../config.ts'
import type { Duplex } from 'node:stream'

/** Maximum time without data in either direction in the middle of an exchange. */
const standstill_ms = 60_000
/** Interval of the check for requests that arrive too slowly. */
const check_ms = 1000

/** Node's timeouts for receiving requests and for idle connections. */
export const timesOf = ({ requestTime_ms, keepAlive_ms }: Config['connections']) => ({
  headersTimeout: requestTime_ms / 3,
  requestTimeout: requestTime_ms,
  keepAliveTimeout: keepAlive_ms,
  connectionsCheckingInterval: Math.min(requestTime_ms, check_ms),
})

/**
 * Limits a server's open connections, in total and per address; behind trusted proxies, whose addresses all
 * of them share, only in total. `refuse` answers and ends an excess connection. It is not counted:
 * otherwise a client that retries at once would be refused for its last attempt. Returns a function that
 * returns the number of open connections.
 */
export function limitConnections(
  server: Server,
  { connections: { most, mostOfAddress }, trustedProxies }: Config,
  refuse: (socket: Socket, why: string) => void,
): () => number {
  const open = new Map<string, number>()
  let total = 0
  server.timeout = standstill_ms
  server.on('connection', (socket: Socket) => {
    const address = addressBlock(clientAddress(socket.remoteAddress, undefined, 0))
    const ofAddress = open.get(address) ?? 0
    if (total >= most) return refuse(socket, `the server has ${most} connections already`)
    if (trustedProxies === 0 && ofAddress >= mostOfAddress)
      return refuse(socket, `this address has ${mostOfAddress} connections already`)
    open.set(address, ofAddress + 1)
    total++
    socket.once('close', () => {
      total--
      const others = open.get(address)! - 1
      if (others > 0) open.set(address, others)
      else open.delete(address)
    })
  })
  return () => total
}

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
