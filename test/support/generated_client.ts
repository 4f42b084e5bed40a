import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { writeClient as writeFiles } from '../../server/client/write_client.ts'
import { operationsOf, type Operation } from '../../server/docs/reference.ts'
import type { OpenApiDocument, OperationObject, SchemaObject } from '../../server/openapi/model.ts'

/** What a call of the client came to. */
export type Called = { data?: unknown; error?: unknown; response: Response }

/** Values that no example can have, by parameter or field of a body: ids, tokens. */
export type Values = Record<string, string>

export type Call = (client: unknown, values: Values) => Promise<Called>

/**
 * Writes a client of the API into a folder, and beside it for each operation a typed call with the
 * examples of the document. `values` names what is put in place of examples; `operationId.name` is for
 * one operation only.
 */
export async function writeClient(
  folder: string,
  document: OpenApiDocument,
  values: string[],
): Promise<void> {
  await writeFiles(folder, document)
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const example = await exampleOf(folder)
  // JavaScript that is TypeScript, too: run as it is, and checked under this name.
  await writeFile(join(folder, 'example.js'), example)
  await writeFile(join(folder, 'checked_example.ts'), example)
  await writeFile(join(folder, 'calls.ts'), program(document, new Set(values)))
}

/** The first program of the written README. */
const exampleOf = async (folder: string) =>
  /```js\n([^]*?)```/.exec(await readFile(join(folder, 'README.md'), 'utf8'))![1]!

/** The calls of a written client, by operation. */
export async function readCalls(folder: string): Promise<Record<string, Call>> {
  const { calls } = (await import(pathToFileURL(join(folder, 'calls.ts')).href)) as {
    calls: Record<string, Call>
  }
  return calls
}

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

const tsconfig = {
  compilerOptions: {
    target: 'esnext',
    module: 'nodenext',
    lib: ['esnext', 'dom'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['*.ts', '*.d.ts'],
}

const head = `import type { Client } from 'openapi-fetch'
import type { paths } from './api.js'
import { farmDirectory, type Farm } from './client.js'

type Json = 'application/json' | 'application/problem+json'
type Api = Client<paths, Json>
type Values = Record<string, string>

/** What a reader of the types would write; it is checked, not run. */
export async function typed(client: Api): Promise<void> {
  const { data, error } = await client.GET('/v1/search', {
    params: {
      query: {
        lat: 44.41,
        lng: -72.14,
        products: ['eggs', 'honey'],
        match: 'all',
        in_stock_only: true,
      },
    },
  })
  const detail: string | undefined = error?.detail
  const total: number | undefined = data?.meta.total
  const farms: Farm[] = data?.data ?? []
  const names: (string | undefined)[] = farms.map(({ name }) => name)
  const phones: (string | null | undefined)[] = farms.map(({ phone }) => phone)
  // @ts-expect-error a radius is a number
  await client.GET('/v1/search', { params: { query: { lat: 1, lng: 2, radius: '25' } } })
  await client.GET('/v1/search', { params: { query: { near: 'Danville, VT' } } })
  // @ts-expect-error a product is missing
  await client.GET('/v1/market/prices', { params: { query: { near: 'Danville, VT' } } })
  // @ts-expect-error there is no such kind of place
  await client.GET('/v1/farms', { params: { query: { place_type: 'farmersmarket' } } })
  // @ts-expect-error there is no such path
  await client.GET('/v1/farm', {})
  await client.POST('/v1/keys', { body: { name: 'map', email: 'ann@example.org' } })
  console.log(detail, total, names, phones)
}

const directory = farmDirectory({ url: 'http://127.0.0.1:8080' })
`

function program(document: OpenApiDocument, values: Set<string>): string {
  const operations = operationsOf(document)
  const calls = operations.map((each) => callOf(document, values, each))
  const lines = calls.map((each) => `  ${each},\n`).join('')
  return `${head}${listUses(operations)}\nexport const calls = {\n${lines}}\n`
}

/** What a reader would write to page through each list, and to get one page of it; checked, not run. */
function listUses(operations: readonly Operation[]): string {
  const lists = operations.filter(({ operation }) =>
    operation.parameters.some(({ name }) => name === 'page'),
  )
  const uses = lists.map(({ path, operation }) => {
    const given = operation.parameters
      .filter((each) => each.required)
      .map((each) => `${each.name}: ${JSON.stringify((each.schema as SchemaObject).examples?.[0])}`)
    const of = path.includes('{') ? 'path' : 'query'
    return `
  for await (const entry of directory.all('${path}', { ${given.join(', ')} })) {
    const named: string | undefined = entry.${path.endsWith('hanges') ? 'farm_id' : 'id'}
    void named
  }
  {
    const { data, error } = await directory.GET('${path}', { params: { ${of}: { ${given.join(', ')} } } })
    const total: number | undefined = data?.meta.total
    const detail: string | undefined = error?.detail
    void [total, detail]
  }`
  })
  return `\nexport async function readLists(): Promise<void> {${uses.join('')}\n}\n`
}

function callOf(
  document: OpenApiDocument,
  values: Set<string>,
  { id: name, method, path, operation }: Operation,
): string {
  const written = (each: string, example: unknown) => {
    const value = [`${name}.${each}`, each].find((one) => values.has(one))
    return `${JSON.stringify(each)}: ${value ? `values[${JSON.stringify(value)}]!` : JSON.stringify(example)}`
  }
  const of = (place: string) =>
    operation.parameters
      .filter((each) => each.in === place && (each.required || each.name === 'near'))
      .map((each) => written(each.name, (each.schema as SchemaObject).examples?.[0]))
  const parameters = ['query', 'path'].flatMap((place) =>
    of(place).length > 0 ? [`${place}: { ${of(place).join(', ')} }`] : [],
  )
  const { properties } = bodyOf(document, operation)
  const body = Object.entries(properties ?? {}).map(([each, schema]) =>
    written(each, (schema as SchemaObject).examples?.[0]),
  )
  const options = [
    ...(parameters.length > 0 ? [`params: { ${parameters.join(', ')} }`] : []),
    ...(body.length > 0 ? [`body: { ${body.join(', ')} }`] : []),
    ...(answersJson(operation) ? [] : ["parseAs: 'arrayBuffer'"]),
  ]
  const call = `client.${method}('${path}', { ${options.join(', ')} })`
  return `${name}: (client: Api, values: Values) => ${call}`
}

/** The schema of the body that an operation takes; of several, the last. */
function bodyOf({ components }: OpenApiDocument, { requestBody }: OperationObject): SchemaObject {
  if (!requestBody || !('content' in requestBody)) return {}
  const schema = requestBody.content['application/json']!.schema as SchemaObject
  const { $ref } = (schema.anyOf?.at(-1) as SchemaObject | undefined) ?? schema
  return $ref ? (components!.schemas![$ref.split('/').at(-1)!] as SchemaObject) : schema
}

const answersJson = ({ responses }: Operation['operation']): boolean =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .every(([, { content }]) => content?.['application/json']?.schema !== undefined)
