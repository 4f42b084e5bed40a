import { EventEmitter, once } from 'node:events'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** Standard input and output. The end of the input leaves it open, for answers that are still due. */
export class AnsweringTransport extends StdioServerTransport {
  readonly #due = new Set<unknown>()
  readonly #answers = new EventEmitter()
  #isEnding = false

  /** Notes the requests that `onmessage` receives from now on. */
  noteRequests(): void {
    const receive = this.onmessage
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no listeners
    this.onmessage = (message: JSONRPCMessage) => {
      if ('method' in message && 'id' in message) this.#due.add(message.id)
      else if ('method' in message && message.method === 'notifications/cancelled')
        this.#settle(message.params?.['requestId'])
      receive?.(message)
    }
  }

  override async send(...[message]: Parameters<Transport['send']>): Promise<void> {
    try {
      await super.send(message)
    } finally {
      if (!('method' in message)) this.#settle(message.id)
    }
  }

  /** Resolves when each request has its answer. */
  async answered(): Promise<void> {
    while (this.#due.size > 0) await once(this.#answers, 'answer')
  }

  override async close(): Promise<void> {
    if (this.#isEnding) await super.close()
  }

  /** Lets `close` close it. */
  end(): void {
    this.#isEnding = true
  }

  #settle(id: unknown): void {
    this.#due.delete(id)
    this.#answers.emit('answer')
  }
}
