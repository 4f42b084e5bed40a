import { Redis } from 'ioredis'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lifetime } from '../support/temporary_folder.ts'
import { freePort, handOver, installed, startDaemon, type Daemon } from './daemon.ts'

/** Starts a Redis of the tests' own that writes nothing down: when it is killed, its data is gone. */
export async function privateRedis(life: Lifetime): Promise<Daemon> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-redis-'))
  handOver(folder)
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const daemon = await startDaemon(url, {
    path: installed('redis-server', 'redis-server'),
    args: ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder].concat(
      ['--save', ''],
      ['--appendonly', 'no'],
    ),
    killedBy: 'SIGKILL',
    probe: () => probe(url),
  })
  life.after(async () => {
    daemon.goOn()
    await daemon.kill()
    await rm(folder, { recursive: true, force: true })
  })
  return daemon
}

async function probe(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => {}) // the promise says it too
  try {
    await redis.connect()
    await redis.ping()
  } finally {
    redis.disconnect()
  }
}
