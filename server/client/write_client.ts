import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import type { OpenApiDocument } from '../openapi/model.ts'
import './typescript5.ts'

const written = join(import.meta.dirname, 'written')

/**
 * Writes clients of the API into a folder: `api.ts` is made from the document, the others are in
 * `written/`, and `client.js` is for a Node that does not run TypeScript. Returns the files' names.
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
  files.set('client.js', await withoutTypes(files.get('client.ts')!))
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  return [...files.keys()].toSorted()
}

async function withoutTypes(typescript: string): Promise<string> {
  const { default: compiler } = await import('typescript5')
  const { ES2022 } = compiler.ScriptTarget
  const compilerOptions = { target: ES2022, module: compiler.ModuleKind.ES2022 }
  return compiler.transpileModule(typescript, { compilerOptions }).outputText
}

const manifest = {
  name: 'farm-directory-client',
  version: packageFile.version,
  private: true,
  type: 'module',
  exports: { types: './client.ts', default: './client.js' },
  dependencies: { 'openapi-fetch': packageFile.devDependencies['openapi-fetch'] },
}
