import { basename } from 'node:path'
import { descriptions } from '../schema/descriptions.ts'

const described = new Map(descriptions.map(({ path, mediaType }) => [basename(path), mediaType]))

/** What a host says an object is. */
export function contentType(key: string): string {
  if (key.endsWith('.parquet')) return 'application/vnd.apache.parquet'
  const isManifest = key.endsWith('/manifest.json')
  return (
    described.get(basename(key)) ?? (isManifest ? 'application/json' : 'application/octet-stream')
  )
}
