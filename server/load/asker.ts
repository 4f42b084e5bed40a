import { AsyncLocalStorage } from 'node:async_hooks'

/** The client that work is done for. */
export type Asker = {
  /** A key, or the address of a request without one. */
  caller: string
  /** When the request arrived, by performance.now(). */
  arrived_ms: number
  /** Returns true if the client has closed the connection, so that it can't read an answer. */
  hasLeft?: () => boolean
}

const askers = new AsyncLocalStorage<Asker>()

/** Does a request's work; queues on its way find its client by `asker()`. */
export const onBehalfOf = <Result>(asker: Asker, work: () => Result): Result =>
  askers.run(asker, work)

/** The client of the current work: the server itself outside of requests. */
export const asker = (): Asker =>
  askers.getStore() ?? { caller: 'the server', arrived_ms: performance.now() }
