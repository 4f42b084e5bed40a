import { basename } from 'node:path'
import { descriptions } from '../schema/descriptions.ts'

const described = new Map(descriptions.map(({ path, mediaType }) => [basename(path), mediaType]))

/** The media type that a host sends for an object. */
export function contentType(key: string): string {
  if (key.endsWith('.parquet')) return 'application/vnd.apache.parquet'
  const isManifest = key.endsWith('/manifest.json')
  return (
    described.get(basename(key)) ?? (isManifest ? 'application/json' : 'application/octet-stream')
  )
}
