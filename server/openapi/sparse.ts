import { z } from 'zod'

/** One schema each, since the document has its parts by their names. */
const known = new Map<z.ZodObject, z.ZodType>()

/** An object, or as much of it as the parameter `fields` asks for. */
export function wholeOrSparse(whole: z.ZodObject): z.ZodType {
  const made = known.get(whole)
  if (made) return made
  const id = whole.meta()?.id ?? 'Object'
  const some = whole.partial().meta({
    id: `${id}Fields`,
    description: `The fields of ${id} that \`fields\` names`,
  })
  const either = z.union([whole, some])
  known.set(whole, either)
  return either
}

/** The response with `data` that may be sparse. */
export function sparseResponse(response: z.ZodType): z.ZodType {
  if (!(response instanceof z.ZodObject))
    throw new TypeError('a response without data has no fields')
  const { data } = response.shape
  if (data instanceof z.ZodObject)
    return response.extend({ data: wholeOrSparse(data).meta({ description: 'The farm' }) })
  if (data instanceof z.ZodArray && data.element instanceof z.ZodObject)
    return response.extend({
      data: z.array(wholeOrSparse(data.element)).meta({ description: 'The farms of this page' }),
    })
  throw new TypeError('data has no fields')
}
