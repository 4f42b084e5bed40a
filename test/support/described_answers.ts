import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Tier } from '../../data/schema/meta.ts'
import {
  type OperationObject,
  type ReferenceObject,
  type ResponseObject,
  resolved,
} from '../../server/openapi/model.ts'
import { headerFields } from '../../server/openapi/header_fields.ts'
import { allRoutes, openApiDocument } from '../../server/app/all_routes.ts'
import { isDescribed } from '../../server/routes/route.ts'
import { schemasFor, type Reading } from './schemas_for.ts'

export type Exchange = {
  method: string
  /** With the query. */
  path: string
  /** Of the caller's key; undefined where it is not known to the test, or there is none. */
  tier: Tier | undefined
  status: number
  headers: Headers
  text: string
}

/** Made when it is first needed: a test may add a route before it starts its server. */
let made: ReturnType<typeof make> | undefined
const described = () => (made ??= make())

function make() {
  const document = openApiDocument()
  const templates = Object.keys(document.paths ?? {}).map((template) => ({
    template,
    pattern: patternOf(template.replaceAll(/\{(\w+)\}/g, ':$1')),
  }))
  return { document, templates }
}

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`)
const pagePatterns = allRoutes
  .filter((route) => !isDescribed(route))
  .map(({ path }) => patternOf(path))

/**
 * Asserts that an answer is one that the OpenAPI document describes: its status, its media type, its
 * header fields, and its JSON field by field. What only paid keys get must be in their answers, and
 * in no other. Pages for people are not described.
 */
export function assertDescribed(exchange: Exchange): void {
  const { method, path, status, headers } = exchange
  const found = operationOf(method, path)
  if (found === 'page' || method === 'OPTIONS' || status === 431) return
  const told = `${method} ${path}: ${status}`
  if (found === 'nothing') return assertProblemOf(exchange, told)
  const { operation, pointer } = found
  const responses: Responses = operation.responses
  const given = responses?.[status]
  assert.ok(given, `${told} is not described: ${exchange.text.slice(0, 300)}`)
  const response = resolved(described().document, given)
  for (const name of requiredHeaders(response))
    assert.ok(headers.has(name), `${told} is without ${name}`)
  if (exchange.text === '') return
  const type = mediaType(headers)
  const media = response.content?.[type]
  assert.ok(media, `${told} is described without ${type}`)
  if (!/[/+]json$/.test(type) || !media.schema) return
  const reading = { tier: exchange.tier, sparse: /[?&]fields=/.test(path) }
  const at = '$ref' in given ? given.$ref.slice(1) : `${pointer}/responses/${status}`
  const schema = `${at}/content/${escaped(type)}/schema`
  assertFits(JSON.parse(exchange.text), validator(reading, schema), told)
}

type Responses = Record<string, ResponseObject | ReferenceObject> | undefined

/** The operation that a request is of. */
function operationOf(method: string, path: string) {
  const bare = path.split('?')[0]!
  if (pagePatterns.some((pattern) => pattern.test(bare))) return 'page'
  const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase() as 'get'
  const { document, templates } = described()
  for (const { template, pattern } of templates) {
    const operation: OperationObject | undefined = document.paths?.[template]?.[verb]
    if (operation && pattern.test(bare))
      return { operation, pointer: `/paths/${escaped(template)}/${verb}` }
  }
  return 'nothing'
}

/** What no operation answers is a failure. */
function assertProblemOf({ status, headers, text }: Exchange, told: string): void {
  assert.ok([400, 401, 404, 405, 413, 429, 500, 503].includes(status), `${told}: ${text}`)
  assert.equal(mediaType(headers), 'application/problem+json', told)
  const whole = { tier: undefined, sparse: false }
  if (text !== '')
    assertFits(JSON.parse(text), validator(whole, '/components/schemas/Problem'), told)
}

function assertFits(body: unknown, validate: ValidateFunction, told: string): void {
  if (validate(body)) return
  const complaints = validate.errors?.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  assert.fail(`${told} is not as described:\n${complaints?.slice(0, 8).join('\n')}`)
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
addFormats.default(ajv)

function validator(reading: Reading, pointer: string): ValidateFunction {
  const name = `${reading.tier ?? 'any'}-${reading.sparse ? 'sparse' : 'whole'}`
  if (!ajv.schemas[name])
    ajv.addSchema(schemasFor(described().document, reading), name, undefined, false)
  const validate = ajv.getSchema(`${name}#${pointer}`)
  assert.ok(validate, `the document has nothing at ${pointer}`)
  return validate
}

const requiredHeaders = ({ headers = {} }: ResponseObject): string[] =>
  Object.keys(headers).filter((name) => headerFields[name]?.required)

const mediaType = (headers: Headers) => (headers.get('Content-Type') ?? '').split(';')[0]!
const escaped = (key: string) => encodeURI(key.replaceAll('~', '~0').replaceAll('/', '~1'))
