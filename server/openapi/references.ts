import type { OpenApiDocument, ReferenceObject } from './model.ts'

/** Returns the target of a reference, overridden by the reference's own keys; any other part unchanged. */
export function resolved<Part extends object>(
  document: OpenApiDocument,
  part: Part | ReferenceObject,
): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
  const { $ref, ...own } = part
  const [, , kind, name] = $ref.split('/')
  const components = document.components as Record<string, Record<string, Part>> | undefined
  const target = components?.[kind!]?.[name!]
  if (!target) throw new Error(`the OpenAPI document has no ${$ref}`)
  return { ...resolved(document, target), ...own }
}
