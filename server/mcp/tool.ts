import type { z } from 'zod'
import type { Ask } from '../ask/ask.ts'

/** What tools work with. */
export type Tools = {
  ask: Ask
  clock: () => Date
  /** Logs a fault of the program, which no client may read. */
  onFault: (error: unknown) => void
}

/** A tool for agents: few parameters, with everyday names of places and products. */
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
