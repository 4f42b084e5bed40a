import { hash } from 'node:crypto'

/** Names the ids that this directory gives at first sight; never to be changed. */
const namespace = Buffer.from('6f1d0a3e52c84b7f9d3ea7c1b0458e26', 'hex')

/**
 * The id of a listing's farm that no earlier snapshot has: a version 5 UUID of source and source id (RFC
 * 9562, section 5.5). The same input gives the same ids anywhere.
 */
export function firstFarmId(source: string, sourceId: string): string {
  const name = Buffer.from(`${source}\n${sourceId}`)
  const digest = hash('sha1', Buffer.concat([namespace, name]), 'buffer')
  digest[6] = (digest[6]! & 0x0f) | 0x50
  digest[8] = (digest[8]! & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
