import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Manifest } from '../../data/schema/manifest.ts'
import { literal } from '../../data/sql_literal.ts'
import type { PublishedSnapshots } from '../snapshot/published.ts'

/** The smallest block of a DuckDB file: a few views fit in 30 KB. */
const blockBytes = 16_384

/**
 * Makes a DuckDB database with a view of each public table of a snapshot. The views read the files at
 * `address`, or where the variable `catalog_base` points. The bytes depend on nothing else, so that two server
 * processes may answer two parts of one file.
 */
export async function duckdbCatalog(
  manifest: Manifest,
  published: Pick<PublishedSnapshots, 'pathOf'>,
  address: string,
): Promise<Buffer> {
  const files = manifest.files.filter(({ path }) => /^public\/.*\.parquet$/.test(path))
  const paths = await Promise.all(files.map((file) => published.pathOf(manifest, file)))
  const scratch = await mkdtemp(join(tmpdir(), 'farm-directory-'))
  try {
    const database = join(scratch, 'catalog.duckdb')
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
    const connection = await instance.connect()
    try {
      // A view is checked against its file when it is created: here, against the file on this machine.
      await connection.run('set variable catalog_base = $folder', {
        folder: dirname(paths[0] ?? ''),
      })
      await connection.run(`attach ${literal(database)} as catalog (block_size ${blockBytes})`)
      for (const path of paths) await connection.run(viewOf(basename(path), address))
      await connection.run('detach catalog')
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
    return await readFile(database)
  } finally {
    await rm(scratch, { recursive: true })
  }
}

const viewOf = (file: string, address: string): string =>
  `create view catalog."${basename(file, '.parquet')}" as
   from read_parquet(coalesce(getvariable('catalog_base'), ${literal(address)}) || ${literal(`/${file}`)})`
