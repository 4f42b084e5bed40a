import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { installed } from '../../services/daemon.ts'
import { privatePostgres } from '../../services/private_postgres.ts'
import { program } from '../command.ts'
import { startServer, type ServerProcess } from '../server_process.ts'
import type { Task } from './program.ts'

/** How long an index may take to make, for each farm and in any case. */
const limit_ms = (farms: number) => 120_000 + farms

const titles: Record<Task['engine'], string> = {
  kdTree: 'a k-d tree in memory',
  sqlite: 'SQLite R*Tree',
  postGis: 'PostGIS',
}

type Place = { folder: string; scratch: string; farms: number }

/** Starts the peers, which end with `ends`. One that is not installed is left out with a word. */
export async function startPeers(
  { folder, scratch, farms }: Place,
  ends: AsyncDisposableStack,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<{ name: string; server: ServerProcess }[]> {
  const peers: { name: string; server: ServerProcess }[] = []
  for (const engine of Object.keys(titles) as Task['engine'][]) {
    const name = titles[engine]
    const place =
      engine === 'postGis' ? await database(ends, tell) : await folderOf(scratch, engine)
    if (place === null) continue
    tell(`indexing the farms for ${name}`)
    const server = await startServer(
      {
        path: program('test/bench/peers/program.ts'),
        input: JSON.stringify({ engine, folder, place } satisfies Task),
        log: join(scratch, `${engine}.log`),
        limit_ms: limit_ms(farms),
      },
      signal,
    )
    ends.defer(() => server.stop())
    peers.push({ name, server })
  }
  return peers
}

async function folderOf(scratch: string, engine: string): Promise<string> {
  const folder = join(scratch, engine)
  await mkdir(folder)
  return folder
}

/** Starts a PostgreSQL of the bench's own; null, with a word, where PostGIS is not installed. */
async function database(
  ends: AsyncDisposableStack,
  tell: (line: string) => void,
): Promise<string | null> {
  try {
    installed('initdb', 'postgresql')
  } catch (error) {
    tell(`without PostGIS: ${(error as Error).message}`)
    return null
  }
  const { url } = await privatePostgres({ after: (end) => ends.defer(end) })
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from pg_available_extensions where name = 'postgis'`,
    )
    if (rows.length > 0) return await socketUrl(client, url)
    tell('without PostGIS: it is not installed: apt-get install postgresql-postgis')
    return null
  } finally {
    await client.end()
  }
}

/** The same database, over its Unix socket. */
async function socketUrl(client: pg.Client, url: string): Promise<string> {
  const { rows } = await client.query('show unix_socket_directories')
  const { username, port, pathname } = new URL(url)
  const folder = encodeURIComponent(rows[0].unix_socket_directories)
  return `postgres://${username}@${folder}:${port}${pathname}`
}
