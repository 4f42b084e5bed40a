import assert from 'node:assert/strict'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Lifetime } from './temporary_folder.ts'

/** The most characters that an answer of a tool may have, about 1,500 tokens. */
export const mostCharacters = 6000

export type Told = { text: string; isError: boolean }
export type Agent = {
  client: Client
  /** Calls a tool, and asserts that its answer is one text that is not too long. */
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
export const agentBy = (client: Client): Agent => ({
  client,
  async call(name, asked) {
    const answer = await client.callTool({ name, arguments: { ...asked } })
    const content = answer.content as { type: string; text: string }[]
    assert.equal(content.length, 1)
    assert.equal(content[0]!.type, 'text')
    const { text } = content[0]!
    assert.ok(text.length <= mostCharacters, `${name}: ${text.length} characters`)
    return { text, isError: answer.isError === true }
  },
})
