import type { IncomingMessage } from 'node:http'

/** The token of `Authorization: Bearer …`; undefined where there is none. */
export const bearerToken = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
