import { Worker, type Transferable, type WorkerOptions } from 'node:worker_threads'

/** A thread's functions that another thread may call, by name. */
export type Tasks = Record<string, (...args: never[]) => unknown>

/** One side of a channel between two threads. */
type Port = {
  postMessage(message: unknown, transfer: Transferable[]): void
  on(event: 'message', listener: (message: Message) => void): unknown
}

type Told = { name: string; message: string; stack: string | undefined }
type Question = { ask: number; name: string; args: never[] }
type Answer = { answers: number } & ({ result: unknown } | { error: Told })
type Message = Question | Answer

/** Calls to the thread at the other end of a port, which answers them by `answerCalls`. */
export class Calls<Theirs extends Tasks> {
  readonly #port: Port
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>()
  #lastId = 0
  #end: Error | undefined

  constructor(port: Port) {
    this.#port = port
    port.on('message', (message) => {
      if ('answers' in message) this.#take(message)
    })
  }

  /** Throws the task's error, as an Error with its name, or the reason why the thread ended first. */
  async ask<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    if (this.#end) throw this.#end
    const id = ++this.#lastId
    const asked = Promise.withResolvers<unknown>()
    this.#asked.set(id, asked)
    this.#port.postMessage({ ask: id, name, args }, [])
    return (await asked.promise) as Awaited<ReturnType<Theirs[Name]>>
  }

  /** Rejects all open calls: the other thread has ended. */
  end(reason: Error): void {
    this.#end ??= reason
    for (const { reject } of this.#asked.values()) reject(reason)
    this.#asked.clear()
  }

  #take(message: Answer): void {
    const asked = this.#asked.get(message.answers)
    this.#asked.delete(message.answers)
    if ('error' in message) asked?.reject(Object.assign(new Error(), message.error))
    else asked?.resolve(message.result)
  }
}

type ThreadOptions = Pick<WorkerOptions, 'workerData' | 'resourceLimits'> & {
  /** Maps the cause of the thread's end to the error that `ask` throws; default: the cause itself. */
  reason?: (cause: Error) => Error
}

/** A thread that runs a program, and takes calls until it ends. */
export class Thread<Theirs extends Tasks> extends Calls<Theirs> {
  readonly worker: Worker
  /** The cause of its end: an error, or its exit status. */
  readonly ended: Promise<Error>

  constructor(program: URL, { reason = (cause) => cause, ...options }: ThreadOptions = {}) {
    // Without this process's options: the modules that they load are not needed there.
    const worker = new Worker(program, { execArgv: [], ...options })
    super(worker)
    this.worker = worker
    this.ended = new Promise((resolve) => {
      const end = (cause: Error) => {
        resolve(cause)
        this.end(reason(cause))
      }
      worker.on('error', end)
      worker.on('exit', (code) => end(new Error(`exit status ${code}`)))
    })
  }
}

/** Answers calls from the thread at the other end. */
export function answerCalls(port: Port, own: Tasks): void {
  port.on('message', (message) => {
    if ('ask' in message) void answer(port, own, message)
  })
}

async function answer(port: Port, own: Tasks, { ask, name, args }: Question): Promise<void> {
  try {
    port.postMessage({ answers: ask, result: await own[name]!(...args) }, [])
  } catch (error) {
    port.postMessage({ answers: ask, error: told(error) }, [])
  }
}

/** An error in a form that can be sent; its class is lost. */
function told(error: unknown): Told {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return { name, message, stack }
}
