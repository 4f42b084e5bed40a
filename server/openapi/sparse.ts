import { z } from 'zod'
import { memoize } from '../../data/memoize.ts'

/**
 * An object, or the part that the parameter `fields` selects: one schema each, since the document identifies
 * its parts by name.
 */
export const wholeOrSparse = memoize((whole: z.ZodObject): z.ZodType => {
  const id = whole.meta()?.id ?? 'Object'
  const some = whole.partial().meta({
    id: `${id}Fields`,
    description: `Fields of ${id} that \`fields\` selects`,
  })
  return z.union([whole, some])
})

/** An entry of a list. Throws if the response is not a list of objects. */
export function entryOf(response: z.ZodType): z.ZodObject {
  const found = response instanceof z.ZodObject && listIn(response)
  if (found) return found.entry
  throw new TypeError('a response without a list has one format')
}

/** A response's list field and its entry: its only list of objects. */
function listIn({ shape }: z.ZodObject): { name: string; entry: z.ZodObject } | undefined {
  for (const [name, field] of Object.entries(shape) as [string, unknown][])
    if (field instanceof z.ZodArray && field.element instanceof z.ZodObject)
      return { name, entry: field.element }
  return undefined
}

/** The response with `data`, or list entries, that may be sparse. */
export function sparseResponse(response: z.ZodType): z.ZodType {
  if (!(response instanceof z.ZodObject))
    throw new TypeError('a response without data has no fields')
  const { data } = response.shape
  if (data instanceof z.ZodObject)
    return response.extend({ data: wholeOrSparse(data).meta({ description: 'Requested farm' }) })
  const found = listIn(response)
  if (!found) throw new TypeError('data has no fields')
  const entries = z.array(sparseEntry(found.entry))
  return response
    .extend({ [found.name]: entries.meta({ description: 'Entries of this page' }) })
    .meta({ ...response.meta() })
}

/** The farm in a list's entry; undefined if the entry itself has the fields. */
export function farmIn({ shape }: z.ZodObject): z.ZodObject | undefined {
  const farm: unknown = shape['farm']
  if (!(farm instanceof z.ZodNullable)) return undefined
  const whole: unknown = farm.unwrap()
  return whole instanceof z.ZodObject ? whole : undefined
}

/** For an entry with a farm, the parameter `fields` names fields of the farm. */
function sparseEntry(entry: z.ZodObject): z.ZodType {
  const farm = farmIn(entry)
  if (!farm) return wholeOrSparse(entry)
  const { description } = entry.shape['farm']!.meta()!
  return entry
    .extend({ farm: wholeOrSparse(farm).nullable().meta({ description }) })
    .meta({ ...entry.meta() })
}
