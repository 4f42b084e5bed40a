import type { ServerResponse } from 'node:http'

/** Sets header fields; straight on Node's response, since every answer has a dozen of them. */
export function setHeaders(response: ServerResponse, fields: Record<string, string>): void {
  for (const name in fields) response.setHeader(name, fields[name]!)
}
