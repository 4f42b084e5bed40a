import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import type { OpenApiDocument } from '../openapi/model.ts'
import './typescript5.ts'

const written = join(import.meta.dirname, 'written')

/**
 * Writes clients of the API into a folder, which npm and pip can pack: `api.d.ts` is made from the document,
 * `client.js` and `client.d.ts` from `client.ts`, and the rest is in `written/`. Returns the files' names.
 */
export async function writeClient(folder: string, document: OpenApiDocument): Promise<string[]> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  const source = structuredClone(document) as Parameters<typeof openapiTS>[0]
  // A field of a body that has a default may be left out.
  const types = await openapiTS(source, { defaultNonNullable: false })
  const files = new Map([
    ['api.d.ts', astToString(types)],
    ['package.json', JSON.stringify(manifest, null, 2) + '\n'],
    ...(await compiled(await readWritten('client.ts.txt'))),
  ])
  for (const name of ['README.md', 'farm_directory.py', 'pyproject.toml'])
    files.set(name, (await readWritten(name)).replace('VERSION', packageFile.version))
  for (const [name, text] of files) await writeFile(join(folder, name), text)
  return [...files.keys()].toSorted()
}

const readWritten = (name: string) => readFile(join(written, name), 'utf8')

async function compiled(typescript: string): Promise<[name: string, text: string][]> {
  const { default: compiler } = await import('typescript5')
  const { ES2022: target } = compiler.ScriptTarget
  const compilerOptions = { target, module: compiler.ModuleKind.ES2022 }
  return [
    ['client.js', compiler.transpileModule(typescript, { compilerOptions }).outputText],
    ['client.d.ts', compiler.transpileDeclaration(typescript, { compilerOptions }).outputText],
  ]
}

const manifest = {
  name: 'farm-directory-client',
  version: packageFile.version,
  description: 'A typed client of a farm directory',
  license: packageFile.license,
  type: 'module',
  exports: { types: './client.d.ts', default: './client.js' },
  files: ['api.d.ts', 'client.d.ts', 'client.js'],
  engines: { node: '>=20' },
  dependencies: { 'openapi-fetch': packageFile.devDependencies['openapi-fetch'] },
}
