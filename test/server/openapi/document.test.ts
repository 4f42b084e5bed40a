import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import packageFile from '../../../package.json' with { type: 'json' }
import { RouteFinder } from '../../../server/app/find_route.ts'
import { readConfig } from '../../../server/config.ts'
import { operationsOf } from '../../../server/docs/reference.ts'
import type {
  OpenApiDocument,
  OperationObject,
  SchemaObject,
} from '../../../server/openapi/model.ts'
import { eachParameter, eachSchema } from '../../../server/openapi/walk.ts'
import { allRoutes, openApiDocument } from '../../../server/app/all_routes.ts'
import { isDescribed } from '../../../server/routes/route.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import type { ProblemDocument } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const document = openApiDocument()
const operations = operationsOf(document)

describe('the OpenAPI document', () => {
  it('is clean under the recommended rules of Redocly', async (t) => {
    const folder = await temporaryFolder(t)
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
    await writeFile(join(folder, 'redocly.yaml'), 'extends: [recommended]\n')
    const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'))
    const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [redocly, 'lint', 'openapi.json', '--format=json'],
      { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 },
    )
    const { totals, problems } = JSON.parse(stdout) as { totals: object; problems: unknown[] }
    assert.deepEqual(problems, [])
    assert.deepEqual(totals, { errors: 0, warnings: 0, ignored: 0 })
  })

  it('has every path and method that is served, but for the pages', () => {
    const finder = new RouteFinder(allRoutes)
    const served = [...new Set(allRoutes.map(({ path }) => path))].flatMap((path) =>
      finder
        .find('GET', path)!
        .methods.filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${path}`),
    )
    const described = operations.map(
      ({ path, method }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    const shown = allRoutes
      .filter((route) => !isDescribed(route))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    assert.deepEqual(served.toSorted(), [...described, ...shown].toSorted())
    for (const each of shown.filter((path) => path !== 'GET /server.json'))
      assert.doesNotMatch(each, / \/(v\d|[a-z]+z$|.*\.json)/)
  })

  it('names operations uniquely, in camelCase', () => {
    const names = operations.map(({ operation }) => operation.operationId!)
    assert.equal(new Set(names).size, names.length)
    for (const name of names) assert.match(name, /^[a-z][A-Za-z]+$/)
  })

  it('describes every operation, and what every list holds', () => {
    for (const { id, operation } of operations) assert.match(operation.description ?? '', /\S/, id)
    eachSchema(document, (schema) => {
      if ([schema.type].flat().includes('array')) assert.ok(schema.items, JSON.stringify(schema))
    })
  })

  it('describes every parameter, with an example', () => {
    eachParameter(document, (parameter) => {
      assert.match(parameter.description ?? '', /\S/, parameter.name)
      assert.ok('examples' in parameter.schema!, parameter.name)
    })
  })

  it('describes every field', () => {
    const missing: string[] = []
    eachSchema(document, ({ properties = {} }) => {
      for (const [name, property] of Object.entries(properties))
        if (!property.description && !property.$ref) missing.push(name)
    })
    assert.deepEqual(missing, [])
  })

  it('has the kind, bounds, default and tier of parameters', () => {
    const of = (path: string, name: string) => parameterOf(document, path, name)
    const radius = of('/v1/search', 'radius')
    const { description: _, ...schema } = radius.schema as Record<string, unknown>
    assert.deepEqual(schema, {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 100,
      default: 25,
      'x-unit': 'miles',
      examples: [25],
    })
    assert.deepEqual((of('/v1/food', 'radius').schema as { default: number }).default, 50)
    assert.equal(of('/v1/search', 'lat').required, undefined)
    assert.equal(of('/v1/food', 'lat').required, undefined)
    assert.equal(of('/v1/farms', 'zip')['x-tier'], 'paid')
    assert.equal(of('/v1/farms', 'state')['x-tier'], 'free')
    assert.equal(of('/v1/farms', 'products').explode, false)
    const tiers = of('/v1/farms', 'quality_tier').schema as { items: { enum: string[] } }
    assert.deepEqual(tiers.items.enum, ['Premium', 'Standard', 'Basic', 'incomplete'])
  })

  it('says which kinds of key an operation takes', () => {
    const of = (path: string) => document.paths![path]!.get!.security
    const secret = [{ apiKey: [] }, { apiKeyInQuery: [] }]
    assert.deepEqual(of('/v1/farms'), [...secret, { browserKey: [] }])
    assert.deepEqual(of('/v1/farms/{id}/hours'), secret)
    assert.deepEqual(of('/v1/keys'), [{ session: [] }, { sessionCookie: [] }])
  })

  it('has an example of each failure that is one of that status', () => {
    for (const { path, method, operation } of operations)
      for (const [status, { content, description }] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const example = content!['application/problem+json']!.example as ProblemDocument
        const told = `${method} ${path} ${status}`
        assert.equal(example.status, Number(status), told)
        assert.match(example.detail, /\S/, told)
        assert.ok(description.startsWith(example.title), told)
        assert.doesNotMatch(JSON.stringify([example, description]), /undefined|:id/, told)
      }
  })

  it('says what fails at an operation where the usual example does not', () => {
    const of = (path: string) => operations.find((each) => each.path === path)!.operation.responses
    assert.equal(
      of('/v1/farms/{id}/hours')['403']!.description,
      'Forbidden: /v1/farms/{id}/hours is for paid keys; this key is free',
    )
    assert.equal(
      of('/v1/session')['401']!.description,
      'Unauthorized: this needs a session: see POST /v1/sign-in',
    )
    assert.equal(of('/v1/farms')['401']!.description, 'Unauthorized')
  })

  it('states once what several operations share, and nothing that none has', () => {
    const text = JSON.stringify(document)
    const { schemas: _, securitySchemes: __, ...others } = document.components!
    for (const [kind, parts] of Object.entries(others))
      for (const name of Object.keys(parts))
        assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name}`)
    const parts = Object.values(document.paths!).flatMap((item) =>
      Object.values(item as Record<string, OperationObject>).flatMap(
        ({ parameters = [], responses = {} }) => [
          ...parameters,
          ...Object.entries(responses).flatMap(([status, each]) =>
            Number(status) < 300 ? [] : [each as object],
          ),
        ],
      ),
    )
    const whole = parts.filter((each) => !('$ref' in each)).map((each) => JSON.stringify(each))
    assert.equal(new Set(whole).size, whole.length)
    assert.ok(text.length < 289_000, `${text.length} characters: shorten other texts`)
  })

  it('marks as for paid keys what free ones do not get', () => {
    const { operation } = operations.find(({ path }) => path === '/v1/farms/{id}/hours')!
    assert.equal(operation['x-tier'], 'paid')
    const { ListedFarm, FarmFields } = document.components!.schemas as Record<string, SchemaObject>
    assert.equal((FarmFields!.properties!['phone'] as SchemaObject)['x-tier'], 'paid')
    assert.deepEqual(ListedFarm!.allOf, [{ $ref: '#/components/schemas/FarmFields' }])
    assert.ok(!ListedFarm!.required!.includes('phone'))
    assert.ok(ListedFarm!.required!.includes('name'))
  })

  it('says of a route that will go away that it is deprecated', async () => {
    const { describeApi } = await import('../../../server/openapi/document.ts')
    const deprecation = {
      since: '2027-01-01T00:00:00Z',
      sunset: '2028-01-01T00:00:00Z',
      link: '/docs',
    }
    const [first] = allRoutes
    const { paths } = describeApi([{ ...first!, deprecation }], readConfig({}))
    const operation = paths![first!.path]!.get!
    assert.equal(operation.deprecated, true)
    const { headers } = operation.responses!['200'] as { headers: object }
    for (const name of ['Deprecation', 'Sunset', 'Link']) assert.ok(name in headers, name)
  })
})

function parameterOf(shown: OpenApiDocument, path: string, wanted: string) {
  const found = operationsOf(shown)
    .find((each) => each.path === path && each.method === 'GET')
    ?.operation.parameters.find(({ name }) => name === wanted)
  assert.ok(found, `${path} has no ${wanted}`)
  return found
}

const { root } = await fixtureSnapshot({ after })
const settings = {
  FREE_DAILY_LIMIT: '1000',
  PAID_DAILY_LIMIT: '100000',
  BROWSER_DAILY_LIMIT: '10000',
  VISITOR_MINUTE_LIMIT: '60',
  VISITOR_DAILY_LIMIT: '1000',
  ANONYMOUS_MINUTE_LIMIT: '120',
}
const server = await startServer({ after }, root, { settings })

describe('GET /openapi.json', () => {
  it('gives the document to everybody, scripts of other origins too', async () => {
    const { status, body, headers } = await server.ask<OpenApiDocument>('/openapi.json', {
      key: null,
    })
    assert.equal(status, 200)
    assert.deepEqual(body, JSON.parse(JSON.stringify(document)))
    assert.equal(body.openapi, '3.1.0')
    assert.equal(body.info.version, packageFile.version)
    assert.equal(headers.get('Access-Control-Allow-Origin'), '*')
  })

  it('states the limits of the configuration', async (t) => {
    const other = await startServer(t, root, { settings: { FREE_DAILY_LIMIT: '7500' } })
    const { body } = await other.ask<OpenApiDocument>('/openapi.json', { key: null })
    assert.match(body.info.description!, /free keys 7,500 requests per UTC day/)
    const config = { ...readConfig({}), accountKeyLimits: { active: 7, created_in_24_h: 21 } }
    const { description } = openApiDocument(config).paths!['/v1/keys']!.post!
    assert.match(description!, /up to 7 active keys and creates up to 21 in 24 hours/)
  })

  it('shows the limit without counting', async () => {
    const remaining = async () =>
      (await server.ask('/openapi.json', { key: 'free' })).headers.get('X-RateLimit-Remaining')
    assert.equal(await remaining(), await remaining())
  })

  it('has a strong ETag for each coding, and answers 304 to who has it', async () => {
    const tags = new Set<string>()
    for (const coding of ['br', 'gzip', 'identity']) {
      const fields = { 'Accept-Encoding': coding }
      const { headers } = await server.ask('/openapi.json', { key: null, headers: fields })
      const tag = headers.get('ETag')!
      assert.match(tag, /^"/)
      tags.add(tag)
      const again = await server.ask('/openapi.json', {
        key: null,
        headers: { ...fields, 'If-None-Match': tag },
      })
      assert.deepEqual([again.status, again.text], [304, ''])
    }
    assert.equal(tags.size, 3)
  })
})
