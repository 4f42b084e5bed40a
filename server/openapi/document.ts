import { createDocument, type CreateDocumentOptions, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import type { Config } from '../config.ts'
import { isDescribed, type Route, type Tag } from '../routes/route.ts'
import { securitySchemes } from './callers.ts'
import { finish } from './finish.ts'
import { guide } from './guide.ts'
import { headerFields } from './header_fields.ts'
import type { OpenApiDocument } from './model.ts'
import { operationOf } from './operation.ts'

/** Describes the API by the routes that serve it, as an OpenAPI 3.1 document. */
export function describeApi(routes: readonly Route[], config: Config): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes.filter(isDescribed)) {
    const template = route.path.replaceAll(/:(\w+)/g, '{$1}')
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
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths,
      components: { securitySchemes, headers: usedHeaders(paths) },
    },
    { override: keepDefault },
  )
  return finish(document as OpenApiDocument)
}

/** The parts of the API, in the order of their sections. */
const tags: Record<Tag, string> = {
  Farms: 'Finding farms, and what is known of one',
  Market: 'Figures of the farms of an area, exact to the farm',
  Snapshots: 'The whole directory to download, and what changed in a night',
  Keys: 'Making, listing, changing, rotating and revoking keys',
  Sessions: 'Signing in from a program',
  Service: 'The server itself',
}

/** Zod omits the default of what is read from text, since the default is no text. */
const keepDefault: NonNullable<CreateDocumentOptions['override']> = ({
  zodSchema,
  jsonSchema,
  io,
}) => {
  if (io === 'input' && zodSchema instanceof z.ZodDefault)
    jsonSchema.default = zodSchema.def.defaultValue
}

/** The header fields that some answer has: others are for what no route does at present. */
function usedHeaders(paths: ZodOpenApiPathsObject): typeof headerFields {
  const text = JSON.stringify(paths, (key, value: unknown) =>
    key === 'schema' ? undefined : value,
  )
  return Object.fromEntries(
    Object.entries(headerFields).filter(([name]) => text.includes(`/headers/${name}"`)),
  )
}
