import { z } from 'zod'

/** Schemas of fields in JSON answers, each with its text for the API's description. */

type More = { unit?: string; example?: unknown }

export const text = (description: string, example?: string) =>
  z.string().meta({ description, example })

export const textOrNull = (description: string, example?: string) =>
  z.string().nullable().meta({ description, example })

export const flag = (description: string, example?: boolean) =>
  z.boolean().meta({ description, example })

export const count = (description: string, more: More = {}) =>
  z
    .int()
    .min(0)
    .meta({ description, ...more })

export const percent = (description: string, example?: number) =>
  z.number().min(0).max(100).meta({ unit: 'percent', description, example })

export const miles = (description: string, example: number) =>
  z.number().min(0).meta({ unit: 'miles', description, example })

export const degrees = (description: string, example: number) =>
  z.number().meta({ unit: 'degrees', description, example })

/** An instant in UTC. */
export const instant = (description: string, example?: string) =>
  z.iso.datetime().meta({ description, example })

export const uuid = (description: string, example: string) =>
  z.uuid().meta({ description, example })

export const list = <Item extends z.ZodType>(description: string, item: Item) =>
  z.array(item).meta({ description })

export const object = <Shape extends z.ZodRawShape>(description: string, shape: Shape) =>
  z.strictObject(shape).meta({ description })

/** An object that the API's description defines once, under a name. */
export const component = <Shape extends z.ZodRawShape>(
  id: string,
  description: string,
  shape: Shape,
) => z.strictObject(shape).meta({ id, description })
