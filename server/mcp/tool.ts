import type { z } from 'zod'
import type { Ask } from '../ask/ask.ts'

/** What tools work with. */
export type Tools = {
  ask: Ask
  clock: () => Date
  /** Origin that links of answers begin with; empty: links are paths. */
  site: string
  /** Logs a fault of the program, which no client may read. */
  onFault: (error: unknown) => void
}

/** An answer of a tool: lines for the text, and the same facts as data. */
export type ToolAnswer<Data extends object = Record<string, unknown>> = {
  head: string[]
  items: string[]
  tail: string[]
  data: Data
  /** The list in `data` with an entry for each of the items. */
  list?: keyof Data & string
  snapshot: string
  /** Paths of the requests that give these facts, with the snapshot. */
  sources: string[]
}

/** A tool for agents: few parameters, with everyday names of places and products. */
export type Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> = {
  name: string
  title: string
  description: string
  input: Input
  output: Output
  /** Throws a Problem if the service refuses. */
  answer(asked: z.output<Input>, tools: Tools): Promise<ToolAnswer<z.output<Output>>>
}

/** Declares a tool. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Tool<Input, Output>,
): Tool => declared
