import type { Tag } from '../routes/route.ts'

/** The parts of the API, in the order of their sections. */
const descriptions: Record<Tag, string> = {
  Farms: 'Finding farms, and what is known of one',
  Market: 'Figures of the farms of an area, exact to the farm',
  Snapshots: 'The whole directory to download, and what changed in a night',
  Keys: 'Making, listing, rotating and revoking keys',
  Sessions: 'Signing in from a program',
  Service: 'The server itself',
}

export const tags = Object.entries(descriptions).map(([name, description]) => ({
  name,
  description,
}))
