import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import type { OpenApiDocument } from '../openapi/model.ts'
import './typescript5.ts'

const written = join(import.meta.dirname, 'written')

/**
 * Writes clients of the API into a folder: `api.ts` is made of the document, the others stand in
 * `written/`. Returns the names of the files.
 */
export async function writeClient(folder: string, document: OpenApiDocument): Promise<string[]> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const types = await openapiTS(structuredClone(document) as Parameters<typeof openapiTS>[0])
  const files = new Map([
    ['api.ts', astToString(types)],
    ['package.json', JSON.stringify(manifest, null, 2) + '\n'],
  ])
  for (const name of await readdir(written))
    files.set(name.replace(/\.txt$/, ''), await readFile(join(written, name), 'utf8'))
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  return [...files.keys()].toSorted()
}

const manifest = {
  name: 'farm-directory-client',
  version: packageFile.version,
  private: true,
  type: 'module',
  exports: './client.ts',
  dependencies: { 'openapi-fetch': packageFile.devDependencies['openapi-fetch'] },
}
