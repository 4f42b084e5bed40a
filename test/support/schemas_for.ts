import type { Tier } from '../../data/schema/meta.ts'
import type { OpenApiDocument, SchemaObject } from '../../server/openapi/model.ts'
import { eachSchema } from '../../server/openapi/walk.ts'

/** How a document is read: for whose answers, and whether to requests with `fields`. */
export type Reading = { tier: Tier | undefined; sparse: boolean }

/**
 * The document as it holds for one kind of request, where the published one holds for all: paid keys
 * get all that is for them, free keys none of it; objects are whole, or sparse where `fields` is given.
 */
export function schemasFor(published: OpenApiDocument, { tier, sparse }: Reading): OpenApiDocument {
  const document = structuredClone(published)
  const isPaid = (schema: SchemaObject): boolean => {
    if (schema['x-tier']) return schema['x-tier'] === 'paid'
    const target = document.components?.schemas?.[schema.$ref?.split('/').at(-1) ?? '']
    return target !== undefined && (target as SchemaObject)['x-tier'] === 'paid'
  }
  const sparseOnes = new Set<unknown>(
    Object.entries(document.components?.schemas ?? {})
      .filter(([name]) => isSparse({ $ref: name }))
      .map(([, schema]) => schema),
  )
  eachSchema(document, (schema) => {
    if (schema.anyOf?.some(isSparse))
      schema.anyOf = schema.anyOf.filter((each) => isSparse(each) === sparse)
    if (schema.anyOf && tier === 'free')
      schema.anyOf = schema.anyOf.filter((each) => !isPaid(each as SchemaObject))
    const { properties = {} } = schema
    const paid = Object.keys(properties).filter((name) => isPaid(properties[name] as SchemaObject))
    if (tier === 'free') for (const name of paid) delete properties[name]
    if (tier === 'paid' && !sparseOnes.has(schema))
      schema.required = [...(schema.required ?? []), ...paid]
  })
  return document
}

/** Whether a schema is that of an object with some of its fields. */
const isSparse = ({ $ref }: { $ref?: string }): boolean => $ref?.endsWith('Fields') ?? false
