import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock, clientAddress } from '../../access/limits/client_address.ts'
import type { Config } from '../../config.ts'

/** How long a connection may stand still in the middle of something, both ways. */
const standstill_ms = 60_000
/** How often connections are looked at whose requests take long to arrive. */
const check_ms = 1000

/** How long what a server hears of may take. */
export const timesOf = ({ requestTime_ms, keepAlive_ms }: Config['connections']) => ({
  headersTimeout: requestTime_ms / 3,
  requestTimeout: requestTime_ms,
  keepAliveTimeout: keepAlive_ms,
  connectionsCheckingInterval: Math.min(requestTime_ms, check_ms),
})

/**
 * Holds a server to so many connections, in all and for an address; behind trusted proxies all come
 * from their addresses, so that only the first counts. `refuse` answers and ends one too many, which does not count: else who
 * asks again at once would be refused for having been. Returns
 * a function that tells how many are open.
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
