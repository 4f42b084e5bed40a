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
  const named = (document.components?.schemas ?? {}) as Record<string, SchemaObject>
  const target = ({ $ref }: SchemaObject) => named[$ref?.split('/').at(-1) ?? '']
  const isPaid = (schema: SchemaObject): boolean =>
    (schema['x-tier'] ?? target(schema)?.['x-tier']) === 'paid'
  const paidOf = ({ properties = {}, allOf = [] }: SchemaObject): string[] => [
    ...Object.keys(properties).filter((name) => isPaid(properties[name] as SchemaObject)),
    ...allOf.flatMap((base) => paidOf(target(base as SchemaObject)!)),
  ]
  const sparseOnes = new Set(
    Object.keys(named)
      .filter((name) => isSparse({ $ref: name }))
      .map((name) => named[name]),
  )
  if (tier === 'paid')
    eachSchema(document, (schema) => {
      if (!sparseOnes.has(schema)) schema.required = [...(schema.required ?? []), ...paidOf(schema)]
    })
  eachSchema(document, (schema) => {
    if (schema.anyOf?.some(isSparse))
      schema.anyOf = schema.anyOf.filter((each) => isSparse(each) === sparse)
    if (tier !== 'free') return
    if (schema.anyOf) schema.anyOf = schema.anyOf.filter((each) => !isPaid(each as SchemaObject))
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      if (isPaid(property as SchemaObject)) delete schema.properties![name]
  })
  return document
}

/** Whether a schema is that of an object with some of its fields. */
const isSparse = ({ $ref }: { $ref?: string }): boolean => $ref?.endsWith('Fields') ?? false
