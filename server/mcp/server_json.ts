import packageFile from '../../package.json' with { type: 'json' }
import { anybody } from '../routes/callers.ts'
import { page, type Route } from '../routes/route.ts'

/** `GET /server.json`: the tools' manifest for registries of the Model Context Protocol. */
export const serverJson: Route = {
  ...page({
    path: '/server.json',
    caller: anybody,
    headers: { 'Cache-Control': 'public, max-age=300' },
    answer: (_, { publicUrl }) => ({ body: manifest(publicUrl()) }),
  }),
  counted: false,
  open: true,
}

const manifest = (url: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: `${reversed(new URL(url).hostname)}/${packageFile.name}`,
  title: 'Farm Directory',
  description: 'Farms and farmers markets of the United States: places, products, prices, hours',
  version: packageFile.version,
  websiteUrl: `${url}/docs/recipes/agents`,
  remotes: [
    {
      type: 'streamable-http',
      url: `${url}/mcp`,
      headers: [
        {
          name: 'X-API-Key',
          description: 'Secret key. Without one, the tools answer as for a free key.',
          isRequired: false,
          isSecret: true,
        },
      ],
    },
  ],
})

/** `farms.example` as `example.farms`, as registries name servers. */
const reversed = (host: string) =>
  host
    .replaceAll(/[^\w.-]/g, '')
    .split('.')
    .toReversed()
    .join('.')
