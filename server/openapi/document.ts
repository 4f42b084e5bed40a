import { createDocument, type CreateDocumentOptions, type ZodOpenApiPathsObject } from 'zod-openapi'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import type { PlainRoute } from '../routes/plain_route.ts'
import type { DataRoute } from '../routes/route.ts'
import { securitySchemes } from './callers.ts'
import { describeDataRoute } from './describe_data_route.ts'
import { finish } from './finish.ts'
import { guide } from './guide.ts'
import { headerFields } from './header_fields.ts'
import type { OpenApiDocument } from './model.ts'
import { operationOf } from './operation.ts'
import { tags } from './tags.ts'

type Routes = { dataRoutes: DataRoute[]; plainRoutes: PlainRoute[] }

/** Describes the API by the routes that serve it, as an OpenAPI 3.1 document. */
export function describeApi({ dataRoutes, plainRoutes }: Routes): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  const add = (method: PlainRoute['method'], path: string, operation: object) => {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method]: operation }
  }
  for (const route of dataRoutes) {
    const operation = operationOf({ path: route.path, describe: describeDataRoute(route) })
    add('get', route.path, {
      ...operation,
      ...(route.tier === 'paid' && { 'x-tier': 'paid' }),
      ...(route.deprecation && { deprecated: true }),
    })
  }
  for (const route of plainRoutes) add(route.method, route.path, operationOf(route))
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Farm Directory',
        version: packageFile.version,
        description: guide,
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags,
      paths,
      components: { securitySchemes, headers: usedHeaders(paths) },
    },
    { override: keepDefault },
  )
  return finish(document as OpenApiDocument)
}

/** Zod leaves away the default of what is read from text, since it is none of the text. */
const keepDefault: NonNullable<CreateDocumentOptions['override']> = ({
  zodSchema,
  jsonSchema,
  io,
}) => {
  if (io === 'input' && zodSchema instanceof z.ZodDefault)
    jsonSchema.default = zodSchema.def.defaultValue
}

/** Those that some answer has: the others are for what no route does at present. */
function usedHeaders(paths: ZodOpenApiPathsObject): typeof headerFields {
  const text = JSON.stringify(paths, (key, value: unknown) =>
    key === 'schema' ? undefined : value,
  )
  return Object.fromEntries(
    Object.entries(headerFields).filter(([name]) => text.includes(`/headers/${name}"`)),
  )
}
