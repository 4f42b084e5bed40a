import { cpSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openToWrite } from '../../data/bucket/open_bucket.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { readManifest } from '../../pipeline/snapshots/snapshots.ts'
import { duckdbCatalog } from '../../server/query/duckdb_catalog.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { cloneEnvironment, freshClone } from '../support/fresh_clone.ts'
import { startServer } from '../support/running_server.ts'
import { startSnapshot } from '../support/start_snapshot.ts'
import { serveFolder } from '../support/static_files.ts'
import { temporaryFolder, type Lifetime } from '../support/temporary_folder.ts'

/** Where the fences of a document run. */
export type Place = {
  /** The folder of a fresh clone. */
  folder: string
  env: NodeJS.ProcessEnv
  /** What a reader replaces, such as the name of a host: `[language, written, put in its place]`. */
  replaced: [language: string, written: string, real: string][]
}

/** Makes something that a document takes for granted. */
export type Preparation = (life: Lifetime, place: Place) => Promise<void>

/** A fresh clone with what a document takes for granted, and `duckdb` among the commands. */
export async function preparedPlace(life: Lifetime, preparations: Preparation[]): Promise<Place> {
  const folder = await freshClone(life)
  const commands = join(folder, '.commands')
  await mkdir(commands)
  const duckdb = join(import.meta.dirname, '../support/duckdb_command.ts')
  const script = `#!/bin/sh\nexec "${process.execPath}" "${duckdb}" "$@"\n`
  await writeFile(join(commands, 'duckdb'), script, { mode: 0o755 })
  // Else curl ends with status 0 whatever the server answers.
  await writeFile(join(commands, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n')
  const env = cloneEnvironment()
  const place = {
    folder,
    env: { ...env, CURL_HOME: commands, PATH: `${commands}:${env['PATH']}` },
    replaced: [],
  }
  for (const prepare of preparations) await prepare(life, place)
  return place
}

/** A file of the reader's own, by its name in the clone. */
export const withFile =
  (name: string, content: string | Buffer): Preparation =>
  async (_life, { folder }) =>
    writeFile(join(folder, name), content)

/** A live snapshot in `build/`. `<id>` is its id. */
export const withSnapshot: Preparation = async (life, { folder, replaced }) => {
  const { root, id } = await fixtureSnapshot(life)
  cpSync(root, join(folder, 'build'), { recursive: true })
  replaced.push(['sql', '<id>', id])
}

/** The live snapshot of `data/start` in `build/`, as after `npm start`. */
export const withStart: Preparation = async (life, { folder }) => {
  const { root } = await startSnapshot(life)
  cpSync(root, join(folder, 'build'), { recursive: true })
}

/** `FILE` is a snapshot's farms: at an address for JavaScript, else by their path. */
export const withFarmsFile: Preparation = async (life, { replaced }) => {
  const { folder } = await fixtureSnapshot(life)
  const { url } = await serveFolder(life, join(folder, 'public'))
  const path = join(folder, 'public/farms.parquet')
  replaced.push(['js', 'https://FILE', `${url}/farms.parquet`])
  replaced.push(['sql', 'https://FILE', path], ['python', "'FILE'", JSON.stringify(path)])
}

/** `HOST` serves a catalog of all tables, and `BUCKET` is a bucket: here, files on this machine. */
export const withCatalogAndBucket: Preparation = async (life, { replaced }) => {
  const { folder } = await fixtureSnapshot(life)
  const pathOf = async (_: unknown, { path }: { path: string }) => join(folder, path)
  const place = await temporaryFolder(life)
  const catalog = join(place, 'catalog.duckdb')
  const manifest = await readManifest(folder)
  await writeFile(catalog, await duckdbCatalog(manifest, { pathOf }, join(folder, 'public')))
  const bucket = await openToWrite(pathToFileURL(join(place, 'bucket')).href)
  await publishTo(bucket, folder, [])
  replaced.push(['sql', 'https://HOST/v1/catalog.duckdb', catalog])
  replaced.push(['sql', 'https://BUCKET', join(place, 'bucket')])
}

/** A server of `build/` at 127.0.0.1:8080 (really at another port), and `KEY`, a paid key. */
export const withServer: Preparation = async (life, { folder, env, replaced }) => {
  const settings = { STATE_DIR: join(folder, '.state') }
  const { url, keys } = await startServer(life, join(folder, 'build'), { settings })
  env['KEY'] = keys.paid
  for (const language of ['sh', 'js', 'python'])
    replaced.push([language, 'http://127.0.0.1:8080', url])
}
