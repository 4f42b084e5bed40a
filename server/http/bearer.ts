import type { IncomingMessage } from 'node:http'

/** The token of `Authorization: Bearer …`; undefined if missing. */
export const bearerToken = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
