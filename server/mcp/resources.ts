import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { Problem } from '../http/problem.ts'
import { farm } from '../routes/farms/farm.ts'
import { stats } from '../routes/farms/stats.ts'
import { refusal } from './refusal.ts'
import type { Tools } from './tool.ts'

const mimeType = 'application/json'
const statsUri = 'farm-directory://stats'
const farmUri = 'farm-directory://farms/{id}'

/** Registers what agents read by its address: the figures of the directory, and each farm, as the API has them. */
export function registerResources(server: McpServer, world: Tools): void {
  server.registerResource(
    'stats',
    statsUri,
    {
      title: 'The whole directory in figures',
      description: 'Farms, states, products, coverage and sources, as GET /v1/stats has them',
      mimeType,
    },
    (uri) => contentsOf(uri, () => world.ask(stats, {}), world),
  )
  server.registerResource(
    'farm',
    new ResourceTemplate(farmUri, { list: undefined }), // a list of all would be too long
    {
      title: 'One farm',
      description: 'Everything about a farm by its id, as GET /v1/farms/{id} has it',
      mimeType,
    },
    (uri, { id }) => {
      if (!z.uuid().safeParse(id).success)
        throw new ResourceNotFoundError(uri.href, `no farm has the id \`${String(id)}\`: an id is a UUID`) // prettier-ignore
      return contentsOf(uri, () => world.ask(farm, { id: String(id) }), world)
    },
  )
}

async function contentsOf(
  { href: uri }: URL,
  ask: () => Promise<unknown>,
  { onFault }: Tools,
): Promise<ReadResourceResult> {
  try {
    return { contents: [{ uri, mimeType, text: JSON.stringify(await ask()) }] }
  } catch (error) {
    if (error instanceof Problem) throw refused(uri, error)
    onFault(error)
    const message = 'Something went wrong in the service; try again.'
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

const refused = (uri: string, error: Problem): ProtocolError =>
  error.status === 404 || error.status === 410
    ? new ResourceNotFoundError(uri, refusal(error))
    : new ProtocolError(ProtocolErrorCode.InvalidRequest, refusal(error))
