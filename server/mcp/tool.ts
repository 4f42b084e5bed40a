import type { z } from 'zod'
import type { Ask } from '../ask/ask.ts'

/** What tools work with. */
export type Tools = {
  ask: Ask
  clock: () => Date
  /** Takes note of a fault of the program, which no caller may read. */
  onFault: (error: unknown) => void
}

/** A tool of agents: few parameters, with names of places and products as people say them. */
export type Tool<Input extends z.ZodObject = z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  /** The answer, a text that `answerText` makes. Throws a Problem if the service refuses. */
  answer(asked: z.output<Input>, tools: Tools): Promise<string>
}

/** Declares a tool. */
export const tool = <Input extends z.ZodObject>(declared: Tool<Input>): Tool<Input> => declared
