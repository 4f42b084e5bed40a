/** The parts of the API, by how their paths begin; the first that fits is a path's. */
const parts = [
  {
    name: 'Farms',
    begins: ['/v1/search', '/v1/food', '/v1/farms', '/v1/availability', '/v1/stats'],
    description: 'Finding farms, and what is known of one',
  },
  {
    name: 'Market',
    begins: ['/v1/market/'],
    description: 'Figures of the farms of an area, exact to the farm',
  },
  {
    name: 'Snapshots',
    begins: ['/v1/snapshots'],
    description: 'The whole directory to download, and what changed in a night',
  },
  {
    name: 'Keys',
    begins: ['/v1/keys'],
    description: 'Making, listing, rotating and revoking keys',
  },
  {
    name: 'Sessions',
    begins: ['/v1/sign-in', '/v1/session'],
    description: 'Signing in from a program',
  },
  {
    name: 'Service',
    begins: ['/healthz', '/readyz', '/openapi.json'],
    description: 'The server itself',
  },
]

export const tags = parts.map(({ name, description }) => ({ name, description }))

/** The tag of a path. Throws for a path of no part: it needs a line here. */
export function tagOf(path: string): string {
  const part = parts.find(({ begins }) => begins.some((beginning) => path.startsWith(beginning)))
  if (!part) throw new Error(`${path} belongs to no part of the API: add it to openapi/tags.ts`)
  return part.name
}
