import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { ConfigError } from '../../config.ts'

/** An address, and its settings' names; `zero` explains port 0. Shared ports split connections. */
type Place = {
  host: string
  port: number
  isShared?: boolean
  settings: { host: string; port: string; zero: string }
}

/** The settings of the public listening address. */
export const ofRequests = { host: 'HOST', port: 'PORT', zero: 'any' }

/** Listens. Throws a ConfigError that names the faulty setting, its value and the remedy. */
export async function listen<Listening extends Server>(
  server: Listening,
  place: Place,
): Promise<Listening> {
  const { host, port, isShared = false } = place
  server.listen({ host, port, reusePort: isShared, backlog: 4096 })
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const remedy = remedies[code]?.(place)
    if (remedy === undefined) throw error
    throw new ConfigError(`${remedy} (${code})`, { cause: error })
  }
}

/** Throws as `listen` does, if a place is not free. */
export async function requireFree(place: Place): Promise<void> {
  const server = await listen(createServer(), place)
  server.close()
}

const remedies: Record<string, (place: Place) => string> = {
  EADDRINUSE: ({ host, port, settings }) =>
    `${settings.port}: another program listens on port ${port} of ${host}; ` +
    `end it, or set ${settings.port} to a free port (0 = ${settings.zero})`,
  EACCES: ({ port, settings }) =>
    `${settings.port}: this user may not listen on port ${port}; set ${settings.port} to one from ` +
    `1024 to 65535, with a proxy in front for port ${port}`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
}

function noAddress({ host, settings }: Place): string {
  const own = '127.0.0.1 (only this machine reaches it) or 0.0.0.0 (others do too)'
  return `${settings.host}: ${host} is no address of this machine; set ${settings.host} to ${own}`
}
