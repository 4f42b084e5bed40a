import { AsyncLocalStorage } from 'node:async_hooks'

/** On whose behalf something is done. */
export type Asker = {
  /** A key, or the address of a request without one. */
  caller: string
  /** When the request arrived, by performance.now(). */
  arrived_ms: number
  /** Returns whether the client has ended the connection, so that no answer can be read. */
  hasLeft?: () => boolean
}

const askers = new AsyncLocalStorage<Asker>()

/** Does the work of a request; what it waits for on its way knows by `asker()` whose turn it is. */
export const onBehalfOf = <Result>(asker: Asker, work: () => Result): Result =>
  askers.run(asker, work)

/** Whom the present work is done for: the server itself outside of requests. */
export const asker = (): Asker =>
  askers.getStore() ?? { caller: 'the server', arrived_ms: performance.now() }
