import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Lifetime } from '../support/temporary_folder.ts'

/** An address of a service whose answers arrive late. */
export type SlowProxy = { url: string; answersAfter(delay_ms: number): void }

/** Passes the bytes of a service on, in their order; its answers only after a delay, at first none. */
export async function slowProxy(life: Lifetime, serviceUrl: string): Promise<SlowProxy> {
  const { port, hostname } = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  let delay_ms = 0
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    for (const [one, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => (other.destroy(), sockets.delete(one)))
    }
    client.on('data', (bytes) => service.write(bytes))
    service.on('data', (bytes) => setTimeout(() => client.write(bytes), delay_ms).unref())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  life.after(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(serviceUrl)
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, answersAfter: (delay) => (delay_ms = delay) }
}
