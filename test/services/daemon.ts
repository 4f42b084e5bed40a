import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, chownSync, constants, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { sendSignal } from '../support/signal.ts'

/** A service of the tests' own: it can be killed, held still, and started again on its data. */
export type Daemon = {
  url: string
  start(): Promise<void>
  /** Ends it at once, as if its machine were gone. */
  kill(): Promise<void>
  /** Lets it stand still, with its connections open, and go on. */
  hold(): void
  goOn(): void
}

export type Program = {
  path: string
  args: string[]
  /** What ends it at once, with all of its processes. */
  killedBy: NodeJS.Signals
  /** Resolves when it answers, and rejects as long as it doesn't. */
  probe: () => Promise<void>
}

/** Where Debian keeps programs that aren't on the path. */
const more = ['/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()]

/** Returns the path of an installed program. Throws an Error that names the package to install. */
export function installed(name: string, debianPackage: string): string {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...more]) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      continue
    }
  }
  throw new Error(`${name} is not installed: apt-get install ${debianPackage}`)
}

/**
 * A port that nothing listens on, below those that Linux gives to connections: none takes it while a service
 * starts again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

/** Who services run as: PostgreSQL refuses root, so then another user of the system. */
export function serviceUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].flatMap((name) => users.filter(([first]) => first === name))
  if (user[0] === undefined) throw new Error('there is no user postgres or nobody to run as')
  return { uid: Number(user[0][2]), gid: Number(user[0][3]) }
}

/** Gives a folder to the user that services run as. */
export function handOver(folder: string): void {
  const { uid, gid } = serviceUser()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

/** Starts a program and waits until it answers. Throws an Error with what it said where it ends. */
export async function startDaemon(url: string, program: Program): Promise<Daemon> {
  let child = await launch(program)
  return {
    url,
    async start() {
      child = await launch(program)
    },
    async kill() {
      signalAll(child, 'SIGCONT') // standing still, it hears nothing
      child.kill(program.killedBy)
      await ended(child)
    },
    hold: () => signalAll(child, 'SIGSTOP'),
    goOn: () => signalAll(child, 'SIGCONT'),
  }
}

/** PostgreSQL answers from a process for each connection, which all have to stand still. */
function signalAll({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  sendSignal(pid, signal) // first: standing still, it begins no more of them
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of children.split(' ').filter(Boolean)) sendSignal(Number(child), signal)
}

async function launch({ path, args, probe }: Program): Promise<ChildProcess> {
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], ...serviceUser() })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const died = ended(child).then(() => {
    throw new Error(`${path} ended: ${said}`)
  })
  died.catch(() => {}) // heard below, as long as it matters
  await Promise.race([answers(probe), died])
  return child
}

async function answers(probe: () => Promise<void>): Promise<void> {
  for (;;) {
    const ok = await probe().then(
      () => true,
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
