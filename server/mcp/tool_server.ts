import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { Problem } from '../http/problem.ts'
import { refusal } from './refusal.ts'
import { registerResources } from './resources.ts'
import type { Tool, Tools } from './tool.ts'
import { changes } from './tools/changes.ts'
import { farm } from './tools/farm.ts'
import { findFarms } from './tools/find_farms.ts'
import { market } from './tools/market.ts'
import { prices } from './tools/prices.ts'
import { vocabulary } from './tools/vocabulary.ts'

const instructions = `Farms, farmers markets and CSAs of the United States: where they are, what they sell, when they are open.
Name places as in ("Danville, VT", a ZIP code, "Caledonia County, VT"). Every answer names its snapshot and the number of farms for which a fact is known. Unknown means never collected: report it as unknown, never as "no".`

const tools = [findFarms, farm, market, prices, changes, vocabulary]

/** A server of the Model Context Protocol with the tools and resources of the directory, to be connected once. */
export function toolServer(world: Tools): McpServer {
  const { name, version } = packageFile
  const server = new McpServer({ name, version }, { instructions })
  for (const tool of tools) register(server, tool, world)
  registerResources(server, world)
  return server
}

const reads = { readOnlyHint: true, idempotentHint: true, openWorldHint: false }

function register(server: McpServer, tool: Tool, world: Tools): void {
  const { name, title, description, input } = tool
  const given = { title, description, inputSchema: input, annotations: { title, ...reads } }
  server.registerTool<z.ZodObject, z.ZodObject>(name, given, (asked) => result(tool, asked, world))
}

async function result(
  tool: Tool,
  asked: Record<string, unknown>,
  world: Tools,
): Promise<CallToolResult> {
  try {
    return textResult(await tool.answer(asked, world))
  } catch (error) {
    if (error instanceof Problem) return { ...textResult(refusal(error)), isError: true }
    world.onFault(error)
    return { ...textResult('Something went wrong in the service; try again.'), isError: true }
  }
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
