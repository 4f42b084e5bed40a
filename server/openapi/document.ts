import { readFileSync } from 'node:fs'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { listedFields } from '../routes/lists/envelope.ts'
import { isDescribed, type DescribedRoute, type Route, type Tag } from '../routes/route.ts'
import { securitySchemes } from './callers.ts'
import { finish } from './finish.ts'
import { headerFields } from './header_fields.ts'
import { compact } from './share.ts'
import { type OpenApiDocument, pathTemplate } from './model.ts'
import { operationOf, responseOf } from './operation.ts'
import { problemComponents } from './problems.ts'
import { groupDigits } from '../../data/digit_grouping.ts'

/** Describes the API as an OpenAPI 3.1 document, made from the routes that serve it. */
export function describeApi(routes: readonly Route[], config: Config): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  const described = routes.filter(isDescribed)
  for (const route of described) {
    const template = pathTemplate(route.path)
    paths[template] = { ...paths[template], [route.method]: operationOf(route, config) }
  }
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Farm Directory',
        version: packageFile.version,
        description: guide(config),
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'Same origin as this document' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: {
        securitySchemes,
        schemas: { FarmFields: farmFields },
        headers: headerFields,
        responses: { ...namedAnswers(described), ...problemComponents(config.publicUrl ?? '') },
      },
    },
    { override: keepDefault },
  )
  return compact(finish(document as OpenApiDocument), 'FarmFields')
}

/** Farm fields in every answer with farms; schemas of farms state their additions. */
const farmFields = listedFields.partial().meta({ description: 'Fields of a farm in lists' })

/** The parts of the API, in the order of their sections. */
const tags: Record<Tag, string> = {
  Farms: 'Farm search and farm details',
  Market: 'Exact figures about the farms of an area',
  Snapshots: 'Downloads of the whole directory, and changes between snapshots',
  Keys: 'API keys: create, list, change, rotate and revoke',
  Sessions: 'Sign-in from a program',
  Service: 'Server status and this document',
}

/** Zod omits the default of a value parsed from text, since the default is not text. */
const keepDefault: NonNullable<CreateDocumentOptions['override']> = ({
  zodSchema,
  jsonSchema,
  io,
}) => {
  if (io === 'input' && zodSchema instanceof z.ZodDefault)
    jsonSchema.default = zodSchema.def.defaultValue
}

/** The answers with component names, by name. */
const namedAnswers = (
  routes: readonly DescribedRoute[],
): Record<string, ZodOpenApiResponseObject> =>
  Object.fromEntries(
    routes
      .flatMap(({ answers }) => Object.values(answers))
      .flatMap((answer) => (answer.component ? [[answer.component, responseOf(answer)]] : [])),
  )

const file = new URL('../API.md', import.meta.url)

/** `API.md` without its title and the padding of its tables, in Markdown, and this server's limits. */
function guide({ quotas }: Config): string {
  const text = readFileSync(file, 'utf8')
    .replace(/^# .*\n+/, '')
    .replaceAll(/(?<! ) +(?= \|)|-(?=---)/g, '')
  const limits = [
    `free keys ${groupDigits(quotas.free_per_day)} requests per UTC day`,
    `paid keys ${groupDigits(quotas.paid_per_day)}`,
    `browser keys ${groupDigits(quotas.browser_per_day)}`,
    `a client address with a browser key ${groupDigits(quotas.visitor_per_day)} per day and ${groupDigits(quotas.visitor_per_minute)} per minute`,
    `a client address without a valid key ${groupDigits(quotas.anonymous_per_minute)} per minute`,
  ]
  return `${text}\nLimits of this server: ${limits.join(', ')}.\n`
}
