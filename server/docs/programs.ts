import { curl, python, pythonKey } from '../pages/code_blocks.ts'
import { exampleOf } from './example.ts'
import { answerOf, bodyOf, needsKey, type Operation } from './reference.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import type { Question } from './questions.ts'

/** The same question in each language: curl, Python and, if the public tables hold the answer, SQL. */
export function programsOf(
  document: OpenApiDocument,
  each: Operation,
  { request, sql }: Question,
  publicUrl: string,
): Record<string, string> {
  const body = bodyOf(each)
  const sent = {
    each,
    url: publicUrl + request,
    credential: credentialOf(each),
    body: body === undefined ? undefined : JSON.stringify(exampleOf(document, body)),
    isFile: answerOf(document, each).types[0] !== 'application/json',
  }
  const attached = `-- The public tables need no key.\nattach '${publicUrl}/v1/catalog.duckdb' as farms;\n`
  return {
    curl: curlOf(sent),
    Python: pythonOf(sent),
    ...(sql !== undefined && { SQL: `${attached}\n${sql}` }),
  }
}

type Sent = {
  each: Operation
  url: string
  credential: 'key' | 'session' | undefined
  body: string | undefined
  isFile: boolean
}

/** The credential that a request needs; undefined = none. */
export function credentialOf({ operation }: Operation): Sent['credential'] {
  if (needsKey(operation)) return 'key'
  const ways = (operation.security ?? []).map((one) => Object.keys(one))
  return ways.every((way) => way.length > 0) && ways.flat().includes('session')
    ? 'session'
    : undefined
}

function curlOf({ each: { method }, url, credential, body, isFile }: Sent): string {
  const command = {
    key: curl(url),
    session: `curl -H "Authorization: Bearer $FARM_SESSION" '${url}'`,
    none: `curl '${url}'`,
  }[credential ?? 'none']
  const flags = [
    method === 'GET' ? '' : ` -X ${method}`,
    url.includes('/latest') ? ' -L' : '',
    isFile ? ' -O' : '',
  ]
  const data = body ? ` \\\n  -H 'Content-Type: application/json' -d '${body}'` : ''
  return `${command.replace(/^curl/, `curl${flags.join('')}`)}${data}`
}

const pythonCredentials = {
  key: pythonKey,
  session: `"Authorization": "Bearer " + os.environ["FARM_SESSION"]`,
}

function pythonOf({ each: { method }, url, credential, body, isFile }: Sent): string {
  const headers = [
    credential && pythonCredentials[credential],
    body && '"Content-Type": "application/json"',
  ].filter(Boolean)
  const parts = [
    `"${url}"`,
    method === 'GET' ? '' : `method="${method}"`,
    headers.length === 0 ? '' : `headers={${headers.join(', ')}}`,
    body ? `data='${body}'.encode()` : '',
  ].filter(Boolean)
  const name = new URL(url).pathname.split('/').at(-1)
  const read = isFile ? `open("${name}", "wb").write(answer.read())` : 'print(json.load(answer))'
  return python(parts, read)
}
