import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Lifetime } from './temporary_folder.ts'

/** The most characters that an answer of a tool may have, about 1,500 tokens. */
export const mostCharacters = 6000

/** An answer: its text, and its data, which is empty for a refusal. */
export type Told = { text: string; isError: boolean; data: Record<string, unknown> }
export type Agent = {
  client: Client
  /**
   * Calls a tool, and asserts that its answer is one text, and data of the tool's output schema, which are
   * not too long.
   */
  call(name: string, asked: object): Promise<Told>
}

/** An agent that speaks to `POST /mcp` of a server with a key, as a bearer token or in X-API-Key. */
export async function agentOf(
  life: Lifetime,
  url: string,
  headers: Record<string, string>,
): Promise<Agent> {
  const client = new Client({ name: 'a test', version: '1.0.0' })
  life.after(() => client.close())
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  )
  return agentBy(client)
}

/** The same by a client that is connected. */
export function agentBy(client: Client): Agent {
  let schemas: Promise<Map<string, ValidateFunction>> | undefined
  return {
    client,
    async call(name, asked) {
      const answer = await client.callTool({ name, arguments: { ...asked } })
      const content = answer.content as { type: string; text: string }[]
      assert.equal(content.length, 1)
      assert.equal(content[0]!.type, 'text')
      const { text } = content[0]!
      assert.ok(text.length <= mostCharacters, `${name}: ${text.length} characters`)
      if (answer.isError === true) return { text, isError: true, data: {} }
      const data = answer.structuredContent as Record<string, unknown>
      const fits = (await (schemas ??= outputSchemas(client))).get(name)!
      assert.ok(fits(data), JSON.stringify(fits.errors))
      assert.ok(JSON.stringify(data).length <= mostCharacters, `${name}: too much data`)
      assertPinned(text, data)
      return { text, isError: false, data }
    },
  }
}

async function outputSchemas(client: Client): Promise<Map<string, ValidateFunction>> {
  const { tools } = await client.listTools()
  const ajv = new Ajv2020({ strict: false })
  return new Map(
    tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema as AnySchema)]),
  )
}

/** The links of an answer name its snapshot, and stand in the text. */
function assertPinned(text: string, { snapshot, links }: Record<string, unknown>): void {
  assert.ok((links as string[]).length > 0)
  for (const link of links as string[]) {
    assert.ok(link.includes(`snapshot=${snapshot as string}`), link)
    assert.ok(text.includes(link), link)
  }
}
