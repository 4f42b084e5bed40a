import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Lifetime } from '../support/temporary_folder.ts'
import { freePort, handOver, installed, serviceUser, startDaemon, type Daemon } from './daemon.ts'

/** Hundreds of databases that no test needs on the disk would stall a slow one. */
const throwaway = { fsync: 'off', wal_level: 'minimal', max_wal_senders: 0 }

/**
 * Starts a PostgreSQL of the tests' own, in a folder that goes when they end. The folder is of the
 * user that it runs as; nothing else of the system is touched.
 */
export async function privatePostgres(life: Lifetime): Promise<Daemon> {
  const folder = await mkdtemp(join(tmpdir(), 'farm-directory-postgres-'))
  handOver(folder)
  const data = join(folder, 'data')
  const auth = ['--auth=trust', '--username=tests', '--encoding=UTF8', '--no-sync']
  const init = installed('initdb', 'postgresql')
  await promisify(execFile)(init, ['-D', data, ...auth], { cwd: folder, ...serviceUser() })
  const port = await freePort()
  const url = `postgres://tests@127.0.0.1:${port}/postgres`
  const options = { listen_addresses: '127.0.0.1', max_connections: 300, ...throwaway }
  const daemon = await startDaemon(url, {
    path: installed('postgres', 'postgresql'),
    args: Object.entries(options).reduce(
      (args, [name, value]) => args.concat('-c', `${name}=${value}`),
      ['-D', data, '-p', String(port), '-k', folder],
    ),
    killedBy: 'SIGQUIT', // an immediate shutdown: SIGKILL would leave its other processes behind
    probe: () => probe(url),
  })
  life.after(async () => {
    daemon.goOn()
    await daemon.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  })
  return daemon
}

async function probe(url: string): Promise<void> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // it may go while it starts; the next probe sees
  await client.connect()
  await client.query('select 1')
  await client.end()
}
